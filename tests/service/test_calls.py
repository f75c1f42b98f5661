"""Play by unary calls: the view, acting, and waiting for the next decision, as the contract says."""

from __future__ import annotations

import asyncio
import time

import grpc
from sanguosha.v1 import decision_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from tests.service.playing import any_answer
from tests.service.serving import Server
from tests.service.tables import BEGINNING, Calls, bearer, reached, refusal, request_id


async def test_a_seat_sees_its_own_hand_and_role_and_the_lords_alone(calls: Calls) -> None:
    table = await calls.table(6)
    for seat in range(6):
        view = (await table.view(seat)).view
        assert view.viewer == seat
        assert [bool(other.hand) for other in view.seats] == [n == seat for n in range(6)]
        assert [bool(other.role) for other in view.seats] == [
            other.seat == seat or other.role_shown for other in view.seats
        ]
        assert [other.role for other in view.seats if other.role_shown] == ["lord"]


async def test_a_spectator_sees_neither_hands_nor_hidden_roles_nor_decisions(calls: Calls) -> None:
    table = await calls.table(6)
    response = await table.view()
    assert not response.view.HasField("viewer")
    assert not response.decisions
    assert [len(seat.hand) for seat in response.view.seats] == [0] * 6
    assert sum(seat.hand_count for seat in response.view.seats) >= 24
    assert [seat.role for seat in response.view.seats if seat.role] == ["lord"]


