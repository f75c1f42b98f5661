"""The deck of the prototype: 80 cards. Text 002 prints neither suits nor how many there are of most (R200, R201)."""

from __future__ import annotations

PROTO: tuple[tuple[str, str], ...] = (
    ("slash", "C2 C3 C4 C5 C6 C7 C8 C9 D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DQ DK DA HQ HK HA SA"),
    ("jink", "S2 S3 S4 S5 S6 S7 S8 C10 CJ CQ CK CA"),
    ("proto_peach", "H6 H7 H8 H9 H10 HJ"),
    ("proto_pavilions", "H5"),
    ("duel", "DQ SJ C8"),
    ("savage_assault", "DK DA"),
    ("proto_fire_oxen", "H10"),
    ("proto_feast", "C9 SQ"),
    ("proto_monkey", "HK D9 D10 DJ"),
    ("proto_snatch", "HJ HQ HA D8"),
    ("lightning", "H2"),
    ("proto_phantom_army", "S9 S9"),
    ("proto_swagger", "H3"),
    ("proto_indulgence", "S10 SJ H4"),
    ("proto_talisman", "S10 C10"),
    ("proto_qinggang_sword", "CJ"),
    ("proto_dragon_sword", "CQ"),
    ("proto_overlord", "SK"),
    ("proto_blade", "CK"),
    ("proto_halberd", "CA"),
    ("proto_fan", "S8"),
    ("proto_plus_horse", "H8 H9"),
    ("proto_minus_horse", "SA"),
    ("proto_eight_diagram", "SQ SK"),
)
