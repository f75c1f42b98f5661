"""Streams of updates, read one by one: whatever a test waits for, it waits for on a stream."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import grpc
from sanguosha.v1 import match_service_pb2 as pb

from tests.service.tables import Table, bearer

SOON = 10.0  # seconds


def watch(table: Table, seat: int | None = None, cursor: str = "", *, token: str = "") -> Any:
    token = token if seat is None else table.tokens[seat]
    return table.calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name, cursor=cursor), metadata=bearer(token))


async def update_of(stream: Any) -> pb.Update:
    message = await asyncio.wait_for(stream.read(), SOON)
    assert message is not grpc.aio.EOF
    return message.update


async def update_where(stream: Any, wanted: Callable[[pb.Update], bool]) -> pb.Update:
    """The next update that is like this."""
    while True:
        update = await update_of(stream)
        if wanted(update):
            return update


async def updates_of(stream: Any, end: pb.StreamEnd.ValueType = pb.STREAM_END_MATCH_OVER) -> list[pb.Update]:
    """All of a stream, which ends for that reason."""
    *messages, last = [message async for message in stream]
    assert last == pb.WatchMatchResponse(end=end)
    return [message.update for message in messages]
