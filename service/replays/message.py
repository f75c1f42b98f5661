"""Replays: a match that is over, and every answer that led there."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from sanguosha.v1 import replay_service_pb2 as pb

from engine.codec import Record, encode_record

from ..matches.stored import Stored, decode_log
from ..store import Timed
from ..telling.resources import match_message
from .steps import step_message, steps_digest


def replay_message(match_id: str, kept: Stored, log: Sequence[Timed]) -> pb.Replay:
    """Of a match that is over. Raises STATE_CORRUPTED."""
    record = kept.record
    steps = [step_message(decode_log(timed.entry), timed.ms) for timed in log]
    return pb.Replay(
        match=match_message(match_id, kept),
        steps=steps,
        event_count=record.event_count if record else 0,
        final_state_digest=state_digest(record),
        steps_digest=steps_digest(steps),
    )


def state_digest(record: Record | None) -> bytes:
    """As `Replay.final_state_digest`. Of the whole record: what was broken off stands some answers after its last
    checkpoint."""
    return sha256(encode_record(record)).digest() if record else b""
