"""The law of the decision contract: any listed option, with each pick filled by any choice within its own bounds,
independently of the others, is accepted; and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given

from engine.codec import encode_record
from engine.match import Match, NotAsked
from engine.questions import PASS, Answer, Assignment, Candidate, Chosen, IllegalAnswer, Pick, Question
from engine.ruleset import Ruleset
from tests.engine.playing import count_answers, every_answer, random_answer, stops
from tests.laws.soundness import assert_sound
from tests.laws.worlds import chance, examples, rulesets, seeds, start

WHOLE = 64  # a product up to this size is tried whole
SAMPLE = 4  # of a larger one so many members are tried
TRIED = 0.2  # of the questions
UNLISTED = Candidate("card", 100_000)


def applied(match: Match, seat: int, answer: Answer) -> Match:
    """A copy of the match, the answer given."""
    copy = Match.resume(match.record())
    copy.answer(seat, copy.open[seat].id, answer)
    return copy


@examples(20)
@given(rulesets, seeds)
def test_every_listed_choice_is_accepted_and_leads_on(ruleset: Ruleset, seed: int) -> None:
    tries = chance(seed, "tries")
    for match in stops(start(ruleset, seed), chance(seed)):
        for seat, decision in list(match.open.items()):
            question = decision.question
            if tries.random() < TRIED:
                whole = count_answers(question) <= WHOLE
                sample = (random_answer(tries, question) for _ in range(SAMPLE))
                for answer in every_answer(question) if whole else sample:
                    question.check(answer)
                    assert_sound(applied(match, seat, answer))


@examples(10)
@given(rulesets, seeds)
def test_a_product_is_closed_even_where_it_is_too_large_to_apply(ruleset: Ruleset, seed: int) -> None:
    tries = chance(seed, "tries")
    for match in stops(start(ruleset, seed), chance(seed)):
        for decision in match.open.values():
            question = decision.question
            for answer in islice(every_answer(question), 200):
                question.check(answer)
            question.check(random_answer(tries, question))


@examples(10)
@given(rulesets, seeds)
def test_every_default_is_accepted_and_leads_on(ruleset: Ruleset, seed: int) -> None:
    for match in stops(start(ruleset, seed), chance(seed)):
        for seat, decision in list(match.open.items()):
            question = decision.question
            assert_sound(applied(match, seat, question.default))


@examples(10)
@given(rulesets, seeds)
def test_what_may_be_left_is_left_by_default(ruleset: Ruleset, seed: int) -> None:
    """Who lets the moment pass has not used what he might have used, and a play phase ends (D22)."""
    for match in stops(start(ruleset, seed), chance(seed)):
        for decision in match.open.values():
            question = decision.question
            leaving = {option.id for option in question.options} & {PASS, "end"}
            assert not leaving or question.default.option in leaving


@examples(10)
@given(rulesets, seeds)
def test_only_a_real_choice_is_asked(ruleset: Ruleset, seed: int) -> None:
    for match in stops(start(ruleset, seed), chance(seed)):
        for decision in match.open.values():
            question = decision.question
            assert len(list(islice(every_answer(question), 2))) == 2
            assert len({option.id for option in question.options}) == len(question.options)


@examples(20)
@given(rulesets, seeds)
def test_a_near_miss_is_refused_for_a_stable_reason_and_changes_nothing(ruleset: Ruleset, seed: int) -> None:
    tries = chance(seed, "tries")
    for match in stops(start(ruleset, seed), chance(seed)):
        for seat, asked in list(match.open.items()):
            decision, question = asked.id, asked.question
            before = encode_record(match.record())
            for reason, answer in near_misses(tries, question):
                with pytest.raises(IllegalAnswer) as refused:
                    match.answer(seat, decision, answer)
                assert refused.value.reason == reason
            for other in (decision - 1, decision + 1):
                with pytest.raises(NotAsked):
                    match.answer(seat, other, question.default)
            assert encode_record(match.record()) == before
        for seat in range(-1, ruleset.seats + 1):
            if seat not in match.open:
                with pytest.raises(NotAsked):
                    match.answer(seat, 1, Answer("pass"))


def near_misses(rng: Random, question: Question) -> Iterator[tuple[str, Answer]]:
    """Answers beside the listed ones, with the reason each is refused for."""
    good = random_answer(rng, question)
    picks = question.option(good.option).picks
    yield "OPTION_NOT_LISTED", Answer("no such option", good.picks)
    yield "PICKS_MISMATCH", Answer(good.option, (*good.picks, Chosen(())))
    if picks:
        yield "PICKS_MISMATCH", Answer(good.option, good.picks[:-1])
    for n, pick in enumerate(picks):
        for reason, bad in _near_fillings(pick, good.picks[n]):
            yield reason, Answer(good.option, (*good.picks[:n], bad, *good.picks[n + 1 :]))


def _near_fillings(pick: Pick, good: Chosen) -> Iterator[tuple[str, Chosen]]:
    things = pick.items if isinstance(pick, Assignment) else pick.of
    place = (pick.buckets[0].to,) if isinstance(pick, Assignment) else ()
    if pick.min > 0:
        yield "PICK_OUT_OF_BOUNDS", Chosen(things[: pick.min - 1], place * (pick.min - 1))
    if len(things) > pick.max:
        yield "PICK_OUT_OF_BOUNDS", Chosen(things[: pick.max + 1], place * (pick.max + 1))
    if good.items:
        yield "CANDIDATE_NOT_LISTED", Chosen((*good.items[1:], UNLISTED), good.buckets)
    if len(good.items) > 1:
        yield "CANDIDATE_REPEATED", Chosen((good.items[0], *good.items[:-1]), good.buckets)
    if not isinstance(pick, Assignment):
        yield "PICKS_MISMATCH", Chosen(good.items, (Candidate("seat", 0),))
    elif good.items:
        yield "PICKS_MISMATCH", Chosen(good.items, good.buckets[1:])
        yield "CANDIDATE_NOT_LISTED", Chosen(good.items, (*good.buckets[1:], UNLISTED))
