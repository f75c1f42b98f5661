"""Ways to send what was made up: as a call of gRPC, as a request of HTTP, and as bytes to either port."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor

from tests.service.tables import Metadata, why

LIMIT = 30.0  # seconds: whatever takes longer hangs
SILENCE = 0.05  # seconds without a word, after which the port of HTTP waits for more of a request
AGED = "GOAWAY received; Error code: 0;"
MOST_MESSAGES = 3  # of a stream that are waited for


async def call(
    channel: grpc.aio.Channel, method: MethodDescriptor, messages: list[bytes], metadata: Metadata
) -> tuple[str, str, bytes]:
    """Status, reason and all that was said. Raises `TimeoutError`."""
    path = f"/{method.containing_service.full_name}/{method.name}"
    async with asyncio.timeout(LIMIT):
        while True:
            try:
                return "OK", "", await _answers(channel, path, method, messages, metadata)
            except grpc.aio.AioRpcError as error:
                refused = why(error)
                # The client library's own, where a stream was refused while a message was under way; and where the
                # connection came of age just then.
                if method.client_streaming and refused[:2] == (grpc.StatusCode.INTERNAL, ""):
                    continue
                if refused[:2] == (grpc.StatusCode.UNAVAILABLE, "") and AGED in (error.details() or ""):
                    continue
                return refused.code.name, refused.reason, f"{error.details()} {error.trailing_metadata()}".encode()


async def _answers(
    channel: grpc.aio.Channel, path: str, method: MethodDescriptor, messages: list[bytes], metadata: Metadata
) -> bytes:
    if not method.server_streaming:
        unary: bytes = await channel.unary_unary(path)(messages[0], metadata=metadata)
        return unary
    if method.client_streaming:
        stream: Any = channel.stream_stream(path)(metadata=metadata)
        with suppress(asyncio.InvalidStateError):  # it is refused already: reading tells why
            for message in messages:
                await stream.write(message)
            await stream.done_writing()
    else:
        stream = channel.unary_stream(path)(messages[0], metadata=metadata)
    said = []
    try:
        while len(said) < MOST_MESSAGES and (one := await stream.read()) is not grpc.aio.EOF:
            said.append(one)
    finally:
        stream.cancel()
    return b"".join(said)


async def exchange(address: str, sent: bytes, *, whole: bool) -> bytes:
    """Everything that a port says to these bytes, until it closes the connection; where they may be no whole request,
    until it is silent for a moment. Raises `TimeoutError` for a whole request that gets no answer."""
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    received = bytearray()
    try:
        async with asyncio.timeout(LIMIT):
            writer.write(sent)
            with suppress(ConnectionError):
                while data := await _read(reader, None if whole else SILENCE):
                    received += data
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return bytes(received)


async def _read(reader: asyncio.StreamReader, patience: float | None) -> bytes:
    try:
        async with asyncio.timeout(patience):
            return await reader.read(65536)
    except TimeoutError:
        if patience is None:
            raise
        return b""
