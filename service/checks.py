"""Checks of what a call names and carries, before anything is done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol
from unicodedata import category

from google.protobuf.message import Message
from sanguosha.v1 import match_pb2, ruleset_pb2, series_service_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.ruleset import Ruleset, UnknownRuleset

from .access.auth import SPECTATOR, Caller
from .convert import rulesets
from .errors import ServiceError
from .hosting import Hosted
from .matches.stored import State, Stored
from .matches.terms import Access, TableOptions

MOST_NAME = 32  # characters
MOST_TALK = 200
MOST_ANNOTATIONS = 16
MOST_ANNOTATION_BYTES = 1024
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
JOINER = "\u200d"
PICTURED = ("So", "Sk", "Mn")  # pictures, their shades of skin, and what asks for colours
INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # control, format, surrogate, private, unassigned, line ends


def match_id_of(name: str) -> str:
    collection, _, match_id = name.partition("/")
    if collection != "matches" or not match_id.isalnum() or len(match_id) > 40 or not match_id.isascii():
        raise ServiceError("NAME_INVALID", "write matches/{match}")
    return match_id


def series_id_of(name: str) -> str:
    collection, _, series_id = name.partition("/")
    if collection != "series" or not series_id.isalnum() or len(series_id) > 40 or not series_id.isascii():
        raise ServiceError("NAME_INVALID", "write series/{series}")
    return series_id


def seat_of(caller: Caller, match_id: str) -> int:
    if caller.token is None or caller.token.seat == SPECTATOR:
        raise ServiceError("TOKEN_MISSING", "this call is for a seat: metadata authorization: Bearer <seat token>")
    return caller.seat_of(match_id)


def check_generation(stored: Stored, caller: Caller) -> None:
    """Raises TOKEN_INVALID where the caller's token was replaced."""
    token = caller.token
    if token is None:
        return
    seats = stored.seats
    if token.seat == SPECTATOR:
        valid = token.generation == stored.spectator_generation
    else:
        valid = token.seat < len(seats) and seats[token.seat].generation == token.generation and seats[token.seat].taken
    if not valid:
        raise ServiceError("TOKEN_INVALID", "the token was replaced by a later one")


def check_may_watch(stored: Stored, caller: Caller) -> None:
    """Raises TOKEN_INVALID and SPECTATORS_REFUSED. A seat may watch its own match, whatever was agreed."""
    check_generation(stored, caller)
    access = stored.terms.access
    if caller.token is None and access != Access.EVERYBODY:
        raise ServiceError("SPECTATORS_REFUSED", "this match is not open to spectators")
    if caller.token is not None and caller.token.seat == SPECTATOR and access == Access.NOBODY:
        raise ServiceError("SPECTATORS_REFUSED", "this match is not open to spectators")


def require(hosted: Hosted, state: State) -> None:
    found = hosted.stored.state
    if found == state:
        return
    if found in (State.FINISHED, State.ABANDONED):
        raise ServiceError("MATCH_OVER", "the match is over")
    if found == State.PLAYING:
        raise ServiceError("MATCH_STARTED", "the match has started")
    raise ServiceError("MATCH_NOT_STARTED", "the match has not started")


def ruleset_of(message: ruleset_pb2.Ruleset) -> tuple[Ruleset, TableOptions]:
    try:
        return rulesets.from_message(message), rulesets.table_options(message.options)
    except UnknownRuleset as error:
        raise ServiceError("RULESET_INVALID", str(error)[:200], ruleset=error.reason) from error


def bot_seats_of(request: pb.CreateMatchRequest, seats: int) -> set[int]:
    bots = set(request.bot_seats)
    if any(seat >= seats for seat in bots):
        raise ServiceError("FIELD_INVALID", "bot_seats names a seat that does not exist", field="bot_seats")
    return bots


def access_of(match: match_pb2.Match | series_service_pb2.Series) -> Access:
    try:
        return Access(match.spectator_access or Access.EVERYBODY)
    except ValueError as error:
        raise ServiceError("FIELD_INVALID", "there is no such access", field="spectator_access") from error


def display_name_of(name: str) -> str:
    return _text_of(name, MOST_NAME, "display_name")


def talk_of(text: str) -> str:
    if not text.strip():
        raise ServiceError("FIELD_INVALID", "there is nothing to say", field="text")
    _text_of(_unjoined(text), MOST_TALK, "text")
    return text


def _unjoined(text: str) -> str:
    """With a blank for each joiner that makes one picture of two, a format character that turns nothing round."""
    joins = (
        letter == JOINER
        and category(text[n - 1 : n] or " ") in PICTURED
        and category(text[n + 1 : n + 2] or " ") == "So"
        for n, letter in enumerate(text)
    )
    return "".join(" " if joined else letter for letter, joined in zip(text, joins, strict=True))


def annotations_of(annotations: Mapping[str, str]) -> dict[str, str]:
    """In one order, whatever the client's was."""
    size = sum(len(key.encode()) + len(value.encode()) for key, value in annotations.items())
    if len(annotations) > MOST_ANNOTATIONS or size > MOST_ANNOTATION_BYTES:
        bounds = f"at most {MOST_ANNOTATIONS} annotations, of {MOST_ANNOTATION_BYTES} bytes together"
        raise ServiceError("FIELD_INVALID", bounds, field="annotations")
    return {key: annotations[key] for key in sorted(annotations)}


def _text_of(text: str, most: int, field: str) -> str:
    """What people wrote, on one line: nothing in it may move the cursor of a terminal or turn the line round."""
    if len(text) > most or any(category(letter) in INVISIBLE for letter in text):
        raise ServiceError("FIELD_INVALID", f"{field}: at most {most} visible characters", field=field)
    return text


class Requested(Protocol):
    """Any message with a request id."""

    request_id: str


def check_request_id(request: Requested) -> None:
    """A UUID, in whatever case it was written: brought to lower case, since it is the same."""
    request.request_id = request.request_id.lower()
    if not UUID.fullmatch(request.request_id):
        raise ServiceError("REQUEST_ID_INVALID", "request_id must be a UUID")


def body_of(request: Message) -> bytes:
    """What a repeat must have in common with the first call. Requests of two methods may have the same bytes."""
    return request.DESCRIPTOR.full_name.encode() + b"\0" + request.SerializeToString(deterministic=True)
