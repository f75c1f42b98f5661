"""`sgs list`: the matches of a server, a line each."""

from __future__ import annotations

from typing import Any

from google.protobuf.descriptor import FieldDescriptor
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
    """The edition, the mode, the packs, and the options that are on or say something."""
    chosen = match.ruleset
    options = [option(field, value) for field, value in chosen.options.ListFields()]
    return ", ".join([f"{chosen.edition} {chosen.mode}", *chosen.packs, *filter(None, options)])


def option(field: FieldDescriptor, value: Any) -> str:
    """A number is told, also where it is 0; heroes are on unless it is said."""
    if field.name == "heroes":
        return "" if value else "no heroes"
    if field.type in (field.TYPE_BOOL, field.TYPE_MESSAGE):
        return field.name
    return f"{field.name}={value}"
