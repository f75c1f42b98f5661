"""What a match that is over still has to bring somewhere, and how often that was tried."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from ..config.settings import Settings
from ..matches.stored import Stored

PAUSES_MS = (0, 1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000)
"""Before each try, from the end of the match or the last try on; 31 hours in all."""

DONE = -1


class Errand(StrEnum):
    """Each is the field of `Stored` that counts its tries, or says that it is DONE."""

    WEBHOOK = "webhook_tries"
    ARCHIVE = "archive_tries"


def owed(stored: Stored, settings: Settings) -> dict[Errand, int]:
    """The errands that are to be tried, and how often they were. What was tried as often as there are pauses is given
    up. A match that was abandoned before it started has nothing to archive."""
    if not stored.over:
        return {}
    tries = dict[Errand, int]()
    if stored.terms.webhook_uri:
        tries[Errand.WEBHOOK] = stored.webhook_tries
    if settings.archive and stored.record is not None:
        tries[Errand.ARCHIVE] = stored.archive_tries
    return {errand: count for errand, count in tries.items() if 0 <= count < len(PAUSES_MS)}


def pause_ms(tries: Mapping[Errand, int]) -> int:
    """How long until the next try. What is owed is tried together, so that one pause does for all."""
    return PAUSES_MS[min(tries.values())]


def noted(stored: Stored, came_off: Mapping[Errand, bool]) -> Stored:
    """The match after a try."""
    counts = {errand: DONE if done else getattr(stored, errand) + 1 for errand, done in came_off.items()}
    return msgspec.structs.replace(stored, **counts)
