"""A match without a server is the engine's match, asked and answered by the messages of the contract."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest
from google.protobuf import json_format
from sanguosha.v1 import decision_pb2, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.codec import encode_snapshot
from engine.match import Match
from engine.ruleset import Ruleset, UnknownRuleset
from service.convert import decisions, events
from service.local import LocalMatch, Refused
from tests.service.games import ALONE, TOGETHER, ruleset_of
from tests.service.playing import MOST_ANSWERS, any_answer

SEED = bytes(range(16))
SPECTATOR = -1


def played(match: LocalMatch, rng: Random, answers: int = MOST_ANSWERS) -> list[tuple[int, decision_pb2.Answer]]:
    """Answer by chance until the match is over, or so often; who answered what."""
    given: list[tuple[int, decision_pb2.Answer]] = []
    while not match.over and len(given) < answers:
        decision = rng.choice(match.decisions())
        answer = any_answer(rng, decision)
        assert match.answer(answer, decision.seat) == pb.OUTCOME_APPLIED
        given.append((decision.seat, answer))
    return given


def told(match: LocalMatch) -> tuple[object, ...]:
    """All that anybody is told."""
    viewers = (SPECTATOR, *range(match.seats))
    views = [match.view(viewer).SerializeToString(deterministic=True) for viewer in viewers]
    seen = [[event.SerializeToString(deterministic=True) for event in match.events(viewer)] for viewer in viewers]
    asked = [decision.SerializeToString(deterministic=True) for decision in match.decisions()]
    return views, seen, asked, match.asked, match.over, match.winners, match.roles


@pytest.mark.parametrize("seats", [4, 5, 8])
@pytest.mark.parametrize("heroes", [True, False])
def test_a_match_goes_to_its_end(seats: int, heroes: bool) -> None:
    match = LocalMatch.of(seats, heroes=heroes, seed=seats)
    assert match.seats == seats
    assert match.roles == ()
    played(match, Random(seats))
    assert match.over
    assert len(match.roles) == seats
    assert match.decisions() == []
    result = match.view().result
    assert tuple(result.winners) == match.winners
    assert tuple(result.roles) == match.roles
    assert result.reason


def test_the_same_seed_and_answers_come_to_the_same_state_as_in_the_engine() -> None:
    match = LocalMatch.of(5, seed=SEED)
    given = played(match, Random(1))
    plain = Match.start(Ruleset(5), SEED)
    for seat, answer in given:
        question = plain.open[seat].question
        plain.answer(seat, answer.decision, decisions.from_message(question, answer))
    live = match._match
    assert plain.over
    assert encode_snapshot(plain.game.snapshot()) == encode_snapshot(live.game.snapshot())
    assert plain.game.events == live.game.events


def test_the_ruleset_in_keywords_is_that_of_the_message() -> None:
    options = ruleset_pb2.RulesetOptions(heroes=False, dual_renegade=True, gods=True)
    message = ruleset_pb2.Ruleset(seat_count=6, packs=["standard"], options=options)
    by_keywords = LocalMatch.of(6, heroes=False, dual_renegade=True, gods=True, packs=["standard"], seed=3)
    assert told(LocalMatch(message, 3)) == told(by_keywords)


def test_every_edition_mode_and_option_is_to_be_had_by_keywords() -> None:
    message = ruleset_pb2.Ruleset(edition="first-edition", mode="identity", seat_count=5)
    message.options.lord_seat, message.options.first_game = 2, True
    by_keywords = LocalMatch.of(5, edition="first-edition", mode="identity", lord_seat=2, first_game=True, seed=3)
    assert told(LocalMatch(message, 3)) == told(by_keywords)
    with pytest.raises(ValueError, match="no_such_option"):
        LocalMatch.of(5, no_such_option=True, seed=3)


@pytest.mark.parametrize("subject", [*ALONE, *TOGETHER])
def test_everything_that_a_server_hosts_is_played_to_its_end(subject: str) -> None:
    match = LocalMatch(ruleset_of((ALONE | TOGETHER)[subject][0]), seed=4)
    played(match, Random(4))
    assert match.over


def test_a_seed_is_the_match() -> None:
    assert told(LocalMatch.of(seed=7)) == told(LocalMatch.of(seed=7))
    assert told(LocalMatch.of(seed=7)) != told(LocalMatch.of(seed=-7))
    assert told(LocalMatch.of(seed=SEED)) != told(LocalMatch.of(seed=SEED[::-1]))
    with pytest.raises(ValueError, match="16 bytes"):
        LocalMatch.of(seed=b"short")


def test_a_ruleset_that_no_server_has_is_refused() -> None:
    with pytest.raises(UnknownRuleset) as refused:
        LocalMatch.of(3, seed=0)
    assert refused.value.reason == "SEATS_OUT_OF_RANGE"
    with pytest.raises(UnknownRuleset) as refused:
        LocalMatch(ruleset_pb2.Ruleset(seat_count=4, options=ruleset_pb2.RulesetOptions(first_game=True)), 0)
    assert refused.value.reason == "EDITION_AND_OPTION"
    later = ruleset_pb2.RulesetOptions.FromString(b"\xf8\x3f\x01")  # a field of a later contract
    with pytest.raises(UnknownRuleset) as refused:
        LocalMatch(ruleset_pb2.Ruleset(seat_count=4, options=later), 0)
    assert refused.value.reason == "OPTION_NOT_AVAILABLE"


def test_decisions_come_in_the_order_of_seats_and_to_their_seat() -> None:
    match = LocalMatch.of(5, seed=2)
    played(match, Random(2), answers=1)  # the lord has picked a hero; now everybody else does
    asked = [decision.seat for decision in match.decisions()]
    assert len(asked) == 4
    assert asked == sorted(match.asked)
    for seat in range(match.seats):
        decision = match.decision(seat)
        assert (decision is not None) == (seat in asked)
        assert decision is None or decision.seat == seat


def test_an_answer_that_is_not_listed_changes_nothing_and_carries_the_reason() -> None:
    match = LocalMatch.of(5, heroes=False, seed=4)
    played(match, Random(4), answers=20)
    decision = match.decisions()[0]
    seat, number, option = decision.seat, decision.id, decision.options[0]
    beyond = [decision_pb2.PickAnswer(pick=pick.id, chosen=[1000]) for pick in option.picks]
    surplus = [*beyond, decision_pb2.PickAnswer(pick="surplus")]
    twice = [decision_pb2.PickAnswer(pick=pick.id, chosen=[0, 0]) for pick in option.picks]
    assert beyond
    before = told(match)
    for answer, reason in (
        (decision_pb2.Answer(), "DECISION_UNKNOWN"),
        (decision_pb2.Answer(decision=number + 1, option=option.id), "DECISION_UNKNOWN"),
        (decision_pb2.Answer(decision=number, option="no such"), "OPTION_NOT_LISTED"),
        (decision_pb2.Answer(decision=number, option=option.id, picks=surplus), "PICKS_MISMATCH"),
        (decision_pb2.Answer(decision=number, option=option.id, picks=beyond), "CANDIDATE_NOT_LISTED"),
        (decision_pb2.Answer(decision=number, option=option.id, picks=twice), "CANDIDATE_REPEATED"),
        (
            decision_pb2.Answer(
                decision=number, option=option.id, picks=[decision_pb2.PickAnswer(pick=p.id) for p in option.picks]
            ),
            "PICK_OUT_OF_BOUNDS",
        ),
    ):
        with pytest.raises(Refused) as refused:
            match.answer(answer, seat)
        assert refused.value.reason == reason
        assert told(match) == before
    assert match.answer(decision.default_answer, seat) == pb.OUTCOME_APPLIED
    after = told(match)
    assert match.answer(decision.default_answer, seat) == pb.OUTCOME_SUPERSEDED
    assert told(match) == after


def test_when_the_match_is_over_no_answer_is_taken() -> None:
    match = LocalMatch.of(4, heroes=False, seed=1)
    seat, answer = played(match, Random(1))[-1]
    with pytest.raises(Refused) as refused:
        match.answer(answer, seat)
    assert refused.value.reason == "MATCH_OVER"


def test_there_are_no_other_seats_and_ordinals() -> None:
    match = LocalMatch.of(4, seed=1)
    for seat in (-2, 4):
        with pytest.raises(ValueError, match="no seat"):
            match.view(seat)
        with pytest.raises(ValueError, match="no seat"):
            match.answer(decision_pb2.Answer(), seat)
    with pytest.raises(ValueError, match="no seat"):
        match.decision(SPECTATOR)
    for ordinal in (-1, len(match.events()) + 1):
        with pytest.raises(ValueError, match="events"):
            match.events(after=ordinal)


def test_events_are_what_each_viewer_may_see_and_count_on() -> None:
    match = LocalMatch.of(4, heroes=False, seed=1)
    played(match, Random(1), answers=10)
    live = match._match.game
    for viewer in (SPECTATOR, *range(4)):
        seen = match.events(viewer)
        assert [event.ordinal for event in seen] == list(range(1, len(live.events) + 1))
        expected = [events.to_message(event, n, viewer, live.rules) for n, event in enumerate(live.events, 1)]
        assert seen == expected
        assert match.events(viewer, after=5) == seen[5:]
        assert match.events(viewer, after=len(seen)) == []
    dealt = [event.role_dealt for event in match.events(2) if event.HasField("role_dealt")]
    assert [bool(event.role) for event in dealt] == [False, False, True, False]


def test_silent_waits_are_over_at_once() -> None:
    ruleset = ruleset_pb2.Ruleset(seat_count=5)
    ruleset.options.silent_waits.FromMilliseconds(5000)
    match, plain = LocalMatch(ruleset, 3), LocalMatch.of(5, seed=3)
    given = played(match, Random(3))
    assert match.over
    for seat, answer in given:
        plain.answer(answer, seat)
    assert json_format.MessageToDict(match.view().result) == json_format.MessageToDict(plain.view().result)


def test_neither_transport_nor_store_is_imported() -> None:
    program = "import sys, service.local; print([name for name in ('grpc', 'redis', 'asyncio') if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.strip() == "[]"
