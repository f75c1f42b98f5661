"""Where a card can be."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

ZoneKind = Literal["draw", "discard", "processing", "hand", "equipment", "judging", "pile"]


class Zone(NamedTuple):
    """A place for cards. `seat` is -1 for the table's own zones; `name` names a pile on a hero."""

    kind: ZoneKind
    seat: int = -1
    name: str = ""


DRAW = Zone("draw")
DISCARD = Zone("discard")
PROCESSING = Zone("processing")


@cache
def hand_of(seat: int) -> Zone:
    return Zone("hand", seat)


@cache
def equipment_of(seat: int) -> Zone:
    return Zone("equipment", seat)


@cache
def judging_of(seat: int) -> Zone:
    return Zone("judging", seat)


OPEN_ZONES: frozenset[ZoneKind] = frozenset({"discard", "processing", "equipment", "judging"})
