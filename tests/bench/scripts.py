"""Random matches, recorded once and replayed for each measurement, so that the player's own thinking costs nothing."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple

from engine.match import Match
from engine.questions import Answer
from engine.ruleset import Ruleset
from tests.engine.playing import random_answer


class Script(NamedTuple):
    """A match to its end: its beginning, and every answer as (seat, decision, answer)."""

    ruleset: Ruleset
    seed: bytes
    answers: tuple[tuple[int, int, Answer], ...]


def scripts(ruleset: Ruleset, count: int) -> list[Script]:
    recorded = [_script(ruleset, number) for number in range(count)]
    gc.collect()
    gc.freeze()  # the collector's passes during a measurement are over what is measured, not over the recordings
    return recorded


def _script(ruleset: Ruleset, number: int) -> Script:
    chance = Random(number)
    seed = number.to_bytes(16, "big")
    match = Match.start(ruleset, seed)
    answers = []
    while not match.over:
        seat = chance.choice(list(match.open))
        decision = match.open[seat]
        answer = random_answer(chance, decision.question)
        answers.append((seat, decision.id, answer))
        match.answer(seat, decision.id, answer)
    return Script(ruleset, seed, tuple(answers))


def stops(script: Script) -> Iterator[Match]:
    """The match after its start and after each answer."""
    match = Match.start(script.ruleset, script.seed)
    yield match
    for seat, decision, answer in script.answers:
        match.answer(seat, decision, answer)
        yield match


def cpu_of(work: Callable[[list[Script]], object], played: list[Script]) -> float:
    """CPU seconds of this process."""
    began = time.process_time()
    work(played)
    return time.process_time() - began


def answers_in(played: Iterable[Script]) -> int:
    return sum(len(script.answers) for script in played)
