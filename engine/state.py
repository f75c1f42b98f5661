"""Everything of a match that survives a quiet point, as plain data."""

from __future__ import annotations

from typing import Literal

import msgspec

from .ruleset import Ruleset

Role = Literal["", "lord", "loyalist", "rebel", "renegade"]
Until = Literal["", "phase", "turn"]


class Held(msgspec.Struct, array_like=True, frozen=True):
    """A skill somebody has, and why: from the hero, from equipment in play (`card`), or gained, perhaps for a while."""

    skill: str
    origin: Literal["hero", "equipment", "gained", "effect"]
    card: int = -1
    until: Until = ""


class Player(msgspec.Struct, array_like=True, eq=False):
    """One seat. Tallies count what was done this phase or turn and are cleared with it."""

    seat: int
    role: Role = ""
    role_shown: bool = False
    hero: str = ""
    kingdom: str = ""
    sex: str = "male"
    hp: int = 0
    max_hp: int = 0
    alive: bool = True
    face_down: bool = False
    chained: bool = False
    hand: list[int] = msgspec.field(default_factory=list)
    equipment: list[int] = msgspec.field(default_factory=list)
    judging: list[int] = msgspec.field(default_factory=list)
    piles: dict[str, list[int]] = msgspec.field(default_factory=dict)
    marks: dict[str, int] = msgspec.field(default_factory=dict)
    skills: list[Held] = msgspec.field(default_factory=list)
    this_phase: dict[str, int] = msgspec.field(default_factory=dict)
    this_turn: dict[str, int] = msgspec.field(default_factory=dict)
    asked: int = 0

    @property
    def wounds(self) -> int:
        return self.max_hp - self.hp

    @property
    def own_cards(self) -> list[int]:
        """Hand and equipment: the cards that are this character's (D11)."""
        return self.hand + self.equipment

    def has(self, skill_id: str) -> bool:
        return any(held.skill == skill_id for held in self.skills)

    def __repr__(self) -> str:
        return f"{self.hero or 'seat'}#{self.seat}"


class Step(msgspec.Struct, array_like=True, frozen=True):
    """A stretch of rules waiting on the agenda; the table is quiet before and after it. `turn` tells whose turn it is
    part of (-1: of none)."""

    kind: str
    seat: int = -1
    name: str = ""
    turn: int = -1


class Snapshot(msgspec.Struct, array_like=True, eq=False):
    """The stored form of a game. Its field order is the encoding: change it only with a new rules version."""

    ruleset: Ruleset
    seed: bytes
    throws: int
    players: list[Player]
    draw_pile: list[int]
    discard_pile: list[int]
    processing: list[int]
    lying_as: dict[int, str]
    agenda: list[Step]
    hero_pile: list[str]
    offers: dict[int, list[str]]
    turn: int
    phase: str
    round: int
    over: bool
    winners: list[int]
    event_count: int
