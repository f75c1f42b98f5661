"""What clients see of a Redis that has lost its last writes: a clear answer, and never two truths."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import grpc
import pytest
from redis.asyncio import Redis
from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb

from tests.loopback import free_port
from tests.service.redis_processes import Process, until
from tests.service.serving import Server
from tests.service.streaming import update_where, watch
from tests.service.tables import Calls, bearer, reached, refusal, request_id, why

MISSING = (grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND")


class Forgetful:
    """A Redis that keeps only what it is told to, and a server that uses it."""

    def __init__(self, folder: Path) -> None:
        self.redis = Process(folder / "redis", free_port())
        self.server = Server(folder / "server", redis_url=self.redis.url, sweep_ms=20)

    async def start(self) -> None:
        self.redis.start()
        await until(self.redis.port, "PING", answer="True")
        await asyncio.to_thread(self.server.start)

    async def close(self) -> None:
        await asyncio.to_thread(self.server.stop)
        self.redis.kill()

    async def keep(self) -> None:
        async with Redis(port=self.redis.port, protocol=2) as client:
            await client.save()

    async def lose(self) -> None:
        """Everything since it was kept last."""
        self.redis.kill()
        self.redis.start()
        await until(self.redis.port, "PING", answer="True")


@pytest.fixture
async def forgetful(tmp_path: Path) -> AsyncIterator[Forgetful]:
    made = Forgetful(tmp_path)
    await made.start()
    yield made
    await made.close()


@pytest.fixture
async def calls(forgetful: Forgetful) -> AsyncIterator[Calls]:
    async with Calls(forgetful.server.address) as opened:
        yield opened


async def come_back(calls: Calls) -> None:
    """Until the server has found its Redis again."""
    async with asyncio.timeout(10):
        while True:
            try:
                await calls.stub.ListMatches(pb.ListMatchesRequest())
                return
            except grpc.aio.AioRpcError:
                await asyncio.sleep(0.05)


async def test_who_has_seen_what_is_lost_is_shown_the_match_anew_and_play_goes_on(
    forgetful: Forgetful, calls: Calls
) -> None:
    table = await calls.table()
    await table.move(3)
    await forgetful.keep()
    kept = await table.next(0)
    await table.move(4)
    seen = await table.next(0)
    assert reached(seen) > reached(kept)
    watching = calls.stub.WatchMatch(
        pb.WatchMatchRequest(name=table.name, cursor=seen.cursor), metadata=bearer(table.tokens[0])
    )
    first = (await watching.read()).update
    assert not first.reset
    await forgetful.lose()
    await come_back(calls)

    again = await table.next(0, cursor=seen.cursor)
    assert again.reset == pb.RESET_CURSOR_AHEAD
    assert again.snapshot == kept.snapshot
    assert reached(again) == reached(kept)
    watched = (await asyncio.wait_for(watching.read(), 20)).update
    assert watched.reset == pb.RESET_CURSOR_AHEAD
    assert watched.snapshot == kept.snapshot
    await table.move(4)
    assert forgetful.server.metric("grpc_server_handled_total", grpc_code="INTERNAL") == 0


def is_sent(decision: decision_pb2.Decision, update: pb.Update) -> bool:
    return decision in update.decisions


async def test_on_a_stream_a_question_that_is_asked_again_is_sent_again(forgetful: Forgetful, calls: Calls) -> None:
    table = await calls.table()
    seat = (await table.asked()).seat
    stream = watch(table, seat)
    while decisions := (await table.view(seat)).decisions:  # until its turn is over: the last will be asked again
        asked = decisions[0]
        await update_where(stream, partial(is_sent, asked))
        await forgetful.keep()
        await table.act(seat, asked.default_answer)
    await update_where(stream, lambda update: not update.open)
    await forgetful.lose()
    await come_back(calls)
    again = await update_where(stream, lambda update: bool(update.reset))
    assert again.reset == pb.RESET_CURSOR_AHEAD
    assert list(again.decisions) == [asked]
    stream.cancel()


async def test_a_lost_match_is_not_found_and_the_request_that_made_it_makes_it_again(
    forgetful: Forgetful, calls: Calls
) -> None:
    creation, joining = request_id(), request_id()
    match = await calls.create(id=creation)
    await calls.join(match.name, joining)
    await forgetful.lose()
    await come_back(calls)
    assert (await refusal(calls.get(match.name)))[:2] == MISSING
    assert (await refusal(calls.join(match.name, joining)))[:2] == MISSING
    assert (await refusal(calls.start(match.name)))[:2] == MISSING

    again = await calls.create(id=creation)
    assert again.name == match.name
    assert not any(seat.taken for seat in again.seats)
    joined = await calls.join(match.name, joining)
    await calls.stub.NextDecision(pb.NextDecisionRequest(name=match.name), metadata=bearer(joined.seat_token))


async def test_where_replicas_are_waited_for_and_there_are_none_nothing_is_acknowledged_and_that_is_counted(
    forgetful: Forgetful, tmp_path: Path
) -> None:
    settings = {"redis_wait": 1, "redis_wait_ms": 50, "sweep_ms": 3_600_000}
    server = Server(tmp_path / "waiting", redis_url=forgetful.redis.url, **settings)
    await asyncio.to_thread(server.start)
    try:
        async with Calls(server.address) as calls:
            with pytest.raises(grpc.aio.AioRpcError, match="repeat with the same request_id") as failure:
                await calls.create()
            assert why(failure.value)[:2] == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
        assert server.metric("sanguosha_store_unreplicated_writes_total") == 1
    finally:
        await asyncio.to_thread(server.stop)
