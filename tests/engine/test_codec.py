"""Stored bytes are canonical, and checked on the way in."""

from __future__ import annotations

import msgspec
import pytest

from engine.codec import Corrupted, decode_record, decode_snapshot, encode_record, encode_snapshot
from engine.match import Match
from engine.ruleset import Ruleset
from tests.engine.playing import many_stops


@pytest.fixture(scope="module")
def stored() -> bytes:
    """A match in the middle, a few answers after its last quiet point."""
    wanted = (match for match in many_stops(Ruleset(5)) if match.game.round and len(match.tail) > 1)
    return encode_record(next(wanted).record())


def test_what_is_decoded_encodes_to_the_same_bytes(stored: bytes) -> None:
    record = decode_record(stored)
    assert encode_record(record) == stored
    assert encode_snapshot(decode_snapshot(record.checkpoint)) == record.checkpoint


def test_bytes_that_are_cut_short_are_corrupted(stored: bytes) -> None:
    for length in range(0, len(stored), 7):
        with pytest.raises(Corrupted):
            decode_record(stored[:length])


def test_bytes_with_something_behind_them_are_corrupted(stored: bytes) -> None:
    with pytest.raises(Corrupted):
        decode_record(stored + b"\0")


def test_a_state_that_is_cut_short_is_corrupted(stored: bytes) -> None:
    record = decode_record(stored)
    cut = msgspec.structs.replace(record, checkpoint=record.checkpoint[:-1])
    with pytest.raises(Corrupted):
        Match.resume(cut)


@pytest.mark.parametrize("garbage", [b"", b"\xc1", b"null", b"\x90", msgspec.msgpack.encode({"checkpoint": 1})])
def test_anything_else_is_corrupted(garbage: bytes) -> None:
    with pytest.raises(Corrupted):
        decode_record(garbage)
    with pytest.raises(Corrupted):
        decode_snapshot(garbage)


def test_a_field_of_another_type_is_corrupted(stored: bytes) -> None:
    fields = msgspec.msgpack.decode(stored)
    for n in range(len(fields)):
        wrong = [*fields[:n], {"wrong": True}, *fields[n + 1 :]]
        with pytest.raises(Corrupted):
            decode_record(msgspec.msgpack.encode(wrong))


def test_a_flipped_byte_is_never_taken_for_the_match_that_was_stored(stored: bytes) -> None:
    """It may decode; what it decodes to is then another record, which is what a checksum or a replay tells apart."""
    whole = decode_record(stored)
    for n in range(0, len(stored), 5):
        damaged = stored[:n] + bytes([stored[n] ^ 0x41]) + stored[n + 1 :]
        try:
            record = decode_record(damaged)
        except Corrupted:
            continue
        assert record != whole
