"""The port of HTTP: how it opens, what it takes, and how it closes."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from pathlib import Path

import httpx
import pytest

from service.config.settings import Settings
from service.rest import connection
from service.server import running
from service.store import EmbeddedServer
from tests.service.rest.calling import Refused, Rest, RestCalls
from tests.service.serving import Server
from tests.service.tables import bearer

SOON = 10.0  # seconds


# -- starting


def test_a_taken_port_is_a_clear_refusal(tmp_path: Path, backing: EmbeddedServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]
        server = Server(tmp_path, redis_url=backing.url, http_port=port)
        assert server.run() == 1
    last = server.log().splitlines()[-1]
    assert last.startswith(f"sgs: SGS_HTTP_PORT: cannot listen on 127.0.0.1:{port} (")
    assert "Traceback" not in server.log()


def test_a_second_server_does_not_take_half_the_requests(
    tmp_path: Path, server: Server, backing: EmbeddedServer
) -> None:
    port = server.http_address.rpartition(":")[2]
    second = Server(tmp_path, redis_url=backing.url, http_port=port)
    assert second.run() == 1
    assert "SGS_HTTP_PORT" in second.log()


async def test_a_server_may_have_no_http(tmp_path: Path, backing: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=backing.url, http_port=-1) as server:
        assert server.http_address == ""
        assert server.logged()[0]["http"] == ""


async def test_a_server_listens_wherever_its_host_is(tmp_path: Path) -> None:
    everything = Settings(host="localhost", port=0, http_port=0, metrics_port=-1, data_dir=tmp_path)
    async with running(everything) as server:
        port = server.http_address.rpartition(":")[2]
        assert server.http_address == f"localhost:{port}"
        async with httpx.AsyncClient(trust_env=False) as client:
            assert (await client.get(f"http://127.0.0.1:{port}/v1/server")).status_code == 200


# -- what it takes


class Raw:
    """A connection, byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def to(cls, address: str) -> Raw:
        host, _, port = address.rpartition(":")
        return cls(*await asyncio.open_connection(host, int(port)))

    async def say(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def reply(self) -> httpx.Response:
        """One reply with a length. Raises `IncompleteReadError` at the end."""
        head = await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), SOON)
        status, *lines = head.decode().strip().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        body = await asyncio.wait_for(self._reader.readexactly(int(headers["content-length"])), SOON)
        return httpx.Response(int(status.split()[1]), headers=headers, content=body)

    async def ended(self) -> bool:
        return await asyncio.wait_for(self._reader.read(), SOON) == b""

    def close(self) -> None:
        self._writer.close()


@pytest.mark.parametrize(
    ("said", "status", "reason"),
    [
        (b"hello\r\n\r\n", 400, "HTTP_INVALID"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "HTTP_INVALID"),  # TLS
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "HTTP_INVALID"),
        (b"GET /\xff HTTP/1.1\r\n\r\n", 400, "HTTP_INVALID"),
        (b"CONNECT a:1 HTTP/1.1\r\n\r\n", 400, "HTTP_INVALID"),
        (b"OPTIONS * HTTP/1.1\r\n\r\n", 404, "PATH_UNKNOWN"),
        (b"POST /v1/matches HTTP/1.1\r\ncontent-length: x\r\n\r\n", 400, "HTTP_INVALID"),
        (b"GET /v1/matches?a=\xc3\xa9 HTTP/1.1\r\n\r\n", 400, "HTTP_INVALID"),
        (b"GET / HTTP/1.1\r\nlong: " + b"x" * 40_000 + b"\r\n\r\n", 431, "HEADERS_TOO_LARGE"),
        (b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\n\r\n", 431, "HEADERS_TOO_LARGE"),
        (b"GET / HTTP/1.1\r\n" + b"many: x\r\n" * 6000, 431, "HEADERS_TOO_LARGE"),
        (b"GET /v1/nothing HTTP/1.0\r\n\r\n", 404, "PATH_UNKNOWN"),
    ],
)
async def test_what_is_no_request_is_refused_in_the_same_form(
    server: Server, said: bytes, status: int, reason: str
) -> None:
    raw = await Raw.to(server.http_address)
    await raw.say(said)
    refused = Refused(await raw.reply())
    assert (refused.status, refused.reason) == (status, reason)
    raw.close()


