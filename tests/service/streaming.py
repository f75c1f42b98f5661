"""Streams of updates, read one by one: whatever a test waits for, it waits for on a stream."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import grpc
from sanguosha.v1 import match_service_pb2 as pb

from tests.service.playing import any_answer
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


async def play_until(table: Table, seats: Iterable[int], wanted: Callable[[], Awaitable[bool]]) -> None:
    """These seats answer by chance what they are asked, and the house answers for the others, until it is so."""
    stream = watch(table)
    seats = list(seats)
    while not await wanted():
        asked = [decision for seat in seats for decision in (await table.next(seat)).decisions]
        if asked:
            await table.act(asked[0].seat, any_answer(table.rng, asked[0]))
        else:
            await update_of(stream)
    stream.cancel()


async def updates_of(stream: Any, end: pb.StreamEnd.ValueType = pb.STREAM_END_MATCH_OVER) -> list[pb.Update]:
    """All of a stream, which ends for that reason."""
    *messages, last = [message async for message in stream]
    assert last == pb.WatchMatchResponse(end=end)
    return [message.update for message in messages]
