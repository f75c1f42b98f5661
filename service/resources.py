"""The match resource: what everybody may know about a match from outside."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import blake2b

from sanguosha.v1 import match_pb2

from engine.match import Match
from engine.view import SPECTATOR

from .convert import rulesets
from .stored import State, Stored


def match_message(match_id: str, stored: Stored, live: Match | None) -> match_pb2.Match:
    """`live` is there once the match has started."""
    over = stored.state in (State.FINISHED, State.ABANDONED)
    message = match_pb2.Match(
        name=f"matches/{match_id}",
        state=stored.state.message,
        ruleset=rulesets.to_message(stored.ruleset),
        seats=[match_pb2.MatchSeat(seat=n, taken=s.taken, bot=s.bot) for n, s in enumerate(stored.seats)],
        etag=etag(match_id, stored, live, SPECTATOR),
        commitment=stored.commitment,
        seed=stored.seed if over else b"",
        salt=stored.salt if over else b"",
        seeded_by_creator=stored.seeded_by_creator,
    )
    message.create_time.FromMilliseconds(stored.created_ms)
    if stored.state == State.FINISHED:
        message.result.winners.extend(stored.winners)
        message.result.roles.extend(stored.roles)
        message.result.reason = stored.ending
    return message


def etag(match_id: str, stored: Stored, live: Match | None, viewer: int) -> str:
    """A function of what the viewer may see: a commit that shows it nothing changes no etag of its own."""
    waiting = live.open.get(viewer) if live else None
    parts = (
        match_id,
        str(int(stored.state)),
        "".join("x" if seat.taken else "-" for seat in stored.seats),
        str(live.game.event_count if live else 0),
        str(viewer),
        str(waiting.id if waiting else 0),
    )
    return urlsafe_b64encode(blake2b("\0".join(parts).encode(), digest_size=9).digest()).decode()
