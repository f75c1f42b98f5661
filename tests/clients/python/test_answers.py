"""Answers made from a decision alone."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from google.protobuf.text_format import Parse
from sanguosha.v1.decision_pb2 import Answer, Decision, PickAnswer
from sanguosha_client import IllegalChoice, answers

from engine.ruleset import Ruleset
from service.convert import decisions
from tests.service.playing import stops

DECISION = Parse(
    """
    id: 7
    options { id: "slash#38" picks { id: "targets" subset {
        of { id: 0 seat: 1 } of { id: 1 seat: 3 } of { id: 2 seat: 4 } min: 1 max: 2 } } }
    options { id: "snatch" picks { id: "card" subset {
        of { id: 0 hand { seat: 2 } } of { id: 1 hand { seat: 2 } } of { id: 2 card: 2 } of { id: 3 card: 90 }
        min: 0 max: 2 } } }
    options { id: "stargaze" picks { id: "top" sequence {
        of { id: 0 card: 5 } of { id: 1 card: 6 } of { id: 2 card: 9 } min: 0 max: 3 } } }
    options { id: "give" picks { id: "gift" assignment {
        items { id: 0 card: 5 } items { id: 1 card: 6 } items { id: 2 card: 9 }
        buckets { to { id: 0 seat: 1 } min: 1 max: 2 } buckets { to { id: 1 seat: 2 } min: 0 max: 2 }
        min: 1 max: 3 } } }
    options { id: "name" picks { id: "suit" subset {
        of { id: 0 value: "red" } of { id: 1 value: "black" } min: 1 max: 1 } } }
    options { id: "pass" }
    default_answer { decision: 7 option: "pass" }
    """,
    Decision(),
)


def answer(option: str, *picks: PickAnswer) -> Answer:
    return Answer(decision=7, option=option, picks=picks)


def pick(id: str, chosen: list[int], bucket: list[int] | None = None) -> PickAnswer:
    return PickAnswer(pick=id, chosen=chosen, bucket=bucket or [])


def test_the_default_is_the_decisions_own() -> None:
    assert answers.default(DECISION) == answer("pass")


def test_a_choice_is_said_by_what_it_means() -> None:
    for made, meant in (
        (answers.choose(DECISION, "slash#38", targets=3), answer("slash#38", pick("targets", [1]))),
        (answers.choose(DECISION, DECISION.options[0], targets=[4, 1]), answer("slash#38", pick("targets", [2, 0]))),
        (answers.choose(DECISION, "snatch"), answer("snatch", pick("card", []))),
        (answers.choose(DECISION, "snatch", card=90), answer("snatch", pick("card", [3]))),
        (answers.choose(DECISION, "stargaze", top=[9, 5]), answer("stargaze", pick("top", [2, 0]))),
        (answers.choose(DECISION, "give", gift={9: 1, 5: 2}), answer("give", pick("gift", [2, 0], [0, 1]))),
        (answers.choose(DECISION, "give", gift=[(6, 1)]), answer("give", pick("gift", [1], [0]))),
        (answers.choose(DECISION, "name", suit="black"), answer("name", pick("suit", [1]))),
        (answers.choose(DECISION, "pass"), answer("pass")),
    ):
        assert made == meant


def test_what_a_number_may_mean_twice_is_said_by_the_candidate() -> None:
    hand, _, card, _ = DECISION.options[1].picks[0].subset.of
    with pytest.raises(IllegalChoice, match="hand 2, card 2: give the candidate itself"):
        answers.choose(DECISION, "snatch", card=2)
    made = answers.choose(DECISION, "snatch", card=[card, hand])
    assert made == answer("snatch", pick("card", [2, 0]))


@pytest.mark.parametrize(
    ("option", "picks", "why"),
    [
        ("dodge", {}, "decision 7 has no option 'dodge'; there are slash#38, snatch"),
        ("slash#38", {}, "option 'slash#38', pick 'targets': it takes 1 to 2, not 0"),
        ("slash#38", {"targets": [1, 3, 4]}, "it takes 1 to 2, not 3"),
        ("slash#38", {"targets": 2}, "2 is not listed; there are seat 1, seat 3, seat 4"),
        ("slash#38", {"targets": [1, 1]}, "1 is chosen twice"),
        ("slash#38", {"target": 1}, "it has no pick target; there are targets"),
        ("slash#38", {"targets": {1: 2}}, "an assignment takes pairs"),
        ("give", {"gift": [5]}, "an assignment takes pairs"),
        ("give", {"gift": {5: 3}}, "3 is not listed; there are seat 1, seat 2"),
        ("give", {"gift": {5: 2}}, "seat 1 takes 1 to 2, not 0"),
        ("give", {"gift": {5: 1, 6: 1, 9: 1}}, "seat 1 takes 1 to 2, not 3"),
    ],
)
def test_what_is_not_listed_is_refused_in_plain_words(option: str, picks: dict[str, answers.Picked], why: str) -> None:
    with pytest.raises(IllegalChoice, match=why):
        answers.choose(DECISION, option, **picks)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (Answer(decision=8, option="pass"), "to decision 8, not to decision 7"),
        (answer("slash#38"), "each of the picks targets is filled once; not none"),
        (answer("slash#38", pick("targets", [0]), pick("targets", [1])), "filled once; not targets, targets"),
        (answer("slash#38", pick("targets", [5])), "no candidate has the id 5"),
        (answer("slash#38", pick("targets", [1, 1])), "chosen twice"),
        (answer("slash#38", pick("targets", [1], [0])), "and nothing else does"),
        (answer("give", pick("gift", [0])), "each item of an assignment goes into one bucket"),
        (answer("give", pick("gift", [0], [2])), "there is no bucket 2"),
    ],
)
def test_a_whole_answer_is_checked(given: Answer, why: str) -> None:
    with pytest.raises(IllegalChoice, match=why):
        answers.check(DECISION, given)


def test_every_legal_answer_is_listed_once() -> None:
    listed = list(answers.legal(DECISION))
    assert len({made.SerializeToString(deterministic=True) for made in listed}) == len(listed)
    counts = {option.id: sum(made.option == option.id for made in listed) for option in DECISION.options}
    # give: 3 with one item, 3 * 3 with two, 6 with three; stargaze: 1 + 3 + 6 + 6.
    assert counts == {"slash#38": 6, "snatch": 11, "stargaze": 16, "give": 18, "name": 2, "pass": 1}
    for made in listed:
        answers.check(DECISION, made)


def test_chance_takes_any_option_or_the_one_it_is_given() -> None:
    rng = Random(1)
    made = [answers.random(DECISION, rng) for _ in range(500)]
    for each in made:
        answers.check(DECISION, each)
    assert {each.option for each in made} == {option.id for option in DECISION.options}
    assert {answers.random(DECISION, rng, option="give").option for _ in range(20)} == {"give"}
    with pytest.raises(IllegalChoice, match="no option"):
        answers.random(DECISION, rng, option="dodge")


def test_whatever_it_makes_of_real_decisions_the_rules_accept() -> None:
    """`decisions.from_message` and the match refuse what is not legal."""
    rng = Random(2)
    seen = 0
    for match in islice(stops(Ruleset(seats=8, heroes=True), 3), 400):
        for waiting in match.open.values():
            message = decisions.to_message(waiting, match.game.rules)
            listed = islice(answers.legal(message), 5)
            for made in (answers.default(message), answers.random(message, rng), *listed):
                answers.check(message, made)
                waiting.question.check(decisions.from_message(waiting.question, made))
                seen += 1
    assert seen > 400
