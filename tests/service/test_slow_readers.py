"""A stream waits for its client only so long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from sanguosha.v1 import match_pb2, match_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as pb

from service.dispatch import Dispatcher
from tests.service.serving import Server
from tests.service.tables import BEGINNING, Calls, Refused, reached, why

SOON = 20.0  # seconds
UNBUFFERED = (("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0))


async def test_a_reader_that_is_too_slow_is_given_up_with_a_reason_and_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path, max_write_time=0.2, bot_delay_ms=1, sweep_ms=5) as server:
        async with Calls(server.address) as calls, grpc.aio.insecure_channel(server.address, UNBUFFERED) as channel:
            match = await calls.create(10, bots=range(10))
            watch = match_service_pb2_grpc.MatchServiceStub(channel).WatchMatch
            stream = watch(pb.WatchMatchRequest(name=match.name, cursor=BEGINNING))
            first = (await stream.read()).update
            await calls.start(match.name)
            async with asyncio.timeout(SOON):
                while server.metric("grpc_server_streams"):
                    await asyncio.sleep(0.02)
                read, refused = await drained(stream)
                assert refused == Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "SLOW_READER", {})
                cursor = (read or [first])[-1].cursor
                rest, ended = await drained(watch(pb.WatchMatchRequest(name=match.name, cursor=cursor)))
                while ended is not None:
                    more, ended = await drained(watch(pb.WatchMatchRequest(name=match.name, cursor=rest[-1].cursor)))
                    rest += more
    ordinals = [event.ordinal for update in (first, *read, *rest) for event in update.events]
    assert rest[-1].state == match_pb2.MATCH_STATE_FINISHED
    if not any(update.HasField("snapshot") for update in rest):
        assert ordinals == list(range(1, reached(rest[-1]) + 1))


async def test_a_stream_that_runs_out_of_time_by_itself_has_no_slow_reader() -> None:
    async def responses() -> AsyncGenerator[pb.WatchMatchResponse, None]:
        yield pb.WatchMatchResponse()
        raise TimeoutError

    async def write(_: Message) -> None: ...

    nobody: Any = None  # its admission and its counts are for whoever calls
    with pytest.raises(TimeoutError):
        await Dispatcher(nobody, nobody, max_write_time=SOON)._pump(responses(), write)


async def drained(stream: Any) -> tuple[list[pb.Update], Refused | None]:
    """What there is to read, and why it did not go on, if it was broken off."""
    updates = []
    try:
        while (response := await stream.read()) is not grpc.aio.EOF:
            if response.HasField("update"):
                updates.append(response.update)
    except grpc.aio.AioRpcError as error:
        return updates, why(error)
    return updates, None
