"""A match as the store keeps it: what surrounds the engine's record."""

from __future__ import annotations

import secrets
from enum import IntEnum
from hashlib import blake2b, sha256
from typing import Any, Union

import msgspec
from sanguosha.v1 import match_pb2

from engine.codec import Record
from engine.events import EVENTS, Event
from engine.questions import Answer
from engine.ruleset import Ruleset

from ..errors import ServiceError
from ..reticent import Reticent
from .results import Result
from .terms import TableOptions, Terms
from .upcasts import FORMAT, MOST_FORMAT, UNNUMBERED, upcast


class State(IntEnum):
    """Numbers of `MatchState` in the contract."""

    LOBBY = 1
    PLAYING = 2
    FINISHED = 3
    ABANDONED = 4

    @property
    def message(self) -> match_pb2.MatchState.ValueType:
        return match_pb2.MatchState.ValueType(self)


class Seat(msgspec.Struct, array_like=True, frozen=True):
    """`generation` is another number whenever the seat's token is replaced. It begins at random: a match that has
    expired and is created again by the same request has the same name, but no token of the first is valid in the
    second. `missed` is how many deadlines passed in a row. `absent` is whether the house plays for the player, of which
    `away` is what everybody is told: who is asked in a window is nobody's business. The rest is as in `MatchSeat`."""

    taken: bool = False
    bot: bool = False
    generation: int = 0
    display_name: str = ""
    away: bool = False
    conceded: bool = False
    missed: int = 0
    absent: bool = False

    @property
    def by_house(self) -> bool:
        """Whether the house answers."""
        return self.bot or self.absent

    @property
    def has_player(self) -> bool:
        """Whether everybody may think that a player answers."""
        return not (self.bot or self.away)


def new_generation() -> int:
    return secrets.randbits(32)


def new_seat(bot: bool, display_name: str = "") -> Seat:
    """A seat of the house, of somebody with a name, or a free one."""
    return Seat(taken=bot or bool(display_name), bot=bot, generation=new_generation(), display_name=display_name)


class Stored(Reticent, array_like=True, frozen=True):
    """`record` is absent until the match starts. `host` created the match. `window` is the one that is open (the
    ordinal of its event; 0: none); the store knows since when. `revision` counts what changed in `Match` but the etag.
    `spectator_generation` is as `Seat.generation`, for the token to watch with. `webhook_tries` is how often
    sending the result was tried (-1: it was taken), `archive_tries` the same for the archive."""

    state: State
    host: str
    ruleset: Ruleset
    seats: tuple[Seat, ...]
    seed: bytes
    salt: bytes
    seeded_by_creator: bool
    created_ms: int
    rules_version: str
    record: Record | None = None
    result: Result | None = None
    window: int = 0
    options: TableOptions = TableOptions()
    terms: Terms = Terms()
    revision: int = 0
    spectator_generation: int = 0
    paused: bool = False
    pause_requests: tuple[int, ...] = ()
    rematch: str = ""
    webhook_tries: int = 0
    archive_tries: int = 0

    shown = ("state", "host", "ruleset", "seats", "created_ms", "rules_version")

    @property
    def over(self) -> bool:
        return self.state in (State.FINISHED, State.ABANDONED)

    @property
    def commitment(self) -> bytes:
        return sha256(self.seed + self.salt).digest()


class Answerer(IntEnum):
    """Numbers of `Answerer` in the contract."""

    PLAYER = 1
    HOUSE = 2
    DEADLINE = 3


class LogEntry(Reticent, array_like=True, frozen=True):
    """One answer of a match's history, enough to play it again: by which seat, to which of its decisions, and who gave
    it. What happens to a match but for the answers is logged with decision 0: see `happening`."""

    seat: int
    decision: int
    answer: Answer
    answerer: Answerer
    rules_version: str

    shown = ("seat", "decision", "answerer", "rules_version")


STARTED, ELAPSED, CONCEDED, ABANDONED, REWOUND = "start", "elapse", "concede", "abandon", "rewind"
NOBODY = -1


def happening(what: str, seat: int, rules_version: str) -> LogEntry:
    """A log entry that is no answer: STARTED, ELAPSED (the least duration of a window is over), CONCEDED, ABANDONED,
    REWOUND (to the last quiet point)."""
    return LogEntry(seat, 0, Answer(what), Answerer.PLAYER if seat >= 0 else Answerer.HOUSE, rules_version)


DIGEST_BYTES = 8

_encoder = msgspec.msgpack.Encoder()
_stored = msgspec.msgpack.Decoder(Stored)
_fields = msgspec.msgpack.Decoder(list[Any])
_events: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Union[EVENTS])  # noqa: UP007  # a tuple of types has no other spelling
_log = msgspec.msgpack.Decoder(LogEntry)


def encode(thing: LogEntry | Event) -> bytes:
    return _encoder.encode(thing)


def encode_stored(stored: Stored) -> bytes:
    """A digest of the rest, since altered bytes may well decode, to a match that nobody played; the number of the
    format; the match."""
    numbered = bytes([FORMAT]) + _encoder.encode(stored)
    return _digest(numbered) + numbered


def decode_stored(blob: bytes) -> Stored:
    """Brings older formats to the present one. Raises STATE_CORRUPTED, and RULES_VERSION_UNAVAILABLE for a format that
    only a later server reads."""
    digest, rest = blob[:DIGEST_BYTES], blob[DIGEST_BYTES:]
    if not rest or digest != _digest(rest):
        raise ServiceError("STATE_CORRUPTED", "the stored match was altered")
    numbered = rest[0] <= MOST_FORMAT
    stored_format, body = (rest[0], rest[1:]) if numbered else (UNNUMBERED, rest)
    if stored_format > FORMAT:
        said = f"the match is stored in format {stored_format}, by a later server"
        raise ServiceError("RULES_VERSION_UNAVAILABLE", said, stored_format=str(stored_format))
    try:
        if stored_format < FORMAT:
            body = _encoder.encode(upcast(_fields.decode(body), stored_format))
        return _stored.decode(body)
    except msgspec.MsgspecError as error:
        raise ServiceError("STATE_CORRUPTED", "the stored match cannot be read") from error


def _digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=DIGEST_BYTES).digest()


def decode_event(blob: bytes) -> Event:
    """Raises STATE_CORRUPTED."""
    try:
        return _events.decode(blob)
    except msgspec.MsgspecError as error:
        raise ServiceError("STATE_CORRUPTED", "a stored event cannot be read") from error


def decode_log(blob: bytes) -> LogEntry:
    """Raises STATE_CORRUPTED."""
    try:
        return _log.decode(blob)
    except msgspec.MsgspecError as error:
        raise ServiceError("STATE_CORRUPTED", "a stored answer cannot be read") from error
