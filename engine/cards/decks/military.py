"""The military deck (军争): 52 cards (seeds 001, 003; the printed copies)."""

from __future__ import annotations

MILITARY: tuple[tuple[str, str], ...] = (
    ("guding_blade", "SA"),
    ("vine", "S2 C2"),
    ("analeptic", "S3 S9 C3 C9 D9"),
    ("thunder_slash", "S4 S5 S6 S7 S8 C5 C6 C7 C8"),
    ("supply_shortage", "S10 C4"),
    ("iron_chain", "SJ SQ C10 CJ CQ CK"),
    ("nullification", "SK HA HK"),
    ("fire_attack", "H2 H3 DQ"),
    ("fire_slash", "H4 H7 H10 D4 D5"),
    ("peach", "H5 H6 D2 D3"),
    ("jink", "H8 H9 HJ HQ D6 D7 D8 D10 DJ"),
    ("silver_lion", "CA"),
    ("fan", "DA"),
    ("hualiu", "DK"),
)
