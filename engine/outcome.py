"""What a choice roughly comes to, for who does not read the rule: the house, learning agents, a front end's warning."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """Declared beside an ability or a named option; no rule reads it. Signed: a loss is negative, half a point is one
    that may or may not come.

    `hp`, `max_hp`, `cards`: of who chooses. `mark`: one of these is lost instead of hp, while there is one. `turned`:
    the own hero is turned over. `skips`: phases that do not take place, "" for the one about to begin. `them`: hp, or
    what is worth as much, of each character that is named with it. `others`: hp of everybody else. `keeps`: the cards
    that are chosen are those that stay. `nature`: of the damage that may come of it, where chains pass it on.
    """

    hp: float = 0
    max_hp: int = 0
    cards: float = 0
    mark: str = ""
    turned: bool = False
    skips: tuple[str, ...] = ()
    them: float = 0
    others: float = 0
    keeps: bool = False
    nature: str = ""
