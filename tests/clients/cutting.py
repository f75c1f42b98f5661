"""A loopback port in front of a server that breaks connections off, at moments that a seed decides."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Self

# What is enough for any message: the longest says what happened in 400 events.
ENOUGH_BYTES = 20_000


class CuttingProxy:
    """Each connection is broken off, without a word, after so many bytes as chance gives it, `mean_bytes` on average:
    also in the middle of a message, of a greeting, or of an answer on its way. Every third one lasts for
    `enough_bytes` more, or a client would fall behind for good. `cuts` counts them.

    With one client a proxy, the moments of its cuts are a function of the seed and of what the client does.
    """

    def __init__(self, server_port: int, seed: str, mean_bytes: int, enough_bytes: int = ENOUGH_BYTES) -> None:
        self.cuts = 0
        self.port = 0
        self._server_port = server_port
        self._rng = Random(seed)
        self._mean_bytes = mean_bytes
        self._enough_bytes = enough_bytes
        self._connections = 0
        self._links: dict[asyncio.Task[None], _Link] = {}

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        tasks = list(self._links)
        for link in list(self._links.values()):
            link.abort()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        except OSError:  # the server is away: so is this port, for its clients
            writer.transport.abort()
            return
        self._connections += 1
        lasts = int(self._rng.expovariate(1 / self._mean_bytes)) + (self._connections % 3 == 0) * self._enough_bytes
        link = _Link(lasts, writer, server_writer)
        for pump in (self._pump(link, reader, server_writer), self._pump(link, server_reader, writer)):
            task = asyncio.create_task(pump)
            self._links[task] = link
            task.add_done_callback(self._links.pop)

    async def _pump(self, link: _Link, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if len(data) > link.left:
                    writer.write(data[: link.left])
                    self.cuts += not link.is_cut
                    link.is_cut = True
                    break
                link.left -= len(data)
                writer.write(data)
                await writer.drain()
        link.abort()


class _Link:
    """A connection of a client, and that to the server which it goes on to; `left` bytes may still pass."""

    def __init__(self, left: int, *writers: asyncio.StreamWriter) -> None:
        self.left = left
        self.is_cut = False
        self._writers = writers

    def abort(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
