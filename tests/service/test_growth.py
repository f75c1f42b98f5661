"""A server that has hosted many matches holds no more than after the first few."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.config.settings import Settings
from service.convert import decisions, events
from service.errors import ServiceError
from service.server import Running, running
from service.store.keys import keys_of
from service.telling import spectators
from tests.service.asking import ask
from tests.service.serving import transport_under_test
from tests.service.tables import Calls, bearer, refusal, request_id, ruleset

FEW, MANY = 20, 200
WARM, REPLAYS = 8, 4
OBJECTS = 5  # that a match may leave, of the thousands that it is
SOON = 10.0  # seconds
PLAY = "/sanguosha.v1.MatchService/PlayMatch"


@pytest.fixture
async def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A server whose bounds are soon reached."""
    monkeypatch.setattr(spectators, "MOST_REPLAYS", REPLAYS)
    settings = Settings(
        port=0,
        transport=transport_under_test(),
        http_port=-1,
        metrics_port=-1,
        data_dir=tmp_path,
        warm_matches=WARM,
        bot_delay_ms=0,
        sweep_ms=5,
    )
    async with running(settings) as server:
        yield server


async def test_matches_that_are_over_leave_nothing_behind(small: Running) -> None:
    async with Calls(small.address) as calls:
        await host_matches(calls, FEW)
        before, objects = held(small), counted_objects()
        assert before == {**before, "warm": WARM, "replays": REPLAYS, "locks": 0, "channels": 0}
        await host_matches(calls, MANY - FEW)
        async with asyncio.timeout(SOON):
            while any(now > before[kind] + FEW / 2 for kind, now in held(small).items()):
                await asyncio.sleep(0.01)  # the last streams end a moment after their last messages
        assert counted_objects() - objects < OBJECTS * (MANY - FEW)


async def test_a_refused_call_leaves_nothing_to_the_collector(small: Running) -> None:
    """An error that is in a cycle keeps the frames of everything its call has done, until the collector comes by."""
    async with Calls(small.address) as calls:
        table = await calls.table(4)
        asked = await table.asked()
        seat = bearer(table.tokens[asked.seat])
        raw: Any = calls.channels[0].stream_stream(PLAY)
        name, start = table.name, pb.PlayMatchRequest(start=pb.PlayStart(name=table.name))
        wrong = pb.PlayMatchRequest(answer=pb.PlayAnswer(request_id=request_id()))
        wrong.answer.answer.decision = asked.id
        refused: list[Callable[[], Awaitable[Any]]] = [
            lambda: calls.stub.GetMatch(pb.GetMatchRequest(name="matches/none")),
            lambda: calls.stub.Act(pb.ActRequest(name=name, request_id=request_id())),
            lambda: calls.stub.Act(pb.ActRequest(name=name, request_id=request_id()), metadata=seat),
            lambda: calls.stub.StartMatch(pb.StartMatchRequest(name=name, request_id=request_id())),
            lambda: _all(calls.stub.WatchMatch(pb.WatchMatchRequest(name=name, cursor="no cursor"))),
            lambda: _all(calls.stub.PlayMatch(iter([]))),
            lambda: _all(calls.stub.PlayMatch(iter([start]))),
            lambda: _all(calls.stub.PlayMatch(iter([start, wrong, start]), metadata=seat)),
            lambda: _all(raw(iter([b"no message"]))),
        ]
        for call in refused:
            await refusal(call())  # of a script that the store did not have yet, the error is kept by the library
        gc.collect()
        gc.disable()
        try:
            for call in refused:
                await refusal(call())
            async with asyncio.timeout(SOON):
                while errors_kept():  # a call ends a moment after it is answered
                    await asyncio.sleep(0.01)
        except TimeoutError:
            pytest.fail(f"kept in cycles: {errors_kept()}")
        finally:
            gc.enable()


def errors_kept() -> list[str]:
    return [str(kept) for kept in gc.get_objects() if isinstance(kept, ServiceError)]


async def _all(stream: AsyncIterator[Any]) -> list[Any]:
    return [message async for message in stream]


def held(server: Running) -> dict[str, int]:
    """How many there are of whatever is kept for a match or a call."""
    backend = server.app.backend
    return {
        "warm": len(backend.host._warm),
        "locks": len(backend.host._locks),
        "replays": len(backend.spectators._replays),
        "channels": len(backend.store._hub._channels),
        "series": sum(len(metric.samples) for metric in backend.metrics.registry.collect()),
        "tasks": len(asyncio.all_tasks()),
    }


def counted_objects() -> int:
    """But for those of the caches that are bounded by their number."""
    shared = (events._message, events._with_few_events, decisions._without_deadline, decisions._with_option)
    for cached in (keys_of, *shared):
        cached.cache_clear()
    gc.collect()
    return len(gc.get_objects())


async def host_matches(calls: Calls, count: int) -> None:
    """Matches that are abandoned, or played to their end by the house, while somebody watches them, now and then from
    behind."""
    for number in range(count):
        to_its_end = number % 10 == 0
        playing = ruleset(4, heroes=not to_its_end)  # who never chooses a hero keeps the house from ending the match
        if number % 4 == 0:
            playing.options.spectator_delay.FromMilliseconds(1)
        match = await calls.create(playing=playing, bots=range(1, 4))
        joined = await calls.join(match.name)
        await calls.start(match.name)
        act = pb.ActRequest(name=match.name, request_id=request_id())
        assert (await refusal(calls.stub.Act(act))).reason == "TOKEN_MISSING"
        watching = aiter(calls.stub.WatchMatch(pb.WatchMatchRequest(name=match.name)))
        assert (await anext(watching)).HasField("update")
        if to_its_end:
            await ask(calls, "HandOverSeat", joined.seat_token, name=match.name)
        else:
            await calls.abandon(match.name)
        messages = [message async for message in watching]
        assert messages[-1].end == pb.STREAM_END_MATCH_OVER
        over = match_pb2.MATCH_STATE_FINISHED if to_its_end else match_pb2.MATCH_STATE_ABANDONED
        assert (await calls.get(match.name)).state == over
