"""Small choices come to every answer that a decision takes, and to no other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from sanguosha.v1 import decision_pb2

from engine.match import Decision
from engine.questions import (
    Answer,
    Assignment,
    Bucket,
    Candidate,
    Option,
    Question,
    Reason,
    Sequence,
    Subset,
    first_answer,
)
from engine.rules import rules_of
from engine.ruleset import Ruleset
from service.convert import decisions
from service.local.drafting import CHOICES, DONE, SLOTS, Draft
from tests.engine.playing import every_answer
from tests.service.playing import stops

RULES = rules_of(Ruleset(8))
SEATS = tuple(Candidate("seat", seat) for seat in range(4))
CARDS = tuple(Candidate("card", card) for card in range(100))
PASS = Option("pass")


def asked(*options: Option, default: Answer | None = None) -> tuple[Question, decision_pb2.Decision]:
    question = Question(0, "CHOOSE", Reason("yiji", "yiji"), options, default or first_answer(options[-1]))
    return question, decisions.to_message(Decision(1, question), RULES)


def again(decision: decision_pb2.Decision, choices: list[int]) -> Draft:
    draft = Draft(decision)
    for choice in choices:
        draft.take(choice)
    return draft


def all_drafts(decision: decision_pb2.Decision, so_far: list[int]) -> Iterator[decision_pb2.Answer]:
    draft = again(decision, so_far)
    if draft.answer is not None:
        yield draft.answer
        return
    assert len(draft.legal) > 1, "nobody is asked what is no choice"
    assert draft.legal == sorted(set(draft.legal))
    assert all(choice < len(draft.rows) or choice == DONE for choice in draft.legal)
    for choice in draft.legal:
        yield from all_drafts(decision, [*so_far, choice])


@pytest.mark.parametrize(
    "picks",
    [
        (),
        (Subset("cards", CARDS[:4], 0, 4),),
        (Subset("cards", CARDS[:4], 2, 3), Subset("targets", SEATS[:3], 1, 2)),
        (Subset("cards", CARDS[:2], 2, 2), Subset("targets", SEATS[:1], 0, 1), Subset("none", SEATS, 0, 0)),
        (Sequence("order", CARDS[:3], 3, 3), Subset("top", tuple(Candidate("number", n) for n in range(3)), 1, 1)),
        (Sequence("order", CARDS[:3], 0, 2),),
        (Assignment("gift", CARDS[:3], (Bucket(SEATS[0], 0, 3), Bucket(SEATS[1], 0, 3)), 1, 3),),
        (Assignment("gift", CARDS[:3], (Bucket(SEATS[0], 1, 1), Bucket(SEATS[1], 0, 2)), 1, 3),),
        (Assignment("gift", CARDS[:3], (Bucket(SEATS[0], 1, 2), Bucket(SEATS[1], 1, 1)), 0, 2),),
        (Assignment("gift", CARDS[:4], (Bucket(SEATS[0], 2, 2), Bucket(SEATS[1], 0, 1)), 2, 4),),
        (Assignment("gift", CARDS[:2], (Bucket(SEATS[0], 1, 1), Bucket(SEATS[1], 1, 1)), 2, 2),),
        (Assignment("none", (), (Bucket(SEATS[0], 0, 1),), 0, 0),),
    ],
)
def test_every_answer_can_be_put_together_and_nothing_else(picks: tuple[Subset | Sequence | Assignment, ...]) -> None:
    question, decision = asked(Option("do", picks), PASS)
    drafted = {question.accept(decisions.from_message(question, answer)) for answer in all_drafts(decision, [])}
    assert drafted == {question.accept(answer) for answer in every_answer(question)}


def test_what_is_no_choice_is_taken_at_once() -> None:
    _, decision = asked(Option("do", (Subset("cards", CARDS[:2], 2, 2), Subset("target", SEATS, 1, 1))))
    draft = Draft(decision)
    assert (draft.stage, len(draft.rows), draft.filled) == ("item", 4, 1)
    draft.take(2)
    assert draft.answer is not None
    assert [list(pick.chosen) for pick in draft.answer.picks] == [[0, 1], [2]]


def test_what_is_not_legal_changes_nothing() -> None:
    _, decision = asked(Option("do", (Subset("cards", CARDS[:3], 1, 2),)), PASS)
    draft = again(decision, [0, 1])
    before = (list(draft.legal), list(draft.rows), list(draft.taken))
    for choice in (1, 3, SLOTS - 1, CHOICES, -1):
        with pytest.raises(ValueError, match="is not one of"):
            draft.take(choice)
    assert (draft.legal, draft.rows, draft.taken) == before == ([0, 2, DONE], before[1], [1])


@pytest.mark.parametrize("shape", [Subset, Sequence])
def test_a_pick_of_more_than_fit_can_be_filled(shape: type[Subset] | type[Sequence]) -> None:
    question, decision = asked(Option("do", (shape("cards", CARDS, 60, 90),)), PASS)
    for seed in range(5):
        rng, draft = Random(seed), again(decision, [0])
        while draft.answer is None:
            assert len(draft.rows) <= SLOTS
            assert draft.taken == []
            draft.take(rng.choice(draft.legal))
        question.check(decisions.from_message(question, draft.answer))


def test_an_assignment_of_more_than_fit_can_be_filled() -> None:
    buckets = tuple(Bucket(card, 1, 2) for card in CARDS[:50])
    question, decision = asked(Option("do", (Assignment("gift", CARDS, buckets, 60, 80),)), PASS)
    rng, draft = Random(1), again(decision, [0])
    while draft.answer is None:
        draft.take(rng.choice(draft.legal))
    question.check(decisions.from_message(question, draft.answer))


def test_the_default_answer_is_among_more_than_fit() -> None:
    last = CARDS[-1]
    buckets = tuple(Bucket(card, 0, 2) for card in CARDS[:50])
    wanted = Option("wanted", (Sequence("order", CARDS, 2, 2), Assignment("gift", CARDS, buckets, 1, 1)))
    listed = [Option(f"other {n}") for n in range(90)] + [wanted]
    _, decision = asked(*listed)
    default = decision.default_answer
    default.picks[0].chosen[:] = [99, 98]
    default.picks[1].chosen[:] = [99]
    default.picks[1].bucket[:] = [49]
    draft = Draft(decision)
    assert len(draft.rows) == SLOTS
    draft.take(SLOTS - 1)
    for card in (99, 98, 99):
        draft.take([row.card for row in draft.rows].index(card))
    draft.take([row.to.card for row in draft.rows].index(49))
    assert draft.answer == default
    assert last.value == 99


def test_what_the_engine_asks_fits() -> None:
    for match in stops(Ruleset(10), 3):
        for waiting in match.open.values():
            options = waiting.question.options
            assert len(options) <= SLOTS
            assert all(len(pick.listed) <= SLOTS for option in options for pick in option.picks)
