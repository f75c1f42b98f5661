"""A window may be given a least duration, so that its length does not tell who could have answered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.codec import Given
from engine.events import WindowClosed, WindowOpened
from engine.match import ELAPSED, Drift, Match, NotAsked
from engine.questions import Answer
from engine.ruleset import Ruleset, UnknownRuleset
from tests.engine.playing import answer_one
from tests.engine.tables import SEED

SILENT = Ruleset(5, silent_waits_ms=500)


def held_matches(ruleset: Ruleset = SILENT) -> Iterator[Match]:
    """A match at each point where a window is held open, before anybody has answered there."""
    match, rng = Match.start(ruleset, SEED), Random(5)
    while not match.over:
        if match.holding:
            yield match
            match.elapse()
        else:
            answer_one(match, rng)


def test_a_window_that_nobody_can_answer_stays_open_as_well() -> None:
    held = [match for match in held_matches() if not match.open]
    assert held


def test_a_window_closes_only_when_its_time_is_over_and_everybody_has_answered() -> None:
    for match in held_matches():
        if len(match.open) == 1:
            before = match.game.event_count
            answer_one(match, Random(1))
            assert match.holding
            assert match.game.event_count == before
            match.elapse()
            assert isinstance(match.events_after(before)[0], WindowClosed)  # type: ignore[index]  # not forgotten
            return
    raise AssertionError("no such window")


def test_what_is_not_a_window_is_not_held() -> None:
    kinds = set()
    for match in held_matches():
        opened = match.events_after(match.window - 1)
        assert opened is not None
        assert isinstance(opened[0], WindowOpened)
        kinds.add(opened[0].kind)
    assert kinds == {"RESPOND", "INVOKE"}


def test_a_stored_match_resumes_in_the_middle_of_a_held_window() -> None:
    for number, match in enumerate(held_matches()):
        copy = Match.resume(match.record())
        assert copy.holding
        assert copy.record() == match.record()
        if match.open:
            answer_one(match, Random(number))
            assert Match.resume(match.record()).record() == match.record()
        if number > 40:
            return


def test_the_same_answers_lead_to_the_same_end_with_and_without_waits() -> None:
    ends = []
    for ruleset in (SILENT, Ruleset(5)):
        match, rng = Match.start(ruleset, SEED), Random(5)
        while not match.over:
            if match.holding:
                match.elapse()
            else:
                answer_one(match, rng)
        ends.append((match.game.event_count, match.game.winners, [player.hand for player in match.game.players]))
    assert ends[0] == ends[1]


def test_only_a_held_window_elapses() -> None:
    match = Match.start(Ruleset(5), SEED)
    with pytest.raises(NotAsked):
        match.elapse()


def test_an_elapsed_window_in_the_tail_where_none_is_held_is_drift() -> None:
    record = Match.start(Ruleset(5), SEED).record()
    forged = type(record)(record.checkpoint, (ELAPSED,), record.open, record.event_count, record.digest)
    with pytest.raises(Drift):
        Match.resume(forged)
    assert Given(-1, b"", Answer("elapse")) == ELAPSED


@pytest.mark.parametrize("wait", [-1, 10_001])
def test_a_wait_out_of_range_is_refused(wait: int) -> None:
    with pytest.raises(UnknownRuleset, match="10000 ms"):
        Match.start(Ruleset(5, silent_waits_ms=wait), SEED)