async def test_requests_on_one_connection_are_answered_in_order(server: Server) -> None:
    raw = await Raw.to(server.http_address)
    await raw.say(b"GET /v1/server HTTP/1.1\r\n\r\nGET /v1/nothing HTTP/1.1\r\n\r\nGET /v1/matches HTTP/1.1\r\n\r\n")
    assert [(await raw.reply()).status_code for _ in range(3)] == [200, 404, 200]
    await raw.say(b"GET /v1/server HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n")
    assert (await raw.reply()).status_code == 200
    raw.close()


async def test_a_body_may_come_in_pieces(server: Server) -> None:
    raw = await Raw.to(server.http_address)
    await raw.say(
        b"POST /v1/matches HTTP/1.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n"
    )
    await asyncio.sleep(0.05)
    await raw.say(b"1\r\n}\r\n0\r\n\r\n")
    assert Refused(await raw.reply()).reason == "REQUEST_ID_INVALID"
    raw.close()


async def test_a_body_without_an_end_is_broken_off(server: Server) -> None:
    raw = await Raw.to(server.http_address)

    async def go_on() -> None:
        await raw.say(b"POST /v1/matches HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n")
        while True:
            await raw.say(b"8000\r\n" + b" " * 0x8000 + b"\r\n")

    with pytest.raises(ConnectionError):
        await asyncio.wait_for(go_on(), SOON)
    raw.close()


async def test_who_does_not_say_what_it_wants_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HEADERS_SECONDS", 0.1)
    monkeypatch.setattr("service.rest.reading.BODY_SECONDS", 0.1)
    async with running(Settings(port=0, http_port=0, metrics_port=-1, data_dir=tmp_path)) as server:
        head = b"POST /v1/matches HTTP/1.1\r\ncontent-length: 5\r\n\r\n"
        for said in (b"", b"GET / HTTP/1.1\r\nx: y", head):
            raw = await Raw.to(server.http_address)
            await raw.say(said)
            refused = Refused(await raw.reply())
            assert (refused.status, refused.reason) == (408, "TOO_SLOW")
            assert await raw.ended()
            raw.close()
        raw = await Raw.to(server.http_address)
        for _ in range(3):  # a connection that was of use may be silent for longer
            await raw.say(b"GET /v1/server HTTP/1.1\r\n\r\n")
            assert (await raw.reply()).status_code == 200
            await asyncio.sleep(0.15)
        raw.close()


# -- stopping


async def test_streams_and_waits_end_as_soon_as_the_stop_begins(tmp_path: Path) -> None:
    with Server(tmp_path, drain=20) as server:
        async with Rest(server.http_address) as rest, Rest(server.http_address) as idle:
            calls = RestCalls(rest)
            table = await calls.table()
            await idle.client.get("/v1/server")
            seat = await table.idle_seat()
            path = f"/v1/{table.name}/decisions:next?wait=20s"
            waiting = asyncio.create_task(rest.client.get(path, headers=dict(bearer(table.tokens[seat]))))
            async with rest.watch(table.name, cursor="0") as events:
                await anext(events)
                await asyncio.sleep(0.1)
                began = time.monotonic()
                server.signal(signal.SIGTERM)
                assert [event.data async for event in events] == [{"end": "STREAM_END_SERVER_STOPPING"}]
            assert (await waiting).json()["update"]["decisions"] == []
            assert await asyncio.to_thread(server.wait) == 0
            assert time.monotonic() - began < 5
            with pytest.raises(httpx.ConnectError):
                await idle.client.get("/v1/server")
        assert [line["event"] for line in server.logged()] == ["serving", "stopping"]


async def test_a_quiet_server_logs_no_line_a_request(tmp_path: Path, backing: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=backing.url) as server:
        async with Rest(server.http_address) as rest:
            for path in ("/v1/server", "/v1/nothing", "/v1/matches?x=y"):
                await rest.client.get(path)
        raw = await Raw.to(server.http_address)
        await raw.say(b"hello\r\n\r\n")
        await raw.reply()
        raw.close()
        server.stop()
        assert [line["event"] for line in server.logged()] == ["serving", "stopping"]
        assert server.log().count("\n") == 2
