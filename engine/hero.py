"""A hero card."""

from __future__ import annotations

from typing import Literal

import msgspec

from .skill import Skill

Kingdom = Literal["wei", "shu", "wu", "qun", "god"]
Sex = Literal["male", "female"]


class Hero(msgspec.Struct, frozen=True):
    """`max_hp` is the printed maximum; the lord's bonus is the mode's."""

    id: str
    kingdom: Kingdom
    max_hp: int
    skills: tuple[type[Skill], ...]
    sex: Sex = "male"
