"""The port of gRPC, below the calls of the contract."""

from __future__ import annotations

import asyncio
from pathlib import Path

import grpc
import pytest

from service import grpc_port
from service.store import EmbeddedServer
from tests.fuzz.damage import DATA, END_HEADERS, HEADERS, PREFACE, SETTINGS, frame, headers
from tests.service.serving import Server
from tests.service.tables import Calls, bearer, refusal

SOON = 10.0  # seconds
END_STREAM = 1
RST_STREAM, GOAWAY = 3, 7
NO_MESSAGE = bytes(5)


@pytest.mark.parametrize("transport", ["grpc", "native"])
@pytest.mark.parametrize(
    "path", [b"/sanguosha.v1.MatchService/\xff", b"/\xc3\x28", b"\xff", b"", b"/a/b/c", b"x" * 100]
)
async def test_no_path_ends_the_server(path: bytes, transport: str, tmp_path: Path, backing: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=backing.url, transport=transport) as server:
        async with asyncio.timeout(SOON):
            answered = await answers(server.port, path)
            async with Calls(server.address) as calls:
                assert (await calls.create()).name
                assert (await refusal(calls.stub.PlayMatch(metadata=bearer("forged")).read())).reason == "TOKEN_INVALID"
        assert answered
        assert "Traceback" not in server.log()


async def test_what_clients_send_is_not_in_the_log(tmp_path: Path, backing: EmbeddedServer) -> None:
    forged = b'0\n{"event": "forged"}'
    with Server(tmp_path, redis_url=backing.url) as server:
        for name in (b"grpc-timeout", b"grpc-encoding", b"authorization"):
            await answers(server.port, b"/sanguosha.v1.MatchService/GetMatch", (name, forged))
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"".join((PREFACE, frame(SETTINGS, 0, 0, b""), frame(GOAWAY, 0, 0, bytes(8) + forged))))
        await writer.drain()
        assert server.stop() == 0
        writer.close()
    assert "forged" not in server.log()


async def answers(port: int, path: bytes, *more: tuple[bytes, bytes]) -> bool:
    """Whether a call by that path is answered or refused, perhaps with its connection (so native)."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    call = frame(HEADERS, END_HEADERS, 1, headers(path, *more)), frame(DATA, END_STREAM, 1, NO_MESSAGE)
    writer.write(b"".join((PREFACE, frame(SETTINGS, 0, 0, b""), *call)))
    try:
        while True:
            head = await reader.readexactly(9)
            await reader.readexactly(int.from_bytes(head[:3]))
            if head[3] == GOAWAY or (head[3] in (HEADERS, RST_STREAM) and int.from_bytes(head[5:]) == 1):
                return True
    except asyncio.IncompleteReadError:
        return False
    finally:
        writer.close()


@pytest.mark.parametrize(
    "path", ["/sanguosha.v1.MatchService/NoSuch", "/sanguosha.v1.NoSuch/Act", "/grpc.health.v1.Health/x"]
)
async def test_a_method_that_there_is_not_is_unimplemented(calls: Calls, path: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await calls.channels[0].unary_unary(path)(b"")
    assert caught.value.code() == grpc.StatusCode.UNIMPLEMENTED


async def test_what_is_refused_so_and_not_taken_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = asyncio.Event()

    async def refuse(call: object) -> None:
        await taken.wait()

    monkeypatch.setattr(grpc_port, "_refuse", refuse)
    monkeypatch.setattr(grpc_port, "MOST_REFUSED", 3)
    server = grpc_port.grpc_server([])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel, asyncio.timeout(SOON):
        calls = [asyncio.create_task(ended(channel)) for _ in range(4)]
        done, waiting = await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
        assert (len(done), len(waiting)) == (1, 3)
        taken.set()
        await asyncio.wait(waiting)
    await server.stop(None)


async def ended(channel: grpc.aio.Channel) -> None:
    with pytest.raises(grpc.aio.AioRpcError):
        await channel.unary_unary("/no/such")(b"")
