"""A pause needs everybody's consent, and nothing happens in it."""

from __future__ import annotations

from typing import Any

import pytest
from grpc import StatusCode
from redis.asyncio import Redis
from sanguosha.v1 import decision_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.match import Match
from service.access.auth import Caller
from service.store import EmbeddedServer, Store
from service.store.keys import keys_of
from tests.service.asking import does, issue, request_of
from tests.service.planting import plant, stop_where
from tests.service.replica import Replica, seated
from tests.service.streaming import play_until, update_of, watch
from tests.service.tables import Calls, Table, refusal, request_id, ruleset

FAILED = StatusCode.FAILED_PRECONDITION
PAUSED = (FAILED, "MATCH_PAUSED")


@pytest.fixture(scope="module")
def one_dead() -> Match:
    return stop_where(lambda match: sum(not player.alive for player in match.game.players) == 1)


async def pause(table: Table, *seats: int) -> match_pb2.Match:
    for seat in seats:
        match = await does(table, "PauseMatch", seat)
    return match


# -- consent


async def test_a_match_is_paused_when_every_player_has_asked(calls: Calls) -> None:
    table = await calls.table(4)
    for count, seat in enumerate((2, 0, 3), start=1):
        match = await pause(table, seat)
        assert (match.paused, list(match.pause_requested_by)) == (False, sorted((2, 0, 3)[:count]))
    await pause(table, 2)
    assert not (await table.match()).paused
    match = await pause(table, 1)
    assert (match.paused, list(match.pause_requested_by)) == (True, [])
    assert match == await table.match()


async def test_until_everybody_consents_the_match_goes_on(calls: Calls) -> None:
    table = await calls.table(4)
    await pause(table, 0, 1, 2)
    await table.move(3)
    assert list((await table.match()).pause_requested_by) == [0, 1, 2]


async def test_neither_the_house_nor_who_is_away_is_asked(calls: Calls) -> None:
    table = await calls.table(5, bots=[1, 3])
    await does(table, "HandOverSeat", 0)
    assert not (await pause(table, 2)).paused
    assert (await pause(table, 4)).paused


async def test_who_is_away_and_asks_is_there_again(calls: Calls) -> None:
    table = await calls.table(4)
    await does(table, "HandOverSeat", 0)
    match = await pause(table, 1, 2, 0)
    assert (match.paused, list(match.pause_requested_by), match.seats[0].away) == (False, [0, 1, 2], False)


async def test_the_dead_need_not_consent(calls: Calls, records: Store, one_dead: Match) -> None:
    table = await plant(calls, records, one_dead)
    *others, last = [player.seat for player in one_dead.game.players if player.alive]
    assert not (await pause(table, *others)).paused
    assert (await pause(table, last)).paused


async def test_a_request_is_taken_back_by_resuming_by_leaving_and_by_handing_over(calls: Calls) -> None:
    table = await calls.table(5)
    await pause(table, 0, 1, 2, 3)
    await does(table, "ResumeMatch", 0)
    await does(table, "HandOverSeat", 1)
    await does(table, "LeaveMatch", 2)
    await issue(table, 3)  # to somebody else, perhaps
    match = await table.match()
    assert (match.paused, list(match.pause_requested_by)) == (False, [])
    assert not (await pause(table, 4)).paused


async def test_a_pause_asked_for_twice_is_one(calls: Calls) -> None:
    table = await calls.table(4)
    once = request_id()
    first = await does(table, "PauseMatch", 0, request_id=once)
    assert await does(table, "PauseMatch", 0, request_id=once) == first
    await pause(table, 1, 2, 3)
    await pause(table, 1)  # who asks in the pause asks for no other
    match = await does(table, "ResumeMatch", 2)
    assert (match.paused, list(match.pause_requested_by)) == (False, [])


@pytest.mark.parametrize("method", ["PauseMatch", "ResumeMatch"])
async def test_there_are_pauses_in_play_alone(calls: Calls, method: str) -> None:
    table = await calls.lobby()
    assert (await refusal(does(table, method, 0)))[:2] == (FAILED, "MATCH_NOT_STARTED")
    await calls.start(table.name)
    await does(table, "ConcedeMatch", 0)
    assert (await refusal(does(table, method, 0)))[:2] == (FAILED, "SEAT_CONCEDED")
    await calls.abandon(table.name)
    assert (await refusal(does(table, method, 1)))[:2] == (FAILED, "MATCH_OVER")


async def test_a_match_that_is_over_is_not_paused(calls: Calls) -> None:
    table = await calls.table(4)
    await pause(table, 0, 1, 2)
    over = await calls.abandon(table.name)
    assert (over.paused, list(over.pause_requested_by)) == (False, [])


# -- while it lasts


@pytest.mark.parametrize("by", range(4))
async def test_no_answer_is_taken_until_any_player_resumes(calls: Calls, by: int) -> None:
    table = await calls.table(4)
    asked = await table.asked()
    stream = watch(table, asked.seat)
    cursor = (await update_of(stream)).cursor
    await pause(table, 0, 1, 2, 3)
    once = request_id()
    assert (await refusal(table.act(asked.seat, asked.default_answer, id=once)))[:2] == PAUSED
    late = decision_pb2.Answer(decision=50, option="pass")
    assert (await refusal(table.act(asked.seat, late)))[:2] == PAUSED
    while not (update := await update_of(stream)).match.paused:
        assert update.match.pause_requested_by
    assert not update.events
    assert (await table.next(asked.seat, cursor=cursor)).match.paused
    assert not (await does(table, "ResumeMatch", by)).paused
    assert not (await update_of(stream)).match.paused
    assert (await table.act(asked.seat, asked.default_answer, id=once)).outcome == pb.OUTCOME_APPLIED


