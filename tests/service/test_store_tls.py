"""A Redis that speaks TLS, on either event loop: that of servers (uvloop), and Python's own."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import uvloop

from service.store import Applied, EmbeddedServer, Request, Store, StoreUnavailable, Write, new_commit_id
from tests.service.certificates import Authority


@pytest.mark.parametrize("new_loop", [uvloop.new_event_loop, asyncio.new_event_loop])
def test_a_redis_behind_tls_is_called_and_a_lost_connection_is_made_anew(
    embedded: EmbeddedServer, tmp_path: Path, new_loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    authority = Authority(tmp_path, "redis")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*authority.certify("server"))
    connections: list[asyncio.StreamWriter] = []

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_unix_connection(embedded.url.removeprefix("unix://"))
        connections.append(writer)
        await asyncio.gather(pump(reader, ours), pump(theirs, writer), return_exceptions=True)

    async def case() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        async with Store(f"rediss://127.0.0.1:{port}?ssl_ca_certs={authority.file}") as store:
            written = Write(commit=new_commit_id(), state=b"s" * 300_000)
            id = new_commit_id().hex()
            assert isinstance(await store.create(id, Request.of("", id, b""), written), Applied)
            found = await store.load(id)
            assert found is not None
            assert found.state == written.state
            for connection in connections:
                connection.transport.abort()
            with suppress(StoreUnavailable):  # whose connection was the lost one
                await store.load(id)
            assert await store.load(id) == found
        server.close()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(case())
