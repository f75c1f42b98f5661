"""A client that does not read costs the server neither memory nor time."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from service.rest.connection import LINGER_SECONDS
from service.store import EmbeddedServer
from tests.service.rest.calling import Rest, RestCalls
from tests.service.serving import Server

PATIENCE = 0.4  # seconds, of the server
SOON = 30.0  # seconds


@pytest.fixture
async def impatient(tmp_path: Path, backing: EmbeddedServer) -> AsyncIterator[Server]:
    with Server(tmp_path, redis_url=backing.url, max_write_time=PATIENCE, bot_delay_ms=0, sweep_ms=5) as server:
        yield server


class Deaf:
    """A client that sends a request, and reads when it is told to."""

    def __init__(self, server: Server) -> None:
        host, _, port = server.http_address.rpartition(":")
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        self.socket.connect((host, int(port)))

    def ask(self, path: str, times: int = 1, *, last: bool = False) -> None:
        ending = "connection: close\r\n" if last else ""
        self.socket.sendall(times * f"GET {path} HTTP/1.1\r\nhost: x\r\n{ending}\r\n".encode())

    async def rest(self) -> bytes:
        """Everything to the end, whatever it is."""
        self.socket.setblocking(False)
        loop, read = asyncio.get_running_loop(), b""
        try:
            async with asyncio.timeout(SOON):
                while data := await loop.sock_recv(self.socket, 1 << 20):
                    read += data
        except ConnectionResetError:
            pass
        finally:
            self.socket.close()
        return read


async def until(condition: Callable[[], bool], within: float) -> float:
    """How many seconds it took."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < within
        await asyncio.sleep(0.02)
    return time.monotonic() - began


def slow(server: Server) -> float:
    return server.metric("http_server_handled_total", handler="WatchMatch", code="RESOURCE_EXHAUSTED")


async def busy_match(server: Server) -> str:
    """A match that house players play, as fast as they can."""
    async with Rest(server.http_address) as rest:
        calls = RestCalls(rest)
        match = await calls.create(10, bots=range(10))
        await calls.start(match.name)
    return match.name


async def test_a_slow_reader_is_given_up_and_told_so_behind_what_it_was_sent(impatient: Server) -> None:
    clients = []
    while not slow(impatient):
        # Each writes some hundred kilobytes; what the kernel takes in their place is as good as read.
        name = await busy_match(impatient)
        clients += [client := Deaf(impatient)]
        client.ask(f"/v1/{name}:watch?cursor=0")
        await asyncio.sleep(0.5)
        assert len(clients) < 20
    read = [await client.rest() for client in clients]
    told = [text for text in read if b"event: error" in text]
    assert told
    for text in told:
        events = text.split(b"\n\n")
        assert b"event: update" in text
        assert b'"reason":"SLOW_READER"' in events[-2]
        assert b"event: end" not in text
    assert impatient.metric("http_server_streams") == 0
    assert impatient.log().count("\n") == 1  # that it serves


def connections(server: Server) -> int:
    """How many clients of HTTP the server holds, as the kernel sees it."""
    port = f":{int(server.http_address.rpartition(':')[2]):04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(port) and row[3] == "01" for row in rows)


async def deaf_watcher(server: Server) -> Deaf:
    """One that is given up."""
    for _ in range(20):
        before = slow(server)
        name = await busy_match(server)
        client = Deaf(server)
        client.ask(f"/v1/{name}:watch?cursor=0")
        await asyncio.sleep(2 * PATIENCE)
        if slow(server) > before:
            return client
        client.socket.close()
    raise AssertionError("the kernel takes it all")


async def test_a_client_that_never_reads_is_cut_off(impatient: Server) -> None:
    client = await deaf_watcher(impatient)
    assert connections(impatient) == 1
    await until(lambda: connections(impatient) == 0, within=SOON)
    client.socket.close()


async def test_a_client_that_never_reads_its_replies_is_cut_off(impatient: Server) -> None:
    client = Deaf(impatient)
    client.ask("/openapi.json", times=8)
    assert connections(impatient) == 1
    await until(lambda: connections(impatient) == 0, within=SOON)
    client.socket.close()
    impatient.stop()
    assert [line["event"] for line in impatient.logged()] == ["serving", "stopping"]  # it is no fault of the server


async def test_no_connection_lingers_that_was_closed_behind_unread_replies(impatient: Server) -> None:
    """What is left unread lies in the kernel alone, partly in the server but within its bound, or beyond it."""
    clients = []
    for more in range(0, 360, 60):  # times about 350 bytes
        clients += [client := Deaf(impatient)]
        client.ask("/openapi.json")
        client.ask("/nothing", times=more)
        client.ask("/nothing", last=True)
    await until(lambda: connections(impatient) == 0, within=SOON)
    for client in clients:
        client.socket.close()


async def test_a_client_that_reads_slowly_gets_everything(impatient: Server) -> None:
    """It takes longer than one that reads nothing is given."""
    client = Deaf(impatient)
    client.ask("/openapi.json", times=3)
    client.socket.setblocking(False)
    loop, read, began = asyncio.get_running_loop(), 0, time.monotonic()
    seconds = 1.5 * (PATIENCE + LINGER_SECONDS)
    some = await loop.sock_recv(client.socket, 4096)
    wanted = 3 * (some.index(b"\r\n\r\n") + 4 + int(some.split(b"content-length: ")[1].split(b"\r\n")[0]))
    while (read := read + len(some)) < wanted:
        await asyncio.sleep(max(0, began + seconds * read / wanted - time.monotonic()))
        some = await asyncio.wait_for(loop.sock_recv(client.socket, 16_384), SOON)
        assert some
    client.socket.close()


async def test_a_client_that_never_reads_does_not_hold_up_the_stop(tmp_path: Path, backing: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=backing.url, bot_delay_ms=0, sweep_ms=5, max_write_time=300, drain=1) as server:
        name = await busy_match(server)
        client = Deaf(server)
        client.ask(f"/v1/{name}:watch?cursor=0")
        await asyncio.sleep(1)
        server.signal(signal.SIGTERM)
        assert await asyncio.to_thread(server.wait) == 0
        client.socket.close()
        assert [line["event"] for line in server.logged()] == ["serving", "stopping"]
