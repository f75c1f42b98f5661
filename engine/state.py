"""Everything of a match that survives a quiet point, as plain data."""

from __future__ import annotations

from typing import Literal

import msgspec

from .ruleset import Ruleset
from .zones import ZoneKind

Role = Literal["", "lord", "loyalist", "rebel", "renegade"]
RETURNED = "reincarnated"  # the mark of who was dead and has come back (转世)
Until = Literal["", "phase", "turn", "next_turn"]


def kingdoms_in(written: str) -> tuple[str, ...]:
    """The kingdoms of which somebody is: `shu+wu` are two."""
    return tuple(written.split("+")) if written else ()


class Held(msgspec.Struct, array_like=True, frozen=True):
    """A skill somebody has, and why: from the hero, from equipment in play (`card`), gained, an effect that outlives
    its skill, or lent by another skill; perhaps for a while (`until`). What lasts until the `next_turn` of the seat
    `by` also ends with that seat's death."""

    skill: str
    origin: Literal["hero", "equipment", "gained", "effect", "lent"]
    card: int = -1
    until: Until = ""
    by: int = -1


class Player(msgspec.Struct, array_like=True, eq=False):
    """One seat.

    The tallies `this_phase`, `this_turn`, `this_match` count what was done, and end with it. `notes` are values that
    were openly declared and last (a colour, a suit); `hero_cards` are heroes kept unseen by the others (化身). `asked`
    is how many decisions the seat was put.
    """

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
    this_match: dict[str, int] = msgspec.field(default_factory=dict)
    notes: dict[str, str] = msgspec.field(default_factory=dict)
    hero_cards: list[str] = msgspec.field(default_factory=list)
    asked: int = 0

    @property
    def wounds(self) -> int:
        return self.max_hp - self.hp

    @property
    def kingdoms(self) -> tuple[str, ...]:
        """Of which he is; a hero may be of two (R270), and who has none is of none."""
        return kingdoms_in(self.kingdom)

    @property
    def own_cards(self) -> list[int]:
        """Hand and equipment: the cards that are this character's (D11)."""
        return self.hand + self.equipment

    @property
    def has_returned(self) -> bool:
        """Whether he was dead and has come back, and so counts as dead for who has won and for points (转世)."""
        return self.marks.get(RETURNED, 0) > 0

    def __repr__(self) -> str:
        return f"{self.hero or 'seat'}#{self.seat}"


class Step(msgspec.Struct, array_like=True, frozen=True):
    """A stretch of rules waiting on the agenda; the table is quiet before and after it. `turn` tells whose turn it is
    part of (-1: of none)."""

    kind: str
    seat: int = -1
    name: str = ""
    turn: int = -1


class Fallen(msgspec.Struct, array_like=True, frozen=True):
    """A death, and who killed (-1: nobody)."""

    seat: int
    killer: int = -1


class Discarded(msgspec.Struct, array_like=True, frozen=True):
    """A card that was discarded (弃置), and from whose hand or area (seat -1: from nobody's)."""

    card: int
    seat: int
    place: ZoneKind


class Snapshot(msgspec.Struct, array_like=True, eq=False):
    """The stored form of a game. Its field order is the encoding.

    `turn` is the seat whose turn it is, `anchor` the one whose ordinary turn was the last: extra turns do not move it.
    `fallen` are the deaths of the match in their order, `conceding` the seats that have given up and are to die next.
    `discarded` is what was discarded in the current phase. `covered` are cards that lie face down on the table, and who
    knows them: only the end of a match leaves any. `laid_out` are hero cards that lie face up to be chosen from, by the
    seat before which they lie (-1: before nobody's). `living_since` is the round in which somebody last died or came
    back.
    """

    ruleset: Ruleset
    seed: bytes
    players: list[Player]
    draw_pile: list[int]
    agenda: list[Step]
    throws: int = 0
    discard_pile: list[int] = msgspec.field(default_factory=list)
    processing: list[int] = msgspec.field(default_factory=list)
    lying_as: dict[int, str] = msgspec.field(default_factory=dict)
    hero_pile: list[str] = msgspec.field(default_factory=list)
    turn: int = 0
    anchor: int = 0
    phase: str = ""
    round: int = 0
    over: bool = False
    winners: list[int] = msgspec.field(default_factory=list)
    event_count: int = 0
    fallen: list[Fallen] = msgspec.field(default_factory=list)
    conceding: list[int] = msgspec.field(default_factory=list)
    discarded: list[Discarded] = msgspec.field(default_factory=list)
    covered: dict[int, int] = msgspec.field(default_factory=dict)
    laid_out: dict[int, list[str]] = msgspec.field(default_factory=dict)
    living_since: int = 0
