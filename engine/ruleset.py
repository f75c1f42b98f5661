"""What a match is played with: edition, mode, packs, seats and options."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

MOST_SILENT_WAIT_MS = 10_000
NO_SEAT = -1


class UnknownRuleset(Exception):
    """A ruleset that does not exist or does not combine. `reason` is stable and upper case."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class Ruleset(msgspec.Struct, array_like=True, frozen=True):
    """Options that are not given have the printed default. `silent_waits_ms`: how long every window lasts at least, so
    that its length tells nothing; rules do not read the clock, `Match` waits for `elapse`. `gods`: whether god heroes
    are among those chosen from. `protected_seat`: whose player died first in the last match of the series, with
    `last_blood` (-1: nobody's); `lord_seat`: who is the lord (-1: as the cards fall). What the others say:
    docs/modes.md."""

    seats: int
    edition: str = "standard"
    mode: str = "identity"
    packs: tuple[str, ...] = ("ex",)
    heroes: bool = True
    dual_renegade: bool = False
    silent_waits_ms: int = 0
    gods: bool = False
    advanced_weapons: bool = False
    first_game: bool = False
    reincarnation: bool = False
    dark_souls: bool = False
    last_blood: bool = False
    attrition: bool = False
    competitive: bool = False
    protected_seat: int = NO_SEAT
    warm_seat: int = 0
    lord_seat: int = NO_SEAT

    @property
    def of_rules(self) -> Ruleset:
        """Without what no rule reads: matches that differ in that alone share their rules."""
        return msgspec.structs.replace(self, silent_waits_ms=0)


def check_seats(ruleset: Ruleset, takes: Collection[int], limit: str) -> None:
    """Raise `UnknownRuleset` where not so many play; `limit` is what says how many do."""
    if ruleset.seats in takes:
        return
    numbers = f"{min(takes)} to {max(takes)}" if len(takes) > 1 else min(takes)
    missing = "" if ruleset.seats else "the number of seats is missing: "
    raise UnknownRuleset("SEATS_OUT_OF_RANGE", f"{missing}{limit} takes {numbers} seats")
