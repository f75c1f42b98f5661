"""The steps of a replay: log entries as messages, and back."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from sanguosha.v1 import replay_service_pb2 as pb

from engine.questions import Answer, Chosen

from ..convert.decisions import candidate_from_message, candidate_message
from ..matches import stored
from ..matches.stored import NOBODY, Answerer, LogEntry, happening


def step_message(entry: LogEntry, ms: int) -> pb.ReplayStep:
    """The entry, logged at an instant."""
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
        case stored.REWOUND:
            step.rewound = True
    return step


def entry_of(step: pb.ReplayStep) -> LogEntry:
    """The entry that the step was made from. Raises `ValueError` where no entry makes such a step."""
    version = step.rules_version
    match step.WhichOneof("step"):
        case "answer" if step.answer.decision:
            given = step.answer
            answer = Answer(given.option, tuple(map(_chosen, given.picks)))
            return LogEntry(given.seat, given.decision, answer, Answerer(given.answerer), version)
        case "started" if step.started:
            return happening(stored.STARTED, NOBODY, version)
        case "abandoned" if step.abandoned:
            return happening(stored.ABANDONED, NOBODY, version)
        case "window_elapsed" if step.window_elapsed:
            return happening(stored.ELAPSED, NOBODY, version)
        case "rewound" if step.rewound:
            return happening(stored.REWOUND, NOBODY, version)
        case "conceded":
            return happening(stored.CONCEDED, step.conceded, version)
    raise ValueError("it says neither that anything happened nor which decision was answered")


def steps_digest(steps: Sequence[pb.ReplayStep]) -> bytes:
    """As `Replay.steps_digest`."""
    return sha256(pb.Replay(steps=steps).SerializeToString(deterministic=True)).digest()


def _answer(entry: LogEntry) -> pb.ReplayAnswer:
    answer = entry.answer
    return pb.ReplayAnswer(
        seat=entry.seat,
        decision=entry.decision,
        option=answer.option,
        picks=map(_pick, answer.picks),
        answerer=pb.Answerer.ValueType(entry.answerer),
    )


def _pick(chosen: Chosen) -> pb.ReplayPick:
    """Of each candidate what it means: without the question, its number in it says nothing."""
    return pb.ReplayPick(
        items=[candidate_message(0, item) for item in chosen.items],
        buckets=[candidate_message(0, bucket) for bucket in chosen.buckets],
    )


def _chosen(pick: pb.ReplayPick) -> Chosen:
    return Chosen(tuple(map(candidate_from_message, pick.items)), tuple(map(candidate_from_message, pick.buckets)))
