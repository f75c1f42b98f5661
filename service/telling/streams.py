"""Playing a seat on one stream: updates as a watch sends them, and answers as `Act` takes them."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing

from grpc import StatusCode
from sanguosha.v1 import error_pb2
from sanguosha.v1 import match_service_pb2 as pb

from ..access.auth import Caller
from ..checks import match_id_of, seat_of
from ..errors import ServiceError

END = None
Updates = Callable[[str, str, Caller], AsyncGenerator[pb.PlayMatchResponse, None]]
Take = Callable[[pb.ActRequest, Caller], Awaitable[pb.ActResponse]]
Count = Callable[[Caller], None]
Outgoing = asyncio.Queue[pb.PlayMatchResponse | Exception | None]


async def play(
    updates: Updates,
    take: Take,
    requests: AsyncIterator[pb.PlayMatchRequest],
    caller: Caller,
    count: Count,
    patience: float,
) -> AsyncGenerator[pb.PlayMatchResponse, None]:
    """The server's side of `PlayMatch`. A refused answer does not end the stream, not even one that `count` refuses,
    which is asked before each. `patience` is how many seconds the first message may take."""
    try:
        async with asyncio.timeout(patience):
            first = await anext(aiter(requests), None)
    except TimeoutError:
        first = None
    if first is None or first.WhichOneof("message") != "start":
        raise ServiceError("FIELD_INVALID", "the first message says which match", field="start")
    start = first.start
    seat_of(caller, match_id_of(start.name))
    outgoing: Outgoing = asyncio.Queue(maxsize=64)
    # No task group: it would wrap what the stream fails with.
    tasks = (
        asyncio.create_task(_watch(updates(start.name, start.cursor, caller), outgoing)),
        asyncio.create_task(_answer(take, start.name, requests, caller, count, outgoing)),
    )
    try:
        while (message := await outgoing.get()) is not END:
            if isinstance(message, Exception):
                raise message
            yield message
    finally:
        message = END  # what was raised would hold itself, by this frame
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _watch(updates: AsyncGenerator[pb.PlayMatchResponse, None], outgoing: Outgoing) -> None:
    try:
        async with aclosing(updates):
            async for response in updates:
                await outgoing.put(response)
        await outgoing.put(END)
    except Exception as error:  # the reader raises it
        await outgoing.put(error)


async def _answer(
    take: Take,
    name: str,
    requests: AsyncIterator[pb.PlayMatchRequest],
    caller: Caller,
    count: Count,
    outgoing: Outgoing,
) -> None:
    try:
        async for request in requests:
            if request.WhichOneof("message") != "answer":
                raise ServiceError("FIELD_INVALID", "every message after the first is an answer", field="answer")
            await outgoing.put(pb.PlayMatchResponse(result=await _result(take, name, request.answer, caller, count)))
        await outgoing.put(END)
    except Exception as error:  # the reader raises it
        await outgoing.put(error)


async def _result(take: Take, name: str, answer: pb.PlayAnswer, caller: Caller, count: Count) -> pb.PlayResult:
    result = pb.PlayResult(request_id=answer.request_id)
    request = pb.ActRequest(name=name, request_id=answer.request_id, answer=answer.answer)
    try:
        count(caller)
        result.outcome = (await take(request, caller)).outcome
    except ServiceError as error:
        if error.code == StatusCode.UNAVAILABLE:
            raise
        result.refusal.reason = error_pb2.ErrorReason.Value(f"ERROR_REASON_{error.reason}")
        result.refusal.message = error.message
        if error.retry_after is not None:
            result.refusal.retry_delay.FromMilliseconds(math.ceil(error.retry_after * 1000))
    return result
