"""The requests of a stream that may go on at another server."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator

import pytest
from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.fleet.handover import RequestStream


class Requests(AsyncIterator[pb.PlayMatchRequest]):
    """Of a call that ends when it is told to."""

    def __init__(self) -> None:
        self.read = asyncio.Event()
        self.over = asyncio.Event()
        self.ended = ""

    async def __anext__(self) -> pb.PlayMatchRequest:
        self.read.set()
        try:
            await self.over.wait()
        except asyncio.CancelledError:
            self.ended = "broken off"
            raise
        self.ended = "with its call"
        raise RuntimeError("the call is over")  # so in grpc.aio


async def test_a_read_under_way_ends_with_its_call_and_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    requests = Requests()
    several = RequestStream(requests)
    waiting = asyncio.ensure_future(anext(several.all()))
    await requests.read.wait()
    waiting.cancel()
    await asyncio.wait([waiting])
    (reading,) = [task for task in asyncio.all_tasks() if task.get_name() == "requests"]
    requests.over.set()
    await asyncio.wait([reading])
    del reading, waiting, several
    gc.collect()
    assert requests.ended == "with its call"
    assert caplog.text == ""  # of an exception that nobody has retrieved


async def test_of_answers_with_one_request_id_each_that_has_no_result_is_asked_again() -> None:
    async def sent() -> AsyncIterator[pb.PlayMatchRequest]:
        yield pb.PlayMatchRequest(start=pb.PlayStart(name="matches/m"))
        for decision in (1, 2, 3):
            answer = decision_pb2.Answer(decision=decision)
            yield pb.PlayMatchRequest(answer=pb.PlayAnswer(request_id="twice", answer=answer))

    several = RequestStream(sent())
    async for _ in several.all():
        pass
    several.answered(pb.PlayMatchResponse(result=pb.PlayResult(request_id="twice")))
    again = [request async for request in several.all()]
    assert [request.answer.answer.decision for request in again if request.HasField("answer")] == [2, 3]


async def test_a_result_counts_also_where_an_update_comes_with_it() -> None:
    async def sent() -> AsyncIterator[pb.PlayMatchRequest]:
        yield pb.PlayMatchRequest(start=pb.PlayStart(name="matches/m"))
        yield pb.PlayMatchRequest(answer=pb.PlayAnswer(request_id="a"))

    several = RequestStream(sent())
    assert len([request async for request in several.all()]) == 2
    several.answered(pb.PlayMatchResponse(result=pb.PlayResult(request_id="a"), update={"cursor": "c"}))
    [start] = [request async for request in several.all()]
    assert start.start.cursor == "c"
