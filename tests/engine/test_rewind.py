"""A match taken back to its last quiet point: where other rules have begun what today's cannot go on with."""

from __future__ import annotations

import pytest

from engine.events import MatchRewound
from engine.match import Match
from engine.ruleset import Ruleset
from tests.service.playing import stops

SEEDS = range(3)


def stood_at(seed: int) -> list[tuple[Match, int]]:
    """A match again at each of its stops, as it is stored there, and how many answers it is after a quiet point."""
    records = [match.record() for match in stops(Ruleset(6), seed)]
    return [(Match.resume(record), len(record.tail)) for record in records[:-1:3]]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_stands_at_the_quiet_point_and_says_so(seed: int) -> None:
    for match, answers in stood_at(seed):
        before = match.record()
        back = Match.rewind(before)
        first, *_ = back.events_after(before.event_count) or ()
        assert first == MatchRewound()
        assert back.open or back.over
        if not answers:  # what is asked at a quiet point is asked again
            again = [(decision.question.seat, decision.mark) for decision in back.open.values()]
            assert again == [(decision.question.seat, decision.mark) for decision in match.open.values()]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_decision_has_the_number_of_an_earlier_one(seed: int) -> None:
    for match, _ in stood_at(seed):
        asked = [player.asked for player in match.game.players]
        back = Match.rewind(match.record())
        assert all(decision.id > asked[seat] for seat, decision in back.open.items())


@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_stored_and_resumed_like_any_other(seed: int) -> None:
    for match, _ in stood_at(seed):
        record = Match.rewind(match.record()).record()
        assert Match.resume(record).record() == record


def test_who_has_given_up_has_given_up() -> None:
    match = next(match for match, answers in stood_at(1) if answers and match.game.round)
    seat = match.game.living[-1].seat
    match.concede(seat)
    back = Match.rewind(match.record()).game
    assert seat in back.conceding or not back.players[seat].alive
