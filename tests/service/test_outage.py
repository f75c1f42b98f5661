"""Redis goes away while matches are played: callers are told, nothing is lost, and play goes on when it is back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import grpc
import pytest
from sanguosha.v1 import match_service_pb2 as pb

from examples.random_client import Player
from service.store import EmbeddedServer, Store
from tests.service.asking import NEEDED, ask, series
from tests.service.conftest import Proxy
from tests.service.planting import answered
from tests.service.replaying import check_replay
from tests.service.serving import Server
from tests.service.tables import BEGINNING, Calls, Table, bearer, reached, refusal, request_id, ruleset
from tests.service.test_bad_input import every_call, every_call_of

AWAY = (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")


class Frail:
    """A Redis that can be stopped and started again, and a server that uses it."""

    def __init__(self, folder: Path) -> None:
        self.redis = EmbeddedServer(folder / "redis")
        self.redis.start()
        self.server = Server(folder / "server", redis_url=self.redis.url).start()

    def close(self) -> None:
        self.server.stop()
        self.redis.stop()


@pytest.fixture(scope="module")
def frail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Frail]:
    made = Frail(tmp_path_factory.mktemp("frail"))
    yield made
    made.close()


@pytest.fixture
async def calls(frail: Frail) -> AsyncIterator[Calls]:
    async with Calls(frail.server.address) as opened:
        yield opened


async def come_back(table: Table) -> None:
    """Until the server has found its Redis again, by itself."""
    async with asyncio.timeout(10):
        while True:
            try:
                await table.match()
                return
            except grpc.aio.AioRpcError:
                await asyncio.sleep(0.05)


async def test_without_redis_every_call_says_so_and_afterwards_nothing_is_lost(frail: Frail, calls: Calls) -> None:
    table = await calls.table()
    await table.move(5)
    asked, match = await table.asked(), await table.match()
    contest = await series(calls)
    once = request_id()
    frail.redis.stop()
    for method, call in every_call(calls, table.name, table.tokens[0]).items():
        assert (await refusal(call))[:2] == AWAY, method
    for method, call in every_call_of("series", calls, contest.name).items():
        assert (await refusal(call))[:2] == AWAY, method
    assert (await refusal(calls.create()))[:2] == AWAY
    assert (await refusal(ask(calls, "CreateSeries", **NEEDED["CreateSeries"])))[:2] == AWAY
    assert (await refusal(calls.stub.ListMatches(pb.ListMatchesRequest())))[:2] == AWAY
    assert (await refusal(table.act(asked.seat, asked.default_answer, id=once)))[:2] == AWAY

    frail.redis.start()
    await come_back(table)
    assert await table.match() == match
    assert await table.asked() == asked
    assert await ask(calls, "GetSeries", name=contest.name) == contest
    assert len((await ask(calls, "StartSeriesMatch", name=contest.name)).matches) == 1
    first = await table.act(asked.seat, asked.default_answer, id=once)
    assert first.outcome == pb.OUTCOME_APPLIED
    assert await table.act(asked.seat, asked.default_answer, id=once) == first
    async with Store(frail.redis.url) as store:
        assert await answered(store, table.id) == 6


async def test_whoever_waits_or_watches_goes_on_from_the_cursor(frail: Frail, calls: Calls) -> None:
    table = await calls.table()
    asked, idle = await table.asked(), await table.idle_seat()
    waiting = asyncio.create_task(table.next(idle, wait=20))
    stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name, cursor=BEGINNING))
    first = (await stream.read()).update
    frail.redis.stop()
    await asyncio.sleep(0.3)
    frail.redis.start()
    await come_back(table)
    acted = await table.act(asked.seat, asked.default_answer)

    async def watched() -> int:
        """On the old stream, or where that was ended, on a new one."""
        try:
            message = await stream.read()
        except grpc.aio.AioRpcError as error:
            if error.code() != grpc.StatusCode.UNAVAILABLE:
                raise
            again = calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name, cursor=first.cursor))
            message = await again.read()
        return message.update.events[0].ordinal

    assert await asyncio.wait_for(watched(), 20) == reached(first) + 1
    assert reached(acted.update) > reached(first)
    waiting.cancel()


async def test_a_whole_match_outlives_its_redis(frail: Frail) -> None:
    async with Calls(frail.server.address) as calls:
        player = Player(calls.stubs, 7)
        playing = asyncio.create_task(player.play(ruleset(10, heroes=True)))
        for _ in range(2):
            await asyncio.sleep(0.15)
            frail.redis.stop()
            await asyncio.sleep(0.1)
            frail.redis.start()
        name = await asyncio.wait_for(playing, 60)
    assert player.seen["retries"] > 0
    async with Store(frail.redis.url) as store:
        assert await check_replay(store, name.removeprefix("matches/")) > 20
    assert frail.server.metric("grpc_server_handled_total", grpc_code="INTERNAL") == 0
    assert frail.server.metric("sanguosha_drifts_total") == 0


# -- a wire that loses replies


@pytest.fixture
async def wired(tmp_path: Path, proxy: Proxy) -> AsyncIterator[Calls]:
    # Without sweeps the replies on the wire are those to our own calls.
    server = Server(tmp_path, redis_url=proxy.url, sweep_ms=3_600_000)
    await asyncio.to_thread(server.start)
    async with Calls(server.address) as opened:
        yield opened
    await asyncio.to_thread(server.stop)


async def test_an_act_whose_reply_was_lost_happens_once_when_sent_again(
    wired: Calls, proxy: Proxy, store: Store
) -> None:
    table = await wired.table()
    asked = await table.asked()
    once = request_id()
    proxy.cut_at_next_reply = True
    assert (await refusal(table.act(asked.seat, asked.default_answer, id=once)))[:2] == AWAY
    assert await answered(store, table.id) == 1  # it did happen
    again = await table.act(asked.seat, asked.default_answer, id=once)
    assert again.outcome == pb.OUTCOME_APPLIED
    assert reached(again.update) == (await table.view()).view.event_ordinal
    assert await answered(store, table.id) == 1


async def test_a_join_whose_reply_was_lost_takes_one_seat(wired: Calls, proxy: Proxy) -> None:
    match = await wired.create()
    once = request_id()
    proxy.cut_at_next_reply = True
    assert (await refusal(wired.join(match.name, once)))[:2] == AWAY
    answer = await wired.join(match.name, once)
    assert [seat.taken for seat in (await wired.get(match.name)).seats] == [True, False, False, False, False]
    view = pb.NextDecisionRequest(name=match.name)
    await wired.stub.NextDecision(view, metadata=bearer(answer.seat_token))  # the token is good


async def test_a_redis_that_hangs_is_given_up_in_time(wired: Calls, proxy: Proxy) -> None:
    table = await wired.table()
    asked = await table.asked()
    once = request_id()
    proxy.silent = True
    async with asyncio.timeout(5):
        assert (await refusal(table.act(asked.seat, asked.default_answer, id=once)))[:2] == AWAY
    proxy.silent = False
    await come_back(table)
    assert (await table.act(asked.seat, asked.default_answer, id=once)).outcome == pb.OUTCOME_APPLIED
