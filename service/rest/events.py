"""A stream as server-sent events."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable

from google.protobuf.message import Message
from sanguosha.v1 import match_service_pb2 as pb
from starlette.types import Send

from ..convert.json import to_json
from ..errors import ServiceError
from .faults import failure

PING_SECONDS = 15.0  # proxies close what is silent for a minute
RETRY_MS = 2000  # how long an EventSource waits before it calls again
GZIP_WINDOW, GZIP_MEMORY = 16 + 12, 5  # 4 KiB of the past, some 40 KiB of memory a stream
COMPRESSED = ((b"content-encoding", b"gzip"), (b"vary", b"accept-encoding"))
HEADERS = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"connection", b"close"),  # a stream is the last that its connection carries
)


class EventStream:
    """Writes the messages of `WatchMatch`. It begins with the first of them, so that a fault before it is an ordinary
    reply. `unblock` lets one write through to a client that does not read. `compressed` is by gzip: a table in JSON has
    much in it that says the same over and over."""

    def __init__(
        self, send: Send, unblock: Callable[[], None], ping_seconds: float = PING_SECONDS, *, compressed: bool = False
    ) -> None:
        self._send = send
        self._compressor = zlib.compressobj(6, zlib.DEFLATED, GZIP_WINDOW, GZIP_MEMORY) if compressed else None
        self._unblock = unblock
        self._ping_seconds = ping_seconds
        self._pings: asyncio.Task[None] | None = None

    @property
    def begun(self) -> bool:
        """Whether the headers are gone."""
        return self._pings is not None

    async def write(self, message: Message) -> None:
        """Returns when the client has taken it, but for what fits into the buffers on the way."""
        assert isinstance(message, pb.WatchMatchResponse)
        await self._begin()
        if message.HasField("update"):
            await self._write(_event("update", to_json(message), message.update.cursor))
        else:
            await self._write(_event("end", to_json(message)))

    async def fail(self, error: ServiceError) -> None:
        """End the stream with an error, behind whatever the client has not read yet."""
        self._unblock()
        await self._finish(_event("error", failure(error).body))

    async def close(self) -> None:
        await self._begin()
        await self._finish(b"")

    def stop(self) -> None:
        """No more pings."""
        if self._pings is not None:
            self._pings.cancel()

    async def _begin(self) -> None:
        if self._pings is None:
            headers = [*HEADERS, *(COMPRESSED if self._compressor else ())]
            await self._send({"type": "http.response.start", "status": 200, "headers": headers})
            self._pings = asyncio.create_task(self._ping(), name="pings")
            await self._write(f"retry: {RETRY_MS}\n\n".encode())

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(self._ping_seconds)
            await self._write(b": ping\n\n")

    async def _write(self, frame: bytes) -> None:
        if self._compressor:
            # Whole, so that the client can read it now.
            frame = self._compressor.compress(frame) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
        await self._send({"type": "http.response.body", "body": frame, "more_body": True})
        # The server waits for a full buffer before a write and not after it; and nobody else writes for a while.
        await self._send({"type": "http.response.body", "body": b"", "more_body": True})

    async def _finish(self, frame: bytes) -> None:
        self.stop()
        if self._compressor:
            frame = self._compressor.compress(frame) + self._compressor.flush()
        await self._send({"type": "http.response.body", "body": frame, "more_body": False})


def _event(name: str, data: bytes, id: str = "") -> bytes:
    """`data` is on one line."""
    numbered = f"id: {id}\n" if id else ""
    return f"{numbered}event: {name}\ndata: ".encode() + data + b"\n\n"