async def test_the_pause_ends_when_the_last_player_is_gone(calls: Calls) -> None:
    for method in ("LeaveMatch", "HandOverSeat", "ConcedeMatch"):
        table = await calls.table(4, bots=[0])
        await pause(table, 1, 2, 3)
        for seat in (1, 2):
            assert (await does(table, method, seat)).paused
        assert not (await does(table, method, 3)).paused


async def test_who_concedes_in_a_pause_dies_when_it_is_over(calls: Calls) -> None:
    table = await calls.table(4)
    seat = (await table.asked()).seat
    await pause(table, 0, 1, 2, 3)
    before = (await table.view()).view
    match = await does(table, "ConcedeMatch", seat)
    assert (match.paused, match.seats[seat].conceded) == (True, True)
    others = [other for other in range(4) if other != seat]
    assert (await table.view()).view == before
    await does(table, "ResumeMatch", others[0])

    async def died() -> bool:
        return not (await table.view()).view.seats[seat].alive

    await play_until(table, others, died)


# -- time, on replicas that a test leads by the hand


class Timed:
    """A match whose answers have a deadline, at one replica whose house thinks for a second."""

    def __init__(self, store: Store, redis: Redis) -> None:
        self.replica = Replica(store, bot_delay_ms=1000)
        self.redis = redis
        self.match_id = ""

    async def start(self, deadline_ms: int = 0) -> None:
        playing = ruleset(4)
        if deadline_ms:
            for kind in ("setup", "play", "respond", "invoke", "choose", "discard"):
                getattr(playing.options.deadlines, kind).FromMilliseconds(deadline_ms)
        self.match_id = await self.replica.table(4, playing=playing)

    async def does(self, method: str, seat: int) -> match_pb2.Match:
        request: Any = request_of(method, name=f"matches/{self.match_id}")
        caller: Caller = seated(self.match_id, seat)
        match: match_pb2.Match = await self.replica.app.call(method)(request, caller)
        return match

    async def due(self) -> float | None:
        return await self.redis.zscore(keys_of(self.match_id).due, self.match_id)

    async def deadlines(self) -> list[int]:
        asked = await self.replica.asked(self.match_id)
        return [d.deadline.ToMilliseconds() if d.HasField("deadline") else 0 for d in asked]

    async def events(self) -> int:
        return (await self.replica.view(self.match_id, 0)).view.event_ordinal


@pytest.fixture
def timed(store: Store, redis: Redis) -> Timed:
    return Timed(store, redis)


async def test_deadlines_rest_in_a_pause_and_run_anew_after_it(timed: Timed, store: Store) -> None:
    await timed.start(5000)
    [first] = await timed.deadlines()
    assert await timed.due() == first
    for seat in range(4):
        await timed.does("PauseMatch", seat)
    assert await timed.due() is None
    assert await timed.deadlines() == [0]
    head = await timed.events()
    await timed.replica.serve_due(timed.match_id, first + 10**6)
    assert await timed.events() == head
    before = await store.now_ms()
    await timed.does("ResumeMatch", 3)
    [second] = await timed.deadlines()
    assert before + 5000 <= second <= await store.now_ms() + 5000
    assert await timed.due() == second
    await Replica(store).serve_due(timed.match_id, second - 1)
    assert await timed.events() == head
    await Replica(store).serve_due(timed.match_id, second)
    assert await timed.events() > head


async def test_the_house_rests_in_a_pause(timed: Timed, store: Store) -> None:
    await timed.start()
    [asked] = await timed.replica.asked(timed.match_id)
    others = [seat for seat in range(4) if seat != asked.seat]
    await timed.does("HandOverSeat", asked.seat)
    assert await timed.due() is not None
    for seat in others:
        await timed.does("PauseMatch", seat)
    assert await timed.due() is None
    head = await timed.events()
    await timed.replica.serve_due(timed.match_id, await store.now_ms() + 10**6)
    assert await timed.events() == head
    await timed.does("ResumeMatch", others[0])
    assert await timed.due() is not None
    await timed.replica.serve_due(timed.match_id)
    assert await timed.events() > head


async def test_a_request_of_who_misses_deadlines_and_is_away_is_taken_back(timed: Timed, store: Store) -> None:
    await timed.start(1000)
    [asked] = await timed.replica.asked(timed.match_id)
    await timed.does("PauseMatch", asked.seat)
    for _ in range(200):
        hosted = await timed.replica.app.backend.host.read(timed.match_id)
        if hosted.stored.seats[asked.seat].away:
            break
        await timed.replica.serve_due(timed.match_id, await store.now_ms() + 10**6)
    assert hosted.stored.seats[asked.seat].away
    assert hosted.stored.pause_requests == ()


async def test_a_pause_outlives_every_server(timed: Timed, embedded: EmbeddedServer) -> None:
    await timed.start()
    for seat in range(4):
        await timed.does("PauseMatch", seat)
    async with Store(embedded.url) as other:
        again = await Replica(other).app.backend.host.read(timed.match_id)
        assert again.stored.paused
