"""Spectators who only wait, in a process of their own: asked for an address, matches and a count, it says `watching`
when every stream has its first update, and goes on until its standard input ends."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import grpc
import uvloop
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import match_service_pb2_grpc

A_CHANNEL = 100  # streams on one connection
AT_ONCE = 50


async def main(asked: dict[str, Any]) -> None:
    count, matches = asked["count"], asked["matches"]
    options = [("grpc.use_local_subchannel_pool", 1)]
    channels = [grpc.aio.insecure_channel(asked["address"], options=options) for _ in range(-(-count // A_CHANNEL))]
    gate = asyncio.Semaphore(AT_ONCE)
    streams: list[Any] = []

    async def begin(number: int) -> None:
        stub = match_service_pb2_grpc.MatchServiceStub(channels[number // A_CHANNEL])
        async with gate:
            streams.append(await _begun(stub, matches[number % len(matches)]))

    await asyncio.gather(*(begin(number) for number in range(count)))
    listening = [asyncio.create_task(stream.read()) for stream in streams]
    print("watching", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    lost = sum(task.done() for task in listening)
    for channel in channels:
        await channel.close()
    await asyncio.gather(*listening, return_exceptions=True)
    print(lost, flush=True)


async def _begun(stub: Any, name: str) -> Any:
    """A stream that has said something. On a busy machine it may have to be asked for again."""
    while True:
        stream = stub.WatchMatch(pb.WatchMatchRequest(name=name))
        try:
            await stream.read()
        except grpc.aio.AioRpcError as error:
            if error.code() != grpc.StatusCode.UNAVAILABLE:
                raise
        else:
            return stream


if __name__ == "__main__":
    uvloop.run(main(json.loads(sys.argv[1])))
