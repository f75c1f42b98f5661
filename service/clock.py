"""What a match is due for, and when. Instants are milliseconds on the clock of Redis."""

from __future__ import annotations

from engine.match import Match

from .config import Settings
from .store import After, At, Instant
from .stored import State, Stored

WEBHOOK_PAUSES_MS = (0, 1_000, 10_000, 60_000, 600_000, 3_600_000)
"""Before each try to send the result, from the end of the match or the last try on."""


SECRET = ("RESPOND", "INVOKE")
"""Kinds of decision that nobody but the seat knows it was asked."""


def opened(before: Stored, opened_ms: int, now: Stored, live: Match | None) -> Instant | None:
    """When what is asked now was asked first. After a pause everybody has the whole time again, and so has a player who
    is back, where everybody sees that it is their turn."""
    if now.state != State.PLAYING or not now.window:
        return None
    if now.window != before.window or before.paused or (live and _is_back(before, now, live)):
        return After(0)
    return At(opened_ms)


def _is_back(before: Stored, now: Stored, live: Match) -> bool:
    back = [seat for seat in live.open if before.seats[seat].by_house and not now.seats[seat].by_house]
    return bool(back) and is_open_to_all(live)


def is_open_to_all(live: Match) -> bool:
    """Whether everybody knows who is asked now."""
    return all(decision.question.kind not in SECRET for decision in live.open.values())


def due(stored: Stored, live: Match | None, since: Instant | None, settings: Settings) -> tuple[Instant, ...]:
    """When somebody must look at the match; `since` is what `opened` said: what is done meanwhile moves nothing."""
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
        instants.append(_later(since, settings.bot_delay_ms))
    return tuple(instants)


def owes_result(stored: Stored) -> bool:
    """Whether the result is still to be sent."""
    return stored.over and bool(stored.terms.webhook_uri) and 0 <= stored.webhook_tries < len(WEBHOOK_PAUSES_MS)


def longest_ms(stored: Stored) -> int:
    """The longest that the match may wait for anything."""
    pauses = WEBHOOK_PAUSES_MS if stored.terms.webhook_uri else ()
    return max(stored.options.spectator_delay_ms, *stored.options.deadlines_ms.values(), *pauses, 0)


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
