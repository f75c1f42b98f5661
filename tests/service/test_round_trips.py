"""What an action asks of the store: one command, and so one round trip, where the match is at hand. And what it tells
is counted once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager

from redis.asyncio import Redis
from redis.asyncio.client import Monitor
from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store import Store
from tests.service.replica import Replica, seated
from tests.service.tables import request_id


@asynccontextmanager
async def commands(redis: Redis) -> AsyncIterator[list[str]]:
    """The names of those that clients send meanwhile; but no PING, which comes by the clock."""
    sent: list[str] = []
    async with redis.monitor() as monitor:
        await _heard(redis, monitor, "ECHO begun")
        yield sent
        sent += [name for name in await _heard(redis, monitor, "ECHO over") if name != "PING"]


async def _heard(redis: Redis, monitor: Monitor, mark: str) -> list[str]:
    """What clients have sent before the mark, without what scripts did then."""
    await redis.execute_command(*mark.split())
    heard: list[str] = []
    async for seen in monitor.listen():
        if seen["command"] == mark:
            break
        if seen["client_type"] != "lua":
            heard.append(seen["command"].partition(" ")[0])
    return heard


async def asked(replica: Replica) -> tuple[str, decision_pb2.Decision]:
    """A match at hand, and a decision that is open in it."""
    match_id = await replica.table()
    return match_id, (await replica.asked(match_id))[0]


async def test_an_act_on_a_match_at_hand_is_one_command(store: Store, redis: Redis) -> None:
    replica = Replica(store)
    match_id, decision = await asked(replica)
    async with commands(redis) as sent:
        response = await replica.act(match_id, decision.default_answer, decision.seat)
    assert response.outcome == pb.OUTCOME_APPLIED
    assert sent == ["EVALSHA"]


async def test_an_answer_on_a_stream_is_one_command_and_what_it_is_told_none(store: Store, redis: Redis) -> None:
    replica = Replica(store)
    match_id, decision = await asked(replica)
    requests = asyncio.Queue[pb.PlayMatchRequest]()

    async def said() -> AsyncIterator[pb.PlayMatchRequest]:
        while True:
            yield await requests.get()

    requests.put_nowait(pb.PlayMatchRequest(start=pb.PlayStart(name=f"matches/{match_id}")))
    async with aclosing(replica.app.call("PlayMatch")(said(), seated(match_id, decision.seat))) as stream:
        await anext(stream)
        counted = replica.counted("sanguosha_events_told")
        answer = pb.PlayAnswer(request_id=request_id(), answer=decision.default_answer)
        async with commands(redis) as sent:
            requests.put_nowait(pb.PlayMatchRequest(answer=answer))
            told = [await anext(stream), await anext(stream)]
    [result] = [message.result for message in told if message.HasField("result")]
    [update] = [message.update for message in told if message.HasField("update")]
    assert result.outcome == pb.OUTCOME_APPLIED
    assert len(update.events) == replica.counted("sanguosha_events_told") - counted > 0
    assert sent == ["EVALSHA"]


async def test_an_act_on_a_match_that_is_not_at_hand_loads_it_first(store: Store, redis: Redis) -> None:
    match_id, decision = await asked(Replica(store))
    other = Replica(store)
    async with commands(redis) as sent:
        await other.act(match_id, decision.default_answer, decision.seat)
    assert sent == ["EVALSHA", "EVALSHA"]


async def test_what_another_replica_did_is_fetched_once_for_all_who_watch(store: Store, redis: Redis) -> None:
    acting, telling = Replica(store), Replica(store)
    match_id, decision = await asked(acting)
    async with AsyncExitStack() as stack:
        streams = []
        for seat in range(4):
            request = pb.WatchMatchRequest(name=f"matches/{match_id}")
            watching = telling.app.call("WatchMatch")(request, seated(match_id, seat))
            streams.append(await stack.enter_async_context(aclosing(watching)))
            await anext(streams[-1])
        fetched = 0
        while not fetched:  # what happens after a checkpoint is in the match that is brought up
            async with commands(redis) as sent:
                response = await acting.act(match_id, decision.default_answer, decision.seat)
                told = [(await anext(stream)).update for stream in streams]
            assert all(update.events and not update.reset for update in told)
            assert response.outcome == pb.OUTCOME_APPLIED
            fetched = sent.count("EVALSHA") - len(("commit", "load"))  # a script's first time is an EVAL besides
            [decision, *_] = await acting.asked(match_id)
        assert fetched == 1
