"""Questions: what an answer is checked for, when there is no choice, and what a question's mark says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import questions
from engine.questions import (
    PASS,
    Answer,
    Assignment,
    Bucket,
    Candidate,
    Chosen,
    IllegalAnswer,
    Option,
    Pick,
    Question,
    Reason,
    Reply,
    Subset,
    cards_of,
    first_answer,
    seats_of,
)
from tests.engine.playing import every_answer
from tests.laws.worlds import examples

CARDS = cards_of([3, 5, 9])
GIFT = Assignment("gift", CARDS, tuple(Bucket(seat, 0, 2) for seat in seats_of([1, 2])), 1, 3)
ORDER = questions.Sequence("order", CARDS, 3, 3)
TARGETS = Subset("targets", seats_of([1, 2, 3]), 1, 2)


def asked(*options: Option, seat: int = 0, reason: Reason | None = None) -> Question:
    return Question(seat, "PLAY", reason or Reason("play", "play", 0, 1), options, Answer(options[-1].id))


QUESTION = asked(Option("slash", (TARGETS,)), Option("rende", (GIFT,)), Option("guanxing", (ORDER,)), Option("end"))


def filled(option: str, items: Sequence[Candidate], buckets: Sequence[Candidate] = ()) -> Answer:
    return Answer(option, (Chosen(tuple(items), tuple(buckets)),))


@pytest.mark.parametrize(
    "answer",
    [
        Answer("end"),
        filled("slash", seats_of([2])),
        filled("slash", seats_of([3, 1])),
        filled("guanxing", cards_of([9, 3, 5])),
        filled("rende", cards_of([9]), seats_of([1])),
        filled("rende", cards_of([9, 3, 5]), seats_of([1, 2, 1])),
    ],
)
def test_what_is_listed_is_accepted(answer: Answer) -> None:
    QUESTION.check(answer)


@pytest.mark.parametrize(
    ("reason", "answer"),
    [
        ("OPTION_NOT_LISTED", Answer("duel")),
        ("OPTION_NOT_LISTED", Answer("")),
        ("PICKS_MISMATCH", Answer("slash")),
        ("PICKS_MISMATCH", filled("end", seats_of([1]))),
        ("PICKS_MISMATCH", filled("slash", seats_of([1]), seats_of([1]))),
        ("PICKS_MISMATCH", filled("rende", cards_of([9]))),
        ("PICK_OUT_OF_BOUNDS", filled("slash", ())),
        ("PICK_OUT_OF_BOUNDS", filled("slash", seats_of([1, 2, 3]))),
        ("PICK_OUT_OF_BOUNDS", filled("guanxing", cards_of([9, 3]))),
        ("PICK_OUT_OF_BOUNDS", filled("rende", cards_of([3, 5, 9]), seats_of([1, 1, 1]))),
        ("CANDIDATE_NOT_LISTED", filled("slash", seats_of([0]))),
        ("CANDIDATE_NOT_LISTED", filled("slash", cards_of([1]))),
        ("CANDIDATE_NOT_LISTED", filled("rende", cards_of([9]), seats_of([0]))),
        ("CANDIDATE_REPEATED", filled("slash", seats_of([1, 1]))),
        ("CANDIDATE_REPEATED", filled("guanxing", cards_of([9, 3, 9]))),
        ("CANDIDATE_REPEATED", filled("rende", cards_of([9, 9]), seats_of([1, 2]))),
    ],
)
def test_what_is_not_listed_is_refused_with_its_reason(reason: str, answer: Answer) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        QUESTION.check(answer)
    assert refused.value.reason == reason


@st.composite
def picks(draw: st.DrawFn) -> Pick:
    things = cards_of(range(draw(st.integers(0, 3))))
    least = draw(st.integers(0, len(things)))
    most = draw(st.integers(least, len(things)))
    match draw(st.sampled_from(["subset", "sequence", "assignment"])):
        case "subset":
            return Subset("pick", things, least, most)
        case "sequence":
            return questions.Sequence("pick", things, least, most)
        case _:
            takers = seats_of(range(draw(st.integers(1, 3))))
            return Assignment("pick", things, tuple(Bucket(to, 0, most) for to in takers), least, most)


options = st.builds(Option, st.sampled_from(["a", "b", "c"]), st.lists(picks(), max_size=2).map(tuple))
some_questions = st.lists(options, min_size=1, max_size=3, unique_by=lambda option: option.id).map(lambda o: asked(*o))


@examples(200)
@given(some_questions)
def test_an_answer_is_forced_exactly_when_it_is_the_only_one(question: Question) -> None:
    answers = list(islice(every_answer(question), 2))
    assert question.forced() == (answers[0] if len(answers) == 1 else None)


@examples(200)
@given(some_questions)
def test_the_first_answer_of_every_option_is_legal(question: Question) -> None:
    for option in question.options:
        question.check(first_answer(option))


def test_the_first_answer_fills_what_each_bucket_must_take() -> None:
    must = Assignment("share", CARDS, tuple(Bucket(to, 1, 2) for to in seats_of([1, 2])), 3, 3)
    question = asked(Option("share", (must,)))
    question.check(first_answer(question.options[0]))


@examples(200)
@given(some_questions, st.randoms(use_true_random=False))
def test_the_mark_does_not_hang_on_any_order(question: Question, rng: Random) -> None:
    def shuffled(things: Sequence[object]) -> tuple[object, ...]:
        return tuple(rng.sample(list(things), len(things)))

    def turned(pick: Pick) -> Pick:
        if isinstance(pick, Assignment):
            return msgspec.structs.replace(pick, items=shuffled(pick.items), buckets=shuffled(pick.buckets))
        return msgspec.structs.replace(pick, of=shuffled(pick.of))

    turned_options = [msgspec.structs.replace(o, picks=tuple(map(turned, o.picks))) for o in question.options]
    assert msgspec.structs.replace(question, options=shuffled(turned_options)).mark() == question.mark()


def test_the_mark_does_not_hang_on_the_presentation() -> None:
    plain = asked(Option("slash#3", (TARGETS,)), Option(PASS))
    dressed = Question(
        0,
        "PLAY",
        Reason("play", "another prompt", 0, 1),
        (Option("slash#3", (TARGETS,), cards=(3,), skill="wusheng", as_card="slash"), Option(PASS)),
        Answer("slash#3", (Chosen(TARGETS.of[:1]),)),
    )
    assert plain.mark() == dressed.mark()


@pytest.mark.parametrize(
    "changed",
    [
        asked(Option("slash", (TARGETS,)), seat=1),
        asked(Option("slash", (TARGETS,)), reason=Reason("duel", "play", 0, 1)),
        asked(Option("slash", (TARGETS,)), reason=Reason("play", "play", 2, 1)),
        asked(Option("slash", (TARGETS,)), reason=Reason("play", "play", 0, 2)),
        asked(Option("jink", (TARGETS,))),
        asked(Option("slash")),
        asked(Option("slash", (TARGETS,)), Option(PASS)),
        asked(Option("slash", (msgspec.structs.replace(TARGETS, max=1),))),
        asked(Option("slash", (msgspec.structs.replace(TARGETS, id="target"),))),
        asked(Option("slash", (msgspec.structs.replace(TARGETS, of=seats_of([1, 2, 4])),))),
        asked(Option("slash", (msgspec.structs.replace(TARGETS, of=cards_of([1, 2, 3])),))),
    ],
)
def test_the_mark_tells_questions_of_different_meaning_apart(changed: Question) -> None:
    assert changed.mark() != asked(Option("slash", (TARGETS,))).mark()


def test_the_mark_tells_buckets_apart() -> None:
    wider = msgspec.structs.replace(GIFT, buckets=(GIFT.buckets[0], Bucket(GIFT.buckets[1].to, 1, 2)))
    assert asked(Option("rende", (GIFT,))).mark() != asked(Option("rende", (wider,))).mark()


def test_a_reply_reads_what_was_chosen_by_the_name_of_the_pick() -> None:
    reply = Reply(QUESTION, filled("rende", cards_of([9, 3]), seats_of([1, 2])))
    assert reply.numbers("gift") == [9, 3]
    assert reply.pairs("gift") == [(9, 1), (3, 2)]
    assert reply.picked("another") == ()
    assert not reply.passed
    assert Reply(asked(Option(PASS)), Answer(PASS)).passed


def test_the_order_of_a_subset_and_of_an_assignment_means_nothing() -> None:
    cards = tuple(Candidate("card", n) for n in (4, 7, 9))
    seats = tuple(Candidate("seat", n) for n in (1, 2))
    some = Subset("cards", cards, 0, 3)
    gift = Assignment("gift", cards, tuple(Bucket(seat, 0, 3) for seat in seats), 0, 3)
    turn = questions.Sequence("order", cards, 0, 3)
    question = Question(0, "PLAY", Reason("x", "x"), (Option("do", (some, gift, turn)),), Answer("do"))
    backwards = cards[::-1]
    given = Answer("do", (Chosen(backwards), Chosen(backwards[:2], seats), Chosen(backwards)))
    kept = Answer("do", (Chosen(cards), Chosen((cards[1], cards[2]), (seats[1], seats[0])), Chosen(backwards)))
    assert question.accept(given) == kept
    assert question.accept(kept) == kept
