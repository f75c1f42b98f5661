"""What goes into the store and what it answers. States, events, log entries, summaries and replies are opaque bytes."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Self

import msgspec

from service.reticent import Reticent

HASH_BYTES = hashlib.sha256().digest_size


def new_commit_id() -> bytes:
    """A random commit id: a counter would repeat after a failover that lost its last writes."""
    return secrets.token_bytes(12)


class At(msgspec.Struct, frozen=True):
    """An instant: milliseconds since the Unix epoch, on the clock of Redis."""

    ms: int


class After(msgspec.Struct, frozen=True):
    """An instant given as a delay in milliseconds from the moment at which the script runs."""

    ms: int


Instant = At | After


class Request(msgspec.Struct, frozen=True):
    """Who asks for a write, under which id, for what. A repeat has the same three.

    `caller` is the empty string where callers have no keys; `body_hash` is a SHA-256 (32 bytes).
    """

    caller: str
    request_id: str
    body_hash: bytes

    def __post_init__(self) -> None:
        if len(self.body_hash) != HASH_BYTES:
            raise ValueError("body_hash must be a SHA-256")

    @classmethod
    def of(cls, caller: str, request_id: str, body: bytes) -> Self:
        return cls(caller, request_id, hashlib.sha256(body).digest())


class Write(Reticent, frozen=True, kw_only=True):
    """What one atomic step leaves behind.

    commit   the id of this commit (`new_commit_id()`), made before, since the reply may quote it
    state    the whole state
    events   appended to the match's events
    log      appended to the match's log
    due      when somebody must look at the match again: the earliest of these; none: never
    opened   when what is asked now was asked first; None: nothing is asked.
    expiry   when the match may be deleted; None: never
    summary  what a listing shows; empty: as before
    reply    the answer to a repeat of this request
    listed   whether a new match is listed
    """

    commit: bytes
    state: bytes
    events: Sequence[bytes] = ()
    log: Sequence[bytes] = ()
    due: Sequence[Instant] = ()
    opened: Instant | None = None
    expiry: Instant | None = None
    summary: bytes = b""
    reply: bytes = b""
    listed: bool = True

    shown = ("commit", "due", "opened", "expiry")


class Applied(msgspec.Struct, frozen=True):
    """The write happened. `head` is the ordinal of the match's last event (0: none yet); `opened_ms` is what `opened`
    came to (0: nothing is asked)."""

    commit: bytes
    head: int
    now_ms: int
    opened_ms: int = 0


class Conflict(msgspec.Struct, frozen=True):
    """Somebody else wrote first; nothing was written. `commit` and `head` are the current ones."""

    commit: bytes
    head: int
    now_ms: int


class Repeat(Reticent, frozen=True):
    """The request was served before; nothing was written. `reply` is the reply stored then."""

    reply: bytes
    now_ms: int

    shown = ("now_ms",)


class RequestReused(msgspec.Struct, frozen=True):
    """The caller used this request id before, for another body; nothing was written."""

    now_ms: int


class Exists(msgspec.Struct, frozen=True):
    """Another request created a match with this id; nothing was written."""

    now_ms: int


class NotFound(msgspec.Struct, frozen=True):
    """There is no such match; nothing was written."""

    now_ms: int


class StoredMatch(Reticent, frozen=True):
    """A match as it was at one instant. `opened_ms` is 0 where nothing is asked."""

    state: bytes
    commit: bytes
    head: int
    opened_ms: int

    shown = ("commit", "head", "opened_ms")


class EventPage(Reticent, frozen=True):
    """Events with the ordinals after + 1, after + 2, ...; `head` is the ordinal of the match's last event."""

    events: list[bytes]
    head: int

    shown = ("head",)


class Timed(Reticent, frozen=True):
    """A log entry or a message, and when it was written."""

    ms: int
    entry: bytes

    shown = ("ms",)


class Said(msgspec.Struct, frozen=True):
    """The message is kept, at `ms`; so too where the request is a repeat."""

    ms: int


class Limited(msgspec.Struct, frozen=True):
    """The seat has sent too many messages; nothing was written."""

    now_ms: int


class ListedMatch(msgspec.Struct, frozen=True):
    """`page_token` leads to the matches after this one, also where it is not the last of its page."""

    match_id: str
    created_ms: int
    summary: bytes
    page_token: str


class MatchPage(msgspec.Struct, frozen=True):
    """A page in order of creation. `next_page_token` is empty on the last page."""

    matches: list[ListedMatch]
    next_page_token: str


class DueMatch(msgspec.Struct, frozen=True):
    """A match claimed by this caller at `now_ms` until `lease_ends_ms`; it was due at `due_ms`."""

    match_id: str
    due_ms: int
    now_ms: int
    lease_ends_ms: int


class Change(msgspec.Struct, frozen=True):
    """A match has moved on to this commit and head, or, where they are None, may have: read it again."""

    commit: bytes | None = None
    head: int | None = None
