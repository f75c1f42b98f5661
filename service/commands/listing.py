"""`sgs list`: the matches of a server, a line each."""

from __future__ import annotations

from sanguosha.v1 import match_pb2

from .connection import Connection
from .watch import Say


def list_matches(connection: Connection, most: int, say: Say = print) -> None:
    """The newest first."""
    for match in connection.newest(most):
        say(f"{match.name}  {state(match):9}  {seats(match)}  {ruleset(match)}")


def state(match: match_pb2.Match) -> str:
    return match_pb2.MatchState.Name(match.state).removeprefix("MATCH_STATE_").lower()


def seats(match: match_pb2.Match) -> str:
    house = sum(seat.bot for seat in match.seats)
    free = sum(not seat.taken for seat in match.seats)
    counts = [f"{count} {what}" for count, what in ((house, "house"), (free, "free")) if count]
    return f"{len(match.seats)} seats" + (f" ({', '.join(counts)})" if counts else "")


def ruleset(match: match_pb2.Match) -> str:
    """The edition, the mode, the packs, and the options that are on."""
    chosen = match.ruleset
    options = [field.name for field, value in chosen.options.ListFields() if value]
    return ", ".join([f"{chosen.edition} {chosen.mode}", *chosen.packs, *options])
