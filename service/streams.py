"""Playing a seat on one stream: updates as a watch sends them, and answers as `Act` takes them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from sanguosha.v1 import error_pb2
from sanguosha.v1 import match_service_pb2 as pb

from .app import Application
from .auth import Caller
from .errors import ServiceError

END = None
Outgoing = asyncio.Queue[pb.PlayMatchResponse | Exception | None]


async def play(
    app: Application, requests: AsyncIterator[pb.PlayMatchRequest], caller: Caller
) -> AsyncIterator[pb.PlayMatchResponse]:
    """The server's side of `PlayMatch`. A refused answer does not end the stream."""
    try:
        async with asyncio.timeout(app.settings.max_wait):
            first = await anext(aiter(requests), None)
    except TimeoutError:
        first = None
    if first is None or first.WhichOneof("message") != "start":
        raise ServiceError("FIELD_INVALID", "the first message says which match", field="start")
    if caller.token is None:
        raise ServiceError("TOKEN_MISSING", "this call is for a seat: metadata authorization: Bearer <seat token>")
    start = first.start
    outgoing: Outgoing = asyncio.Queue(maxsize=64)
    # No task group: it would wrap what the stream fails with.
    tasks = (
        asyncio.create_task(_watch(app, start, caller, outgoing)),
        asyncio.create_task(_answer(app, start.name, requests, caller, outgoing)),
    )
    try:
        while (message := await outgoing.get()) is not END:
            if isinstance(message, Exception):
                raise message
            yield message
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _watch(
    app: Application,
    start: pb.PlayStart,
    caller: Caller,
    outgoing: Outgoing,
) -> None:
    try:
        cursor = start.cursor if start.HasField("cursor") else None
        async for update in app.watch_match(start.name, cursor, caller):
            await outgoing.put(pb.PlayMatchResponse(update=update))
        await outgoing.put(END)
    except Exception as error:  # the reader raises it
        await outgoing.put(error)


async def _answer(
    app: Application,
    name: str,
    requests: AsyncIterator[pb.PlayMatchRequest],
    caller: Caller,
    outgoing: Outgoing,
) -> None:
    try:
        async for request in requests:
            if request.WhichOneof("message") != "answer":
                raise ServiceError("FIELD_INVALID", "every message after the first is an answer", field="answer")
            await outgoing.put(pb.PlayMatchResponse(result=await _result(app, name, request.answer, caller)))
        await outgoing.put(END)
    except Exception as error:  # the reader raises it
        await outgoing.put(error)


async def _result(app: Application, name: str, answer: pb.PlayAnswer, caller: Caller) -> pb.PlayResult:
    result = pb.PlayResult(request_id=answer.request_id)
    request = pb.ActRequest(name=name, request_id=answer.request_id, answer=answer.answer)
    try:
        result.outcome = (await app.act(request, caller)).outcome
    except ServiceError as error:
        if error.reason == "STORE_UNAVAILABLE":
            raise
        result.refusal.reason = error_pb2.ErrorReason.Value(f"ERROR_REASON_{error.reason}")
        result.refusal.message = error.message
    return result
