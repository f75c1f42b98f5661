"""The dead who are asked: a client answers for a dead seat as for any other, and the house for who has given up."""

from __future__ import annotations

import pytest
from grpc import StatusCode
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.match import Match
from engine.ruleset import Ruleset
from service.store import Store
from tests.service.asking import does
from tests.service.planting import SEATS, plant
from tests.service.playing import any_answer, stops
from tests.service.replaying import check_replay
from tests.service.streaming import play_until
from tests.service.tables import Calls, Table, refusal, ruleset


def asked_of_the_dead(reason: str, kind: str) -> tuple[Match, int]:
    """A match with dark souls that asks somebody dead about this, and the seat."""
    for seed in range(100):
        for match in stops(Ruleset(SEATS, dark_souls=True), seed):
            for seat, decision in match.open.items():
                about = decision.question.reason.name, decision.question.kind
                if not match.game.players[seat].alive and about == (reason, kind):
                    return match, seat
    raise AssertionError("no match comes there")


async def planted(calls: Calls, records: Store, live: Match) -> Table:
    return await plant(calls, records, live, ruleset(SEATS, heroes=True, dark_souls=True))


@pytest.mark.parametrize(
    ("reason", "kind"), [("luohan", "CHOOSE"), ("luohan", "INVOKE"), ("xuanwu", "INVOKE"), ("zhuyou", "INVOKE")]
)
async def test_a_dead_seat_that_is_asked_may_answer(calls: Calls, records: Store, reason: str, kind: str) -> None:
    live, seat = asked_of_the_dead(reason, kind)
    table = await planted(calls, records, live)
    seen = await table.view(seat)
    assert not seen.view.seats[seat].alive
    (decision,) = seen.decisions
    assert decision.reason.name == reason
    assert list((await table.next(seat)).decisions) == [decision]
    answered = await table.act(seat, any_answer(table.rng, decision))
    assert answered.outcome == pb.OUTCOME_APPLIED
    assert decision.id not in answered.update.open


async def test_the_dead_are_silent_and_give_nothing_up(calls: Calls, records: Store) -> None:
    live, seat = asked_of_the_dead("xuanwu", "INVOKE")
    table = await planted(calls, records, live)
    assert (await refusal(does(table, "ConcedeMatch", seat)))[:2] == (StatusCode.FAILED_PRECONDITION, "SEAT_DEAD")


@pytest.mark.parametrize("option", ["dark_souls", "reincarnation"])
async def test_the_house_answers_for_the_dead_who_have_given_up(calls: Calls, records: Store, option: str) -> None:
    table = await calls.table(6, playing=ruleset(6, heroes=True, **{option: True}))
    lord = next(seat.seat for seat in (await table.view()).view.seats if seat.role == "lord")
    gone = [seat for seat in table.tokens if seat != lord][:2]
    for seat in gone:
        await does(table, "ConcedeMatch", seat)

    async def ended() -> bool:
        return (await table.match()).state != match_pb2.MATCH_STATE_PLAYING

    await play_until(table, table.tokens.keys() - set(gone), ended)
    assert (await table.match()).state == match_pb2.MATCH_STATE_FINISHED
    await check_replay(records, table.id)
