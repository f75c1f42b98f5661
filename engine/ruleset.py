"""What a match is played with: edition, mode, packs, seats and options."""

from __future__ import annotations

import msgspec

MOST_SILENT_WAIT_MS = 10_000


class UnknownRuleset(Exception):
    """A ruleset that does not exist or does not combine. `reason` is stable and upper case."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class Ruleset(msgspec.Struct, array_like=True, frozen=True):
    """Options that are not given have the printed default. `silent_waits_ms`: how long every window lasts at least, so
    that its length tells nothing; rules do not read the clock, `Match` waits for `elapse`. `gods`: whether god heroes
    are among those chosen from."""

    seats: int
    edition: str = "standard"
    mode: str = "identity"
    packs: tuple[str, ...] = ("ex",)
    heroes: bool = True
    dual_renegade: bool = False
    silent_waits_ms: int = 0
    gods: bool = False

    @property
    def of_rules(self) -> Ruleset:
        """Without what no rule reads: matches that differ in that alone share their rules."""
        return msgspec.structs.replace(self, silent_waits_ms=0)
