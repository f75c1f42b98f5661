"""The match resource: what everybody may know about a match from outside."""

from __future__ import annotations

from sanguosha.v1 import match_pb2

from .auth import SPECTATOR
from .convert import rulesets
from .hosting import Hosted
from .stored import State, Stored
from .updates import etag


def match_message(hosted: Hosted) -> match_pb2.Match:
    """What everybody may know about a match from outside."""
    stored = hosted.stored
    over = stored.state in (State.FINISHED, State.ABANDONED)
    message = match_pb2.Match(
        name=f"matches/{hosted.match_id}",
        state=stored.state.message,
        ruleset=rulesets.to_message(stored.ruleset),
        seats=[match_pb2.MatchSeat(seat=n, taken=s.taken, bot=s.bot) for n, s in enumerate(stored.seats)],
        etag=etag(hosted, SPECTATOR),
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


def summary_of(match_id: str, stored: Stored) -> bytes:
    """What a listing keeps of a match."""
    return match_message(Hosted(match_id, b"", 0, stored, None)).SerializeToString()
