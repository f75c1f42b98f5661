"""Replays: a match that is over, and every answer that led there."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from sanguosha.v1 import replay_service_pb2 as pb

from engine.questions import Answer, Chosen

from . import stored
from .convert.decisions import candidate_message
from .resources import match_message
from .store import Timed
from .stored import LogEntry, Stored, decode_log


def replay_message(match_id: str, kept: Stored, log: Sequence[Timed]) -> pb.Replay:
    """Of a match that is over. Raises STATE_CORRUPTED."""
    record = kept.record
    return pb.Replay(
        match=match_message(match_id, kept),
        steps=[_step(decode_log(timed.entry), timed.ms) for timed in log],
        event_count=record.event_count if record else 0,
        final_state_digest=state_digest(record.checkpoint) if record else b"",
    )


def state_digest(checkpoint: bytes) -> bytes:
    return sha256(checkpoint).digest()


def _step(entry: LogEntry, ms: int) -> pb.ReplayStep:
    step = pb.ReplayStep(rules_version=entry.rules_version)
    step.time.FromMilliseconds(ms)
    if entry.decision:
        step.answer.CopyFrom(_answer(entry))
        return step
    match entry.answer.option:
        case stored.STARTED:
            step.started = True
        case stored.ABANDONED:
            step.abandoned = True
        case stored.ELAPSED:
            step.window_elapsed = True
        case stored.CONCEDED:
            step.conceded = entry.seat
    return step


def _answer(entry: LogEntry) -> pb.ReplayAnswer:
    answer: Answer = entry.answer
    return pb.ReplayAnswer(
        seat=entry.seat,
        decision=entry.decision,
        option=answer.option,
        picks=map(_pick, answer.picks),
        answerer=pb.Answerer.ValueType(entry.answerer),
    )


def _pick(chosen: Chosen) -> pb.ReplayPick:
    return pb.ReplayPick(
        items=[candidate_message(0, item) for item in chosen.items],
        buckets=[candidate_message(0, bucket) for bucket in chosen.buckets],
    )
