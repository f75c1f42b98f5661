"""A connection is closed a moment before whoever reads from it finds out: uvloop, on which servers run, then refuses
to write with an error of its own, which is no reason to fail in an unforeseen way."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import uvloop
from redis.asyncio.connection import AbstractConnection

from service.store import EmbeddedServer, address
from service.store.watch import Hub
from service.store.wire import Wire


class Connecting:
    """Makes connections to a server, and closes the last one."""

    def __init__(self, url: str) -> None:
        connect = address.read(url, connect_timeout=1)
        assert not isinstance(connect, address.ClusterAddress)
        self._connect = connect
        self._last: AbstractConnection | None = None

    async def __call__(self) -> AbstractConnection:
        self._last = await self._connect()
        return self._last

    async def close(self) -> None:
        """Returns before whoever reads from it has had its turn."""
        assert self._last is not None
        assert self._last._writer is not None
        self._last._writer.transport.abort()
        await asyncio.sleep(0)


def run(case: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(case)


def test_a_call_when_the_connection_has_just_been_closed_makes_another(embedded: EmbeddedServer) -> None:
    async def case() -> None:
        connecting = Connecting(embedded.url)
        wire = Wire(connecting, timeout=1, connect_timeout=1)
        await wire.call("PING")
        await connecting.close()
        assert await wire.call("PING") == b"PONG"
        await wire.close()

    run(case())


def test_a_watch_that_begins_as_the_subscription_is_closed_is_part_of_the_next(embedded: EmbeddedServer) -> None:
    async def case() -> None:
        connecting = Connecting(embedded.url)
        hub = Hub(connecting, timeout=1, connect_timeout=1, poll=10)
        wire = Wire(Connecting(embedded.url), timeout=1, connect_timeout=1)
        async with asyncio.timeout(10), hub.watch("first") as first:
            while not await wire.call("PUBLISH", "first", "1:x"):
                await asyncio.sleep(0.01)
            await first.changed()
            await connecting.close()
            async with hub.watch("second") as second:
                while not await wire.call("PUBLISH", "second", "1:y"):
                    await asyncio.sleep(0.01)
                while (await second.changed()).commit != b"y":
                    pass
        await hub.close()
        await wire.close()

    run(case())
