"""Decisions go out complete, and any answer made of their indices comes back as what it means."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from google.protobuf import json_format
from sanguosha.v1 import decision_pb2 as pb
from sanguosha.v1 import error_pb2

from engine.match import Decision, Match
from engine.questions import (
    Answer,
    Assignment,
    Bucket,
    Candidate,
    Chosen,
    IllegalAnswer,
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
from tests.service.playing import cards_in, stops

RULES = rules_of(Ruleset(8))
SEATS = tuple(Candidate("seat", seat) for seat in (3, 0, 1))
CARDS = tuple(Candidate("card", card) for card in (40, 12, 33))
ANYTHING = (
    Candidate("card", 7),
    Candidate("seat", 0),
    Candidate("hand", 3),
    Candidate("skill", "ganglie"),
    Candidate("suit", "heart"),
    Candidate("hero", "caocao"),
    Candidate("number", 0),
    Candidate("value", "top"),
)
SHAPES = Option(
    "all_shapes",
    (
        Subset("targets", SEATS, 1, 2),
        Sequence("order", CARDS, 0, 3),
        Assignment("gift", CARDS, (Bucket(SEATS[0], 0, 2), Bucket(SEATS[1], 1, 1)), 1, 3),
        Subset("anything", ANYTHING, 0, 8),
    ),
    cards=(7, 9),
    skill="rende",
    as_card="slash",
)
QUESTION = Question(
    2, "CHOOSE", Reason("rende", "invoke", target=0, count=3), (SHAPES, Option("pass")), first_answer(SHAPES), True
)
MESSAGE = decisions.to_message(Decision(118, QUESTION), RULES)


def test_a_decision_said_again_has_the_deadline_of_its_own_time() -> None:
    said = [decisions.to_message(Decision(118, QUESTION), RULES, deadline_ms) for deadline_ms in (5, 0, 7)]
    assert [message.deadline.ToMilliseconds() for message in said] == [5, 0, 7]
    assert said[1] == MESSAGE
    said[1].options[0].id = "changed by who was told"
    assert decisions.to_message(Decision(118, QUESTION), RULES) == MESSAGE


@pytest.mark.parametrize("seats", range(4, 11))
def test_a_client_that_knows_no_rules_plays_a_whole_match(seats: int) -> None:
    for match in stops(Ruleset(seats), seats):
        for decision in match.open.values():
            message = decisions.to_message(decision, match.game.rules)
            assert_complete(message)
            back = decisions.from_message(decision.question, message.default_answer)
            assert back == decision.question.default
            assert message.default_answer.decision == message.id == decision.id
    assert match.over


def assert_complete(message: pb.Decision) -> None:
    assert Counter(face.id for face in message.faces) == Counter(cards_in(message))
    assert not message.HasField("deadline")
    assert message.kind
    for option in message.options:
        assert option.skill or not option.as_card
        for pick in option.picks:
            shape = getattr(pick, pick.WhichOneof("shape") or "")
            listed = [shape.items, [b.to for b in shape.buckets]] if pick.HasField("assignment") else [shape.of]
            for candidates in listed:
                assert [candidate.id for candidate in candidates] == list(range(len(candidates)))


def test_a_decision_says_what_its_question_says() -> None:
    assert (MESSAGE.id, MESSAGE.seat, MESSAGE.kind, MESSAGE.withdrawable) == (118, 2, pb.DECISION_KIND_CHOOSE, True)
    assert json_format.MessageToDict(MESSAGE.reason) == {"name": "rende", "prompt": "invoke", "target": 0, "count": 3}
    option = MESSAGE.options[0]
    assert (option.id, list(option.cards), option.skill, option.as_card) == ("all_shapes", [7, 9], "rende", "slash")
    targets, order, gift, _ = option.picks
    assert [candidate.seat for candidate in targets.subset.of] == [3, 0, 1]
    assert (targets.subset.min, targets.subset.max) == (1, 2)
    assert [candidate.card for candidate in order.sequence.of] == [40, 12, 33]
    assert [(bucket.to.seat, bucket.min, bucket.max) for bucket in gift.assignment.buckets] == [(3, 0, 2), (0, 1, 1)]
    assert [face.id for face in MESSAGE.faces] == [7, 9, 40, 12, 33]
    assert {face.name for face in MESSAGE.faces} == {RULES.deck[card].name for card in (7, 9, 40, 12, 33)}


def test_every_kind_of_candidate_keeps_its_kind_and_value() -> None:
    sent = [json_format.MessageToDict(candidate) for candidate in MESSAGE.options[0].picks[3].subset.of]
    assert [list(candidate.items())[-1] for candidate in sent] == [
        ("card", 7),
        ("seat", 0),
        ("hand", {"seat": 3}),
        ("skill", "ganglie"),
        ("suit", "SUIT_HEART"),
        ("hero", "caocao"),
        ("number", 0),
        ("value", "top"),
    ]


def test_a_card_that_is_itself_counts_as_nothing_else() -> None:
    option = Option("slash#47", cards=(47,), as_card="slash")
    question = Question(0, "RESPOND", Reason("duel", "respond_slash"), (option,), Answer("slash#47"))
    assert decisions.to_message(Decision(1, question), RULES).options[0].as_card == ""


def given(**changes: Any) -> pb.Answer:
    """A legal answer, with some of its picks changed: (chosen, bucket), or None to leave one out."""
    picks: dict[str, Any] = {
        "targets": ([2], []),
        "order": ([2, 0], []),
        "gift": ([1, 0], [1, 0]),
        "anything": ([], []),
    }
    filled = {pick: value for pick, value in (picks | changes).items() if value is not None}
    return pb.Answer(
        option="all_shapes",
        picks=[pb.PickAnswer(pick=pick, chosen=chosen, bucket=bucket) for pick, (chosen, bucket) in filled.items()],
    )


MEANT = Answer(
    "all_shapes",
    (
        Chosen((SEATS[2],)),
        Chosen((CARDS[2], CARDS[0])),
        Chosen((CARDS[1], CARDS[0]), (SEATS[1], SEATS[0])),
        Chosen(()),
    ),
)


def test_indices_come_back_as_what_they_mean() -> None:
    assert decisions.from_message(QUESTION, given()) == MEANT
    QUESTION.check(MEANT)


def test_picks_are_found_by_their_ids_and_put_in_the_order_of_the_option() -> None:
    answer = given()
    backwards = pb.Answer(option=answer.option, picks=reversed(answer.picks))
    assert decisions.from_message(QUESTION, backwards) == MEANT


TWICE = given()
TWICE.picks.append(TWICE.picks[0])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (pb.Answer(option="slash#1"), "OPTION_NOT_LISTED"),
        (pb.Answer(), "OPTION_NOT_LISTED"),
        (given(gift=None), "PICKS_MISMATCH"),
        (given(victim=([], [])), "PICKS_MISMATCH"),
        (given(gift=None, victim=([], [])), "PICKS_MISMATCH"),
        (TWICE, "PICKS_MISMATCH"),
        (given(targets=([3], [])), "CANDIDATE_NOT_LISTED"),
        (given(order=([2**32 - 1], [])), "CANDIDATE_NOT_LISTED"),
        (given(gift=([3], [0])), "CANDIDATE_NOT_LISTED"),
        (given(gift=([0], [2])), "CANDIDATE_NOT_LISTED"),
        (given(targets=([1, 1], [])), "CANDIDATE_REPEATED"),
        (given(gift=([0, 0], [0, 1])), "CANDIDATE_REPEATED"),
        (given(gift=([0, 1], [0])), "PICKS_MISMATCH"),
        (given(gift=([0], [0, 1])), "PICKS_MISMATCH"),
        (given(targets=([1], [0])), "PICKS_MISMATCH"),
        (pb.Answer(option="pass", picks=given().picks), "PICKS_MISMATCH"),
    ],
)
def test_an_answer_that_names_what_is_not_listed_is_refused(answer: pb.Answer, reason: str) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        decisions.from_message(QUESTION, answer)
    assert refused.value.reason == reason
    assert error_pb2.ErrorReason.Value(f"ERROR_REASON_{reason}")


@pytest.mark.parametrize(
    "answer",
    [given(targets=([], [])), given(targets=([0, 1, 2], [])), given(gift=([0], [0])), given(gift=([0, 1], [1, 1]))],
)
def test_how_many_are_chosen_is_for_the_question_to_check(answer: pb.Answer) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        QUESTION.check(decisions.from_message(QUESTION, answer))
    assert refused.value.reason == "PICK_OUT_OF_BOUNDS"


def test_the_match_itself_takes_what_comes_back() -> None:
    match = Match.start(Ruleset(4), bytes(16))
    ((seat, decision),) = match.open.items()
    answer = pb.Answer(option="choose", picks=[pb.PickAnswer(pick="hero", chosen=[2])])
    match.answer(seat, decision.id, decisions.from_message(decision.question, answer))
    assert match.game.players[seat].hero == "sunquan"