async def test_the_view_brings_the_open_decisions_of_its_seat(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    response = await table.view(asked.seat)
    assert list(response.decisions) == [asked]
    assert response.view.event_ordinal > 0


async def test_the_etag_changes_with_the_match(calls: Calls) -> None:
    table = await calls.table()
    first = await table.view()
    assert (await table.view()).etag == first.etag
    asked = await table.asked()
    acted = await table.act(asked.seat, asked.default_answer)
    assert acted.etag == (await table.view(asked.seat)).etag
    assert (await table.view()).etag != first.etag


async def test_an_act_is_applied_and_brings_what_it_caused(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    head = (await table.view(asked.seat)).view.event_ordinal
    response = await table.act(asked.seat, asked.default_answer)
    assert response.outcome == pb.OUTCOME_APPLIED
    assert not response.update.HasField("snapshot")
    assert [event.ordinal for event in response.update.events] == list(range(head + 1, reached(response.update) + 1))
    after = await table.view(asked.seat)
    assert after.view.event_ordinal == reached(response.update)
    assert list(after.decisions) == list(response.update.decisions)
    assert asked.id not in response.update.open


async def test_an_act_with_a_cursor_brings_everything_after_it(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    response = await table.act(asked.seat, asked.default_answer, cursor=BEGINNING)
    assert [event.ordinal for event in response.update.events] == list(range(1, reached(response.update) + 1))


async def test_a_repeated_act_gets_the_very_same_reply_and_happens_once(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    once = request_id()
    first = await table.act(asked.seat, asked.default_answer, id=once)
    assert await table.act(asked.seat, asked.default_answer, id=once) == first
    await table.move(3)
    assert await table.act(asked.seat, asked.default_answer, id=once) == first


async def test_one_act_sent_many_times_at_once_happens_once(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    once = request_id()
    replies = await asyncio.gather(*(table.act(asked.seat, asked.default_answer, id=once) for _ in range(6)))
    assert all(reply == replies[0] for reply in replies)
    assert (await table.view()).view.event_ordinal == reached(replies[0].update)


async def test_an_answer_to_a_closed_decision_is_superseded_and_brings_the_seat_up_to_date(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    await table.act(asked.seat, asked.default_answer)
    before = await table.view(asked.seat)
    late = await table.act(asked.seat, asked.default_answer)
    assert late.outcome == pb.OUTCOME_SUPERSEDED
    assert late.update.snapshot == before.view
    assert list(late.update.decisions) == list(before.decisions)
    behind = await table.act(asked.seat, asked.default_answer, cursor=table.cursor(before.view.event_ordinal - 1))
    assert [event.ordinal for event in behind.update.events] == [before.view.event_ordinal]


async def test_of_two_answers_at_once_one_is_applied_and_one_superseded(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    replies = await asyncio.gather(*(table.act(asked.seat, asked.default_answer) for _ in range(2)))
    assert {reply.outcome for reply in replies} == {pb.OUTCOME_APPLIED, pb.OUTCOME_SUPERSEDED}


async def test_the_last_answer_says_that_the_match_is_over(calls: Calls) -> None:
    table = await calls.table(4)
    over = await table.play_out()
    for seat in range(4):
        update = await table.next(seat, wait=20)
        assert update.state == match_pb2.MATCH_STATE_FINISHED
        assert not update.open
        assert update.snapshot.result == over.result
    late = await refusal(table.act(0, decision_pb2.Answer(decision=1, option="pass")))
    assert late[:2] == (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_OVER")


async def test_an_open_decision_is_returned_at_once(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    began = time.monotonic()
    update = await table.next(asked.seat, wait=20)
    assert time.monotonic() - began < 5
    assert list(update.decisions) == [asked]
    assert list(update.open) == [asked.id]
    assert update.snapshot.viewer == asked.seat


async def test_from_a_cursor_come_events_in_place_of_the_snapshot(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    update = await table.next(asked.seat, cursor=BEGINNING)
    assert not update.HasField("snapshot")
    assert [event.ordinal for event in update.events] == list(range(1, reached(update) + 1))
    assert not (await table.next(asked.seat, cursor=update.cursor)).events


async def test_a_cursor_beyond_the_head_gets_a_snapshot(calls: Calls) -> None:
    table = await calls.table()
    update = await table.next(0, cursor=table.cursor(10**6))
    assert update.HasField("snapshot")
    assert reached(update) == update.snapshot.event_ordinal
    assert update.reset == pb.RESET_CURSOR_AHEAD


async def test_without_a_wait_the_answer_comes_at_once_although_nothing_is_open(calls: Calls) -> None:
    table = await calls.table()
    update = await table.next(await table.idle_seat())
    assert not update.open
    assert update.state == match_pb2.MATCH_STATE_PLAYING


async def test_when_the_time_is_up_nothing_is_open(calls: Calls) -> None:
    table = await calls.table()
    idle = await table.idle_seat()
    began = time.monotonic()
    update = await table.next(idle, wait=0.3)
    assert time.monotonic() - began >= 0.3
    assert not update.open


async def test_whoever_waits_is_woken_by_the_act_of_another(calls: Calls) -> None:
    table = await calls.table()
    idle = await table.idle_seat()
    waiting = asyncio.create_task(table.next(idle, wait=20))
    for _ in range(2_000):
        if waiting.done():
            break
        decision = await table.asked()
        if decision.seat == idle:
            break
        await table.act(decision.seat, any_answer(table.rng, decision))
    update = await asyncio.wait_for(waiting, 5)
    assert update.open
    assert list(update.decisions) == list((await table.view(idle)).decisions)


async def test_whoever_waits_in_the_lobby_is_woken_by_the_start(calls: Calls) -> None:
    table = await calls.lobby()
    waiting = [asyncio.create_task(table.next(seat, wait=20)) for seat in range(5)]
    await asyncio.sleep(0.05)
    await calls.start(table.name)
    asked = await table.asked()
    update = await asyncio.wait_for(waiting[asked.seat], 5)
    assert list(update.decisions) == [asked]
    assert update.state == match_pb2.MATCH_STATE_PLAYING
    for other in waiting:
        other.cancel()


async def test_whoever_waits_is_told_that_the_match_was_abandoned(calls: Calls) -> None:
    table = await calls.table()
    waiting = asyncio.create_task(table.next(await table.idle_seat(), wait=20))
    await asyncio.sleep(0.05)
    await calls.abandon(table.name)
    update = await asyncio.wait_for(waiting, 5)
    assert update.state == match_pb2.MATCH_STATE_ABANDONED
    assert not update.open


async def test_a_longer_wait_than_the_servers_longest_is_cut_down(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    request = pb.NextDecisionRequest(name=table.name)
    request.wait.seconds = 86_400
    response = await calls.stub.NextDecision(request, metadata=bearer(table.tokens[asked.seat]))
    assert response.update.open


async def test_the_house_answers_for_its_seats(server: Server, calls: Calls) -> None:
    table = await calls.table(5, bots=[1, 2, 3, 4])
    before = server.metric("sanguosha_answers_total", answerer="house")
    for _ in range(20):
        update = await table.next(0, wait=20)
        if update.state != match_pb2.MATCH_STATE_PLAYING:
            break
        await table.act(0, any_answer(table.rng, update.decisions[0]))
    assert server.metric("sanguosha_answers_total", answerer="house") > before


async def test_every_seat_may_answer_at_the_same_time(calls: Calls) -> None:
    table = await calls.table(10)

    async def sit(seat: int) -> set[int]:
        outcomes = set()
        for _ in range(3):
            update = await table.next(seat, wait=0.3)
            if update.decisions:
                outcomes.add((await table.act(seat, any_answer(table.rng, update.decisions[0]))).outcome)
        return outcomes

    outcomes = set.union(*await asyncio.gather(*(sit(seat) for seat in range(10))))
    assert pb.OUTCOME_APPLIED in outcomes
    assert outcomes <= {pb.OUTCOME_APPLIED, pb.OUTCOME_SUPERSEDED}


async def test_seats_of_one_match_share_no_request_ids(calls: Calls) -> None:
    table = await calls.table()
    once = request_id()
    first = await table.asked()
    assert (await table.act(first.seat, first.default_answer, id=once)).outcome == pb.OUTCOME_APPLIED
    for _ in range(200):
        decision = await table.asked()
        if decision.seat != first.seat:
            break
        await table.move()
    assert (await table.act(decision.seat, decision.default_answer, id=once)).outcome == pb.OUTCOME_APPLIED
