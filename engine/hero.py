"""A hero card."""

from __future__ import annotations

from typing import Literal

import msgspec

from .skill import Skill

Kingdom = Literal["wei", "shu", "wu", "qun", "god", "shu+wu"]
Sex = Literal["male", "female"]


class Hero(msgspec.Struct, frozen=True):
    """`max_hp` is the printed maximum; the lord's bonus is the mode's. `character`: the hero of which this is another
    card, if so: a match has one card of a character at most (SP). `replaces`: the hero whose revision this is, and who
    is out of play where both packs are (R136)."""

    id: str
    kingdom: Kingdom
    max_hp: int
    skills: tuple[type[Skill], ...]
    sex: Sex = "male"
    character: str = ""
    replaces: str = ""

    @property
    def original(self) -> str:
        """Of whom this is another card or the revision; empty for most."""
        return self.character or self.replaces
