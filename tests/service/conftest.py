"""A real server for the tests of the service, and a wire that can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import pytest
from redis.asyncio import Redis

from service.store import EmbeddedServer, Store
from tests.loopback import free_port
from tests.service.redis_processes import Process
from tests.service.serving import EAST, WEST, Server
from tests.service.tables import Calls

StartRedis = Callable[..., Process]


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
async def redis(embedded: EmbeddedServer) -> AsyncIterator[Redis]:
    """The server seen directly, and empty."""
    async with Redis.from_url(embedded.url, protocol=2) as client:
        await client.flushall()
        yield client


@pytest.fixture
async def store(embedded: EmbeddedServer, redis: Redis) -> AsyncIterator[Store]:
    async with Store(embedded.url) as opened:
        yield opened


@pytest.fixture
def start_redis(tmp_path: Path) -> Iterator[StartRedis]:
    """Starts a server of its own for the test, with the settings given; killed at the end."""
    with ExitStack() as started:
        yield lambda *settings: started.enter_context(Process(tmp_path / "redis", free_port(), *settings))


Connect = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


class Proxy:
    """A loopback port in front of the server, which can lose replies, cut connections and refuse new ones."""

    def __init__(self, connect: Connect) -> None:
        """`connect` makes a connection to the server."""
        self._connect = connect
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []
        self._pumps: set[asyncio.Task[None]] = set()
        self.port = 0
        self.cut_at_next_reply = False
        self.silent = False

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        self.cut()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    def cut(self) -> None:
        for writer in self._writers:
            writer.close()
        self._writers.clear()

    async def _serve(self, client_reader: asyncio.StreamReader, client_writer: asyncio.StreamWriter) -> None:
        try:
            server_reader, server_writer = await self._connect()
        except OSError:  # the server is away
            client_writer.close()
            return
        self._writers += [client_writer, server_writer]
        for reader, writer, replies in ((client_reader, server_writer, False), (server_reader, client_writer, True)):
            pump = asyncio.create_task(self._pump(reader, writer, replies))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, replies: bool) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if replies and self.cut_at_next_reply:
                    self.cut_at_next_reply = False
                    self.cut()
                    return
                if replies and self.silent:
                    continue
                writer.write(data)
                await writer.drain()
        writer.close()


@pytest.fixture
async def proxy(embedded: EmbeddedServer, redis: Redis) -> AsyncIterator[Proxy]:
    opened = Proxy(partial(asyncio.open_unix_connection, embedded.url.removeprefix("unix://")))
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture(scope="session")
def backing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """The store behind `server`; nothing empties it."""
    with EmbeddedServer(tmp_path_factory.mktemp("backing")) as embedded:
        yield embedded


@pytest.fixture
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A store for one test alone. The servers on `backing` sweep for each other, so where it matters whose house
    plays, who sends a result or whose counters count it, a test needs a store of its own."""
    with EmbeddedServer(tmp_path_factory.mktemp("apart")) as embedded:
        yield embedded


@pytest.fixture
async def apart_records(apart: EmbeddedServer) -> AsyncIterator[Store]:
    async with Store(apart.url) as opened:
        yield opened


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    """`sgs serve`, shared by the tests that leave it as it was."""
    folder = tmp_path_factory.mktemp("server")
    with Server(folder, redis_url=backing.url, bot_delay_ms=1, sweep_ms=20) as started:
        yield started


@pytest.fixture
async def calls(server: Server) -> AsyncIterator[Calls]:
    async with Calls(server.address) as opened:
        yield opened


@pytest.fixture
async def records(backing: EmbeddedServer) -> AsyncIterator[Store]:
    """What the shared server has stored."""
    async with Store(backing.url) as opened:
        yield opened


@pytest.fixture(scope="session")
def keyed(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    """One that has keys for two hosts."""
    folder = tmp_path_factory.mktemp("keyed")
    with Server(folder, redis_url=backing.url, api_keys=f"east:{EAST},west:{WEST}") as started:
        yield started


@pytest.fixture
async def east(keyed: Server) -> AsyncIterator[Calls]:
    async with Calls(keyed.address, api_key=EAST) as opened:
        yield opened
