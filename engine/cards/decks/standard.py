"""The standard deck: 104 cards, and the four EX cards (seeds 001, 003; the printed copies)."""

from __future__ import annotations

# A card name and the suits and ranks it is printed with.
STANDARD: tuple[tuple[str, str], ...] = (
    ("duel", "SA CA DA"),
    ("lightning", "SA"),
    ("double_swords", "S2"),
    ("eight_diagram", "S2 C2"),
    ("dismantlement", "S3 S4 SQ HQ C3 C4"),
    ("snatch", "S3 S4 SJ D3 D4"),
    ("blade", "S5"),
    ("jueying", "S5"),
    ("indulgence", "S6 H6 C6"),
    ("qinggang_sword", "S6"),
    ("savage_assault", "S7 SK C7"),
    ("slash", "S7 S8 S8 S9 S9 S10 S10 H10 H10 HJ C2 C3 C4 C5 C6 C7 C8 C8 C9 C9 C10 C10 CJ CJ D6 D7 D8 D9 D10 DK"),
    ("nullification", "SJ CQ CK"),
    ("spear", "SQ"),
    ("dayuan", "SK"),
    ("archery_attack", "HA"),
    ("god_salvation", "HA"),
    ("jink", "H2 H2 HK D2 D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DJ"),
    ("amazing_grace", "H3 H4"),
    ("peach", "H3 H4 H6 H7 H8 H9 HQ DQ"),
    ("chitu", "H5"),
    ("kylin_bow", "H5"),
    ("ex_nihilo", "H7 H8 H9 HJ"),
    ("zhuahuangfeidian", "HK"),
    ("crossbow", "CA DA"),
    ("dilu", "C5"),
    ("collateral", "CQ CK"),
    ("axe", "D5"),
    ("halberd", "DQ"),
    ("zixing", "DK"),
)

EX: tuple[tuple[str, str], ...] = (
    ("ice_sword", "S2"),
    ("lightning", "HQ"),
    ("nioh_shield", "C2"),
    ("nullification", "DQ"),
)
