"""Stored bytes: canonical, ordered, checked by type on the way in."""

from __future__ import annotations

import msgspec

from .questions import Answer
from .state import Snapshot


class Given(msgspec.Struct, array_like=True, frozen=True):
    """An answer as it was given: by which seat, to the question with which mark."""

    seat: int
    mark: bytes
    answer: Answer


class Record(msgspec.Struct, array_like=True, frozen=True):
    """A stored match: the state at the last quiet point, the answers since, and what now waits.

    `open` holds (seat, decision id, mark) of the waiting questions; `event_count` counts all events of the match, and
    `digest` hashes those since the checkpoint, so that a replay can be told from a drift.
    """

    checkpoint: bytes
    tail: tuple[Given, ...]
    open: tuple[tuple[int, int, bytes], ...]
    event_count: int
    digest: bytes


class Corrupted(Exception):
    """Stored bytes that do not decode."""


_encoder = msgspec.msgpack.Encoder()
_snapshots = msgspec.msgpack.Decoder(Snapshot)
_records = msgspec.msgpack.Decoder(Record)


def encode_snapshot(snapshot: Snapshot) -> bytes:
    return _encoder.encode(snapshot)


def decode_snapshot(blob: bytes) -> Snapshot:
    try:
        return _snapshots.decode(blob)
    except msgspec.MsgspecError as error:
        raise Corrupted("the stored state does not decode") from error


def encode_record(record: Record) -> bytes:
    return _encoder.encode(record)


def decode_record(blob: bytes) -> Record:
    try:
        return _records.decode(blob)
    except msgspec.MsgspecError as error:
        raise Corrupted("the stored match does not decode") from error


def encode_event(event: object) -> bytes:
    return _encoder.encode(event)
