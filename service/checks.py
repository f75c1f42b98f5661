"""Checks of what a call names and carries, before anything is done."""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

from google.protobuf.message import Message
from sanguosha.v1 import match_service_pb2 as pb

from engine.ruleset import Ruleset, UnknownRuleset

from .auth import Caller
from .convert import rulesets
from .errors import ServiceError
from .hosting import Hosted
from .stored import State


def match_id_of(name: str) -> str:
    collection, _, match_id = name.partition("/")
    if collection != "matches" or not match_id.isalnum() or len(match_id) > 40 or not match_id.isascii():
        raise ServiceError("NAME_INVALID", "write matches/{match}")
    return match_id


def seat_of(caller: Caller, match_id: str) -> int:
    if caller.token is None:
        raise ServiceError("TOKEN_MISSING", "this call is for a seat: metadata authorization: Bearer <seat token>")
    return caller.seat_of(match_id)


def check_generation(hosted: Hosted, caller: Caller) -> None:
    token = caller.token
    if token is None:
        return
    seats = hosted.stored.seats
    if token.seat >= len(seats) or seats[token.seat].generation != token.generation or not seats[token.seat].taken:
        raise ServiceError("TOKEN_INVALID", "the token was replaced by a later one")


def require(hosted: Hosted, state: State) -> None:
    found = hosted.stored.state
    if found == state:
        return
    if found in (State.FINISHED, State.ABANDONED):
        raise ServiceError("MATCH_OVER", "the match is over")
    if found == State.PLAYING:
        raise ServiceError("MATCH_STARTED", "the match has started")
    raise ServiceError("MATCH_NOT_STARTED", "the match has not started")


def ruleset_of(request: pb.CreateMatchRequest) -> Ruleset:
    try:
        return rulesets.from_message(request.match.ruleset)
    except UnknownRuleset as error:
        raise ServiceError("RULESET_INVALID", str(error)[:200], ruleset=error.reason) from error


def bot_seats_of(request: pb.CreateMatchRequest, seats: int) -> set[int]:
    bots = set(request.bot_seats)
    if any(seat >= seats for seat in bots):
        raise ServiceError("FIELD_INVALID", "bot_seats names a seat that does not exist", field="bot_seats")
    return bots


class Requested(Protocol):
    """Any message with a request id."""

    request_id: str


def check_request_id(request: Requested) -> None:
    """A UUID, in whatever case it was written: brought to lower case, since it is the same."""
    request.request_id = request.request_id.lower()
    try:
        if str(UUID(request.request_id)) == request.request_id:
            return
    except ValueError:
        pass
    raise ServiceError("REQUEST_ID_INVALID", "request_id must be a UUID")


def body_of(request: Message) -> bytes:
    """What a repeat must have in common with the first call. Requests of two methods may have the same bytes."""
    return request.DESCRIPTOR.full_name.encode() + b"\0" + request.SerializeToString(deterministic=True)
