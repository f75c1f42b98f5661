"""What a seat does beside playing: talk, pause, hand over, give up."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1.decision_pb2 import Answer, Decision
from sanguosha_client import Client, IllegalChoice, SanguoshaError, Seat
from sanguosha_client.desk import Desk

from tests.clients.python.playing import play, table

SOON = 10.0  # seconds


async def started(client: Client, **how: bool) -> tuple[Seat, Seat]:
    first, second = await table(client, 2, heroes=False, **how)
    await client.start(first.name)
    return first, second


async def test_a_seat_speaks_and_the_others_hear_it_once(client: Client) -> None:
    seat, other = await started(client, talk=True)
    said = await seat.say("well met")
    assert (said.seat, said.text) == (seat.number, "well met")
    async with asyncio.timeout(SOON):
        async for update in other.updates():
            if update.messages:
                break
    assert list(update.messages) == [said]
    with pytest.raises(SanguoshaError, match="NO_TEAMS"):
        await seat.say("psst", to_team=True)


async def test_a_seat_is_handed_over_and_taken_back(client: Client) -> None:
    seat, other = await started(client)
    assert (await seat.hand_over()).seats[seat.number].away
    assert not (await seat.take_back()).seats[seat.number].away
    assert (await client.hand_over(seat.name, other.number)).seats[other.number].away


async def test_every_call_about_a_seat_tells_it_the_match(client: Client) -> None:
    seat, _ = await table(client, 2)  # who never chooses a hero, so that nobody dies
    await client.start(seat.name)
    for call in (seat.pause, seat.resume_match, seat.hand_over, seat.take_back, seat.concede, seat.leave):
        before = seat.match
        assert (await call()) is seat.match
        assert seat.match.etag != before.etag, call.__name__


async def test_a_seat_that_concedes_is_the_houses_for_good(client: Client) -> None:
    seat, _ = await started(client)
    assert (await seat.concede()).seats[seat.number].conceded
    with pytest.raises(SanguoshaError) as caught:
        await seat.take_back()
    assert caught.value.reason == "SEAT_CONCEDED"


async def test_who_leaves_the_lobby_makes_room(client: Client) -> None:
    [seat] = await table(client)
    assert not (await seat.leave()).seats[seat.number].taken
    with pytest.raises(SanguoshaError, match="TOKEN_INVALID"):
        await seat.view()


@pytest.mark.parametrize("deadlines", [{}, {"deadlines": 3600}], ids=["without deadlines", "with deadlines"])
async def test_a_decision_is_held_back_in_a_pause_and_comes_again_after_it(
    client: Client, deadlines: dict[str, int]
) -> None:
    [seat] = await table(client, seats=4, **deadlines)
    await client.start(seat.name)
    async with asyncio.timeout(SOON), aclosing(seat.decisions()) as decisions:
        decision = await anext(decisions)
        assert (await seat.pause()).paused
        with pytest.raises(SanguoshaError, match="MATCH_PAUSED"):
            await seat.act(decision.default_answer)
        held = asyncio.create_task(anext(decisions))
        await asyncio.sleep(0.1)
        assert not held.done()
        assert not (await seat.resume_match()).paused
        again = await held
        assert again.id == decision.id
        if deadlines:
            assert again.deadline.ToMilliseconds() > decision.deadline.ToMilliseconds()
        assert await seat.act(again.default_answer) == pb.OUTCOME_APPLIED
        assert await seat.act(again.default_answer) == pb.OUTCOME_SUPERSEDED


async def test_a_decision_that_closes_before_it_is_taken_is_left_out() -> None:
    desk = Desk()
    desk.take(pb.Update(open=[1, 2], decisions=[Decision(id=1), Decision(id=2)]))
    desk.take(pb.Update(open=[2, 3], decisions=[Decision(id=3)]))
    assert [(await desk.next()), (await desk.next())] == [Decision(id=2), Decision(id=3)]
    desk.take(pb.Update(open=[3]))
    desk.close()
    assert await desk.next() is None


async def test_what_ends_a_stream_of_decisions_is_raised_to_who_waits(client: Client) -> None:
    [seat] = await table(client)
    await seat.leave()
    with pytest.raises(SanguoshaError, match="TOKEN_INVALID"):
        await play(seat)


async def test_an_answer_is_checked_before_it_is_sent(client: Client) -> None:
    match = await client.create_match(seats=4, bots=[1, 2, 3])
    seat = await client.join(match.name)
    await client.start(seat.name)
    async with asyncio.timeout(SOON), aclosing(seat.decisions()) as decisions:
        decision = await anext(decisions)
        with pytest.raises(IllegalChoice, match="no such"):
            await seat.answer(decision, "no such")
        with pytest.raises(SanguoshaError) as caught:
            await seat.act(Answer(decision=decision.id, option="no such"))
        assert caught.value.reason == "OPTION_NOT_LISTED"
        hero = decision.options[0].picks[0].subset.of[1].hero
        assert await seat.answer(decision, "choose", hero=hero) == pb.OUTCOME_APPLIED


async def test_an_answer_after_the_end_is_superseded(client: Client) -> None:
    seat, _ = await started(client)
    async with asyncio.timeout(SOON):
        decision = (await seat.view()).decisions
        await client.abandon(seat.name)
        for each in decision:
            assert await seat.act(each.default_answer) == pb.OUTCOME_SUPERSEDED
        assert sum((await play(seat)).values()) == 0
    assert seat.match.state == match_pb2.MATCH_STATE_ABANDONED


async def test_a_ticket_stands_for_the_token(client: Client) -> None:
    [seat] = await table(client)
    ticket = await seat.ticket()
    assert ticket.ticket
    assert ticket.expire_time.seconds > 0
