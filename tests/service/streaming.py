"""Streams of updates, read one by one: whatever a test waits for, it waits for on a stream."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import grpc
from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb

from tests.service.playing import any_answer
from tests.service.tables import Table, bearer

SOON = 30.0  # seconds; on a busy machine, too


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
    stream, moved = watch(table), asyncio.Event()

    async def follow() -> None:  # read all the while: one that is left alone is given up as that of a slow reader
        async for _ in stream:
            moved.set()

    following = asyncio.create_task(follow())
    seats, asked = list(seats), list[decision_pb2.Decision]()
    try:
        while True:
            moved.clear()  # before looking, so that what happens while we look is waited for no more
            if await wanted():
                return
            asked = asked or [decision for seat in seats for decision in (await table.next(seat)).decisions]
            if asked:
                answered = await table.act(asked[0].seat, any_answer(table.rng, asked[0]))
                asked = list(answered.update.decisions)
            else:
                await asyncio.wait_for(moved.wait(), SOON)
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        stream.cancel()


async def updates_of(stream: Any, end: pb.StreamEnd.ValueType = pb.STREAM_END_MATCH_OVER) -> list[pb.Update]:
    """All of a stream, which ends for that reason."""
    *messages, last = [message async for message in stream]
    assert last == pb.WatchMatchResponse(end=end)
    return [message.update for message in messages]
