"""A match that is stored and taken up again at any question is the match that went on."""

from __future__ import annotations

from itertools import permutations
from random import Random

from hypothesis import given

from engine.codec import decode_record, encode_record, encode_snapshot
from engine.match import Match
from engine.questions import Answer
from engine.ruleset import Ruleset
from engine.view import SPECTATOR, view
from tests.engine.playing import answer_one, random_answer, stops
from tests.laws.worlds import chance, examples, rulesets, seeds, start

ORDERS = 6


def stored_and_resumed(match: Match) -> Match:
    return Match.resume(decode_record(encode_record(match.record())))


def waiting_rules(match: Match) -> list[str]:
    return [f"{frame.rule.__qualname__} of {type(frame.deed).__name__}" for frame in match.table.stack]


def assert_same(live: Match, cold: Match) -> None:
    """The same state, questions, stored bytes, views and waiting rules, and the same events since the checkpoint."""
    assert encode_snapshot(cold.game.snapshot()) == encode_snapshot(live.game.snapshot())
    assert cold.open == live.open
    assert encode_record(cold.record()) == encode_record(live.record())
    repeated = cold.game.events
    assert repeated == live.game.events[len(live.game.events) - len(repeated) :]
    assert cold.game.where == live.game.where
    assert waiting_rules(cold) == waiting_rules(live)
    for viewer in (SPECTATOR, *live.open):
        assert view(cold.game, viewer) == view(live.game, viewer)


@examples(20)
@given(rulesets, seeds)
def test_resumed_is_live_at_every_question(ruleset: Ruleset, seed: int) -> None:
    """Now and then the cold copy plays on, as when another replica takes over."""
    rng, takeover = chance(seed), chance(seed, "takeover")
    live = start(ruleset, seed)
    while not live.over:
        cold = stored_and_resumed(live)
        assert_same(live, cold)
        live = cold if takeover.random() < 0.3 else live
        answer_one(live, rng)
    assert_same(live, stored_and_resumed(live))


@examples(30)
@given(rulesets, seeds)
def test_the_order_in_which_seats_answer_together_makes_no_difference(ruleset: Ruleset, seed: int) -> None:
    """Of the answers that count: whatever arrives after the window is decided is withdrawn."""
    tries = chance(seed, "tries")
    for match in stops(start(ruleset, seed), chance(seed)):
        if len(match.open) > 1:
            answers = {seat: random_answer(tries, decision.question) for seat, decision in match.open.items()}
            outcomes = [answered_in(order, match, answers) for order in some_orders(tries, list(answers))]
            assert all(outcome == outcomes[0] for outcome in outcomes)


def some_orders(rng: Random, seats: list[int]) -> list[list[int]]:
    if len(seats) <= 3:
        return [list(order) for order in permutations(seats)]
    return [seats, seats[::-1], *(rng.sample(seats, len(seats)) for _ in range(ORDERS - 2))]


def answered_in(order: list[int], match: Match, answers: dict[int, Answer]) -> tuple[object, ...]:
    """What it comes to when the seats answer in this order, each resumed on the way: the state, what is asked next,
    and what every seat was told."""
    copy = stored_and_resumed(match)
    asked = {seat: decision.id for seat, decision in copy.open.items()}
    for seat in order:
        if seat in copy.open and copy.open[seat].id == asked[seat]:
            copy.answer(seat, asked[seat], answers[seat])
            assert_same(copy, stored_and_resumed(copy))
    return encode_snapshot(copy.game.snapshot()), copy.open, copy.game.events


@examples(10)
@given(rulesets, seeds)
def test_a_seat_is_asked_the_same_whatever_the_others_have_answered(ruleset: Ruleset, seed: int) -> None:
    tries = chance(seed, "tries")
    for match in stops(start(ruleset, seed), chance(seed)):
        if len(match.open) > 1:
            copy = stored_and_resumed(match)
            seat = tries.choice(list(copy.open))
            decision, others = copy.open[seat], {s: d for s, d in copy.open.items() if s != seat}
            told = copy.game.event_count
            copy.answer(seat, decision.id, random_answer(tries, decision.question))
            if copy.game.event_count == told:
                assert copy.open == others
