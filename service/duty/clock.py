"""What a match is due for, and when. Instants are milliseconds on the clock of Redis."""

from __future__ import annotations

from engine.match import Match

from ..config.settings import Settings
from ..matches.stored import State, Stored
from ..store import After, At, Instant
from .owed import owed, pause_ms

MARGIN_MS = 60_000  # that a match lives beyond whatever it may wait for

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
    tries = owed(stored, settings)
    if tries:
        return (After(pause_ms(tries)),)
    if live is None or since is None or stored.paused:
        return ()
    instants: list[Instant] = []
    if live.holding:
        instants.append(_later(since, stored.ruleset.silent_waits_ms))
    allowed = allowed_ms(stored, live)
    by_house = [stored.seats[seat].by_house for seat in live.open]
    if allowed and not all(by_house):
        instants.append(_later(since, allowed))
    if any(by_house):
        instants.append(_later(since, settings.bot_delay_ms))
    return tuple(instants)


def lifetime_ms(stored: Stored, settings: Settings) -> int:
    """How long the match lives if nothing changes: longer than it waits for anything."""
    longest = max(stored.options.spectator_delay_ms, *stored.options.deadlines_ms.values(), 0)
    return max(settings.idle_expiry * 1000, longest + MARGIN_MS)


def expiry(stored: Stored, settings: Settings) -> Instant | None:
    """When the match may be deleted: not as long as it owes anything."""
    return None if owed(stored, settings) else After(lifetime_ms(stored, settings))


def allowed_ms(stored: Stored, live: Match) -> int:
    """How long the open decisions may take, which are all of one kind; 0: as long as they like."""
    first = next(iter(live.open.values()), None)
    return stored.options.deadlines_ms.get(first.question.kind, 0) if first else 0


def deadline_ms(stored: Stored, live: Match, opened_ms: int) -> int:
    """When the defaults are given; 0: never."""
    allowed = allowed_ms(stored, live)
    return opened_ms + allowed if allowed and opened_ms and not stored.paused else 0


def _later(since: Instant, milliseconds: int) -> Instant:
    return At(since.ms + milliseconds) if isinstance(since, At) else After(since.ms + milliseconds)
