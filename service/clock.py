"""What a match is due for, and when. Instants are milliseconds on the clock of Redis."""

from __future__ import annotations

from engine.match import Match

from .config import Settings
from .store import After, At, Instant
from .stored import State, Stored

WEBHOOK_PAUSES_MS = (0, 1_000, 10_000, 60_000, 600_000, 3_600_000)
"""Before each try to send the result, from the end of the match or the last try on."""


def opened(before: Stored, opened_ms: int, now: Stored) -> Instant | None:
    """When what is asked now was asked first. After a pause everybody has the whole time again."""
    if now.state != State.PLAYING or not now.window:
        return None
    return At(opened_ms) if now.window == before.window and not before.paused else After(0)


def due(stored: Stored, live: Match | None, since: Instant | None, settings: Settings) -> tuple[Instant, ...]:
    """When somebody must look at the match; `since` is what `opened` said."""
    if owes_result(stored):
        return (After(WEBHOOK_PAUSES_MS[stored.webhook_tries]),)
    if live is None or since is None or stored.paused:
        return ()
    instants: list[Instant] = []
    if live.holding:
        instants.append(_later(since, stored.ruleset.silent_waits_ms))
    allowed = allowed_ms(stored, live)
    if allowed and any(not stored.seats[seat].by_house for seat in live.open):
        instants.append(_later(since, allowed))
    if any(stored.seats[seat].by_house for seat in live.open):
        instants.append(After(settings.bot_delay_ms))
    return tuple(instants)


def owes_result(stored: Stored) -> bool:
    """Whether the result is still to be sent."""
    return stored.over and bool(stored.terms.webhook_uri) and 0 <= stored.webhook_tries < len(WEBHOOK_PAUSES_MS)


def allowed_ms(stored: Stored, live: Match) -> int:
    """How long the open decisions may take, which are all of one kind; 0: as long as they like."""
    kinds = [decision.question.kind for decision in live.open.values()]
    return stored.options.deadlines_ms.get(kinds[0], 0) if kinds else 0


def deadline_ms(stored: Stored, live: Match, opened_ms: int) -> int:
    """When the defaults are given; 0: never."""
    allowed = allowed_ms(stored, live)
    return opened_ms + allowed if allowed and opened_ms and not stored.paused else 0


def _later(since: Instant, milliseconds: int) -> Instant:
    return At(since.ms + milliseconds) if isinstance(since, At) else After(since.ms + milliseconds)
