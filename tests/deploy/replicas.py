"""Replicas on one store, seen through whatever spreads the calls over them."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import grpc
from sanguosha.v1 import match_service_pb2 as pb

from service.store import EmbeddedServer
from tests.service.serving import Server
from tests.service.tables import Calls

AT_ONCE = 4
PAUSE = 0.03  # seconds between two calls of a load, so that there is time for who starts meanwhile


def free_port(host: str = "127.0.0.1") -> int:
    with socket.create_server((host, 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def running(folder: Path, count: int) -> Iterator[list[Server]]:
    """So many replicas, on a store of their own."""
    with ExitStack() as stack:
        store = stack.enter_context(EmbeddedServer(folder / "store"))
        yield [
            stack.enter_context(Server(folder / str(n), redis_url=store.url, bot_delay_ms=1, sweep_ms=50, drain=5))
            for n in range(count)
        ]


def served(replicas: list[Server], method: str) -> list[float]:
    """How many calls of a method each replica has ended well, over both transports."""
    return [
        replica.metric("grpc_server_handled_total", grpc_method=method, grpc_code="OK")
        + replica.metric("http_server_handled_total", handler=method, code="OK")
        for replica in replicas
    ]


def streams(replicas: list[Server]) -> list[float]:
    """How many streams each replica has open."""
    return [replica.metric("grpc_server_streams") + replica.metric("http_server_streams") for replica in replicas]


async def until_data(lines: AsyncIterator[str]) -> str:
    """The next line of a stream of events that has data; empty where it ends."""
    async for line in lines:
        if line.startswith("data:"):
            return line
    return ""


class Load:
    """Calls that change something, one after the other in each of a few tasks; a context manager.

    They are not repeated by their client: what the balancer does not repeat is among the `failures`.
    """

    def __init__(self, calls: Calls, at_once: int = AT_ONCE) -> None:
        self.done = 0
        self.failures: list[grpc.aio.AioRpcError] = []
        self._calls = calls
        self._at_once = at_once
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Load:
        self._tasks = [asyncio.create_task(self._go_on()) for _ in range(self._at_once)]
        await self.more(20)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def more(self, calls: int) -> None:
        """Returns when so many more have been served."""
        wanted = self.done + calls
        async with asyncio.timeout(30):
            while self.done < wanted:
                await asyncio.sleep(0.01)

    async def _go_on(self) -> None:
        while True:
            try:
                await self._calls.create()
                self.done += 1
                await asyncio.sleep(PAUSE)
            except grpc.aio.AioRpcError as error:
                self.failures.append(error)
                await asyncio.sleep(0.05)


async def called(replica: Server) -> None:
    """Returns when calls of a load reach it."""
    before = await asyncio.to_thread(served, [replica], "CreateMatch")
    async with asyncio.timeout(20):
        while await asyncio.to_thread(served, [replica], "CreateMatch") == before:
            await asyncio.sleep(0.05)


async def drain(replica: Server, load: Load, calls: Calls, beside: list[Server]) -> None:
    """Stops a replica while streams and calls go on, and checks what their clients see: the streams that it has end
    with STREAM_END_SERVER_STOPPING, and a client that then comes back is served by another."""
    await called(replica)
    table = await calls.table()
    ended: list[pb.StreamEnd] = []

    async def watch() -> None:
        async for response in calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name)):
            if response.end:
                ended.append(response.end)

    watching = [asyncio.create_task(watch()) for _ in range(8)]
    everybody = [replica, *beside]
    async with asyncio.timeout(20):
        while sum(await asyncio.to_thread(streams, everybody)) < 8:
            await asyncio.sleep(0.02)
    (here,) = await asyncio.to_thread(streams, [replica])
    assert here >= 1, "its streams are spread as well"
    assert await asyncio.to_thread(replica.stop, signal.SIGTERM) == 0
    await load.more(20)
    async with asyncio.timeout(20):
        while sum(task.done() for task in watching) < here:
            await asyncio.sleep(0.02)
    assert [task.exception() for task in watching if task.done()] == [None] * int(here)
    assert ended == [pb.STREAM_END_SERVER_STOPPING] * int(here)
    again = calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name))
    assert (await again.read()).update.snapshot.seats
    again.cancel()
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
