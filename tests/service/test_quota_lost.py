"""What a host has open where replies are lost, callers hang up and servers stop: as many as there are, and no more."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_service_pb2 as pb

from service.config.settings import Settings
from service.server import running
from service.store import EmbeddedServer
from tests.service.replica import SOMEBODY, Replica
from tests.service.serving import SERVER_KEY
from tests.service.tables import request_id, ruleset


def creation() -> pb.CreateMatchRequest:
    request = pb.CreateMatchRequest(request_id=request_id())
    request.match.ruleset.CopyFrom(ruleset(4))
    return request


def abandoning(name: str) -> pb.AbandonMatchRequest:
    return pb.AbandonMatchRequest(name=name, request_id=request_id())


async def created(replica: Replica, request: pb.CreateMatchRequest) -> Any:
    return await replica.app.call("CreateMatch")(request, SOMEBODY)


async def hang_up(calling: asyncio.Task[Any]) -> None:
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling


class Slow:
    """A call of the store that is served at once, and replies when it is told to."""

    def __init__(self, call: Any) -> None:
        self._call = call
        self.served, self.replies = asyncio.Event(), asyncio.Event()

    async def __call__(self, *which: Any, **more: Any) -> Any:
        answer = await self._call(*which, **more)
        self.served.set()
        await self.replies.wait()
        return answer


# -- a server that stops


async def test_a_server_that_stops_has_counted_first_what_ended(
    tmp_path: Path, embedded: EmbeddedServer, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the caller is gone, as all are by then."""
    done: list[str] = []
    settings = Settings(
        port=0, http_port=-1, metrics_port=-1, redis_url=embedded.url, server_key=SERVER_KEY, data_dir=tmp_path
    )
    async with running(settings) as server:
        call, store = server.app.call, server.app.backend.store
        [sweeper] = [task for task in asyncio.all_tasks() if task.get_name() == "sweeper"]
        match = await call("CreateMatch")(creation(), SOMEBODY)
        slow, release, close = Slow(store.commit), store.open_matches.release, store.close

        async def released(*which: Any) -> None:
            await release(*which)
            done.append("counted")

        async def closed() -> None:
            done.append("closed")
            await close()

        monkeypatch.setattr(store, "commit", slow)
        monkeypatch.setattr(store.open_matches, "release", released)
        monkeypatch.setattr(store, "close", closed)
        calling = asyncio.create_task(call("AbandonMatch")(abandoning(match.name), SOMEBODY))
        await slow.served.wait()
        await hang_up(calling)
        sweeper.add_done_callback(lambda _: slow.replies.set())  # it is what stops last
    with suppress(TimeoutError):
        async with asyncio.timeout(5):
            while "counted" not in done:
                await asyncio.sleep(0.01)
    assert done == ["counted", "closed"]
