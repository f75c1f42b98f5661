"""The match resource: what everybody may know about a match from outside."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import blake2b

from sanguosha.v1 import match_pb2

from engine.match import Match
from engine.view import SPECTATOR

from ..convert import rulesets
from ..matches import results
from ..matches.stored import Seat, State, Stored


def match_message(match_id: str, stored: Stored, tag: str = "") -> match_pb2.Match:
    """`tag` is its etag."""
    terms = stored.terms
    message = match_pb2.Match(
        name=f"matches/{match_id}",
        state=stored.state.message,
        ruleset=rulesets.to_message(stored.ruleset, stored.options),
        seats=[_seat(n, seat) for n, seat in enumerate(stored.seats)],
        etag=tag,
        commitment=stored.commitment,
        seed=stored.seed if stored.over else b"",
        salt=stored.salt if stored.over else b"",
        seeded_by_creator=stored.seeded_by_creator,
        annotations=terms.annotations,
        spectator_access=match_pb2.SpectatorAccess.ValueType(terms.access),
        unlisted=terms.unlisted,
        auto_start=terms.auto_start,
        code=terms.code if stored.state == State.LOBBY else "",
        paused=stored.paused,
        pause_requested_by=stored.pause_requests,
        rematch=f"matches/{stored.rematch}" if stored.rematch else "",
    )
    message.create_time.FromMilliseconds(stored.created_ms)
    if stored.result:
        message.result.CopyFrom(result_message(stored))
    return message


def whole_message(match_id: str, stored: Stored) -> match_pb2.Match:
    """With its etag."""
    return match_message(match_id, stored, etag(match_id, stored, None, SPECTATOR))


def result_message(stored: Stored) -> match_pb2.MatchResult:
    """How a finished match ended."""
    assert stored.result is not None
    return results.to_message(stored.result, stored.seats)


def etag(match_id: str, stored: Stored, live: Match | None, viewer: int) -> str:
    """A function of what the viewer may see: a commit that shows it nothing changes no etag of its own."""
    waiting = live.open.get(viewer) if live else None
    parts = (
        match_id,
        str(stored.revision),
        str(live.game.event_count if live else 0),
        str(viewer),
        str(waiting.id if waiting else 0),
    )
    return urlsafe_b64encode(blake2b("\0".join(parts).encode(), digest_size=9).digest()).decode()


def _seat(number: int, seat: Seat) -> match_pb2.MatchSeat:
    return match_pb2.MatchSeat(
        seat=number,
        taken=seat.taken,
        bot=seat.bot,
        display_name=seat.display_name,
        away=seat.away,
        conceded=seat.conceded,
    )
