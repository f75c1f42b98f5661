"""The load of `tests.bench.load` on the bare handler: the same calls in the same proportion, of the same sizes."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import grpc
import uvloop
from google.protobuf.wrappers_pb2 import BytesValue

from .bare import SERVICE
from .window import Window

CODED = {"request_serializer": BytesValue.SerializeToString, "response_deserializer": BytesValue.FromString}


class Client:
    """One connection, and one match."""

    def __init__(self, asked: dict[str, Any], number: int, window: Window) -> None:
        self._channel = grpc.aio.insecure_channel(asked["address"], options=[("grpc.use_local_subchannel_pool", 1)])
        self.commit = self._channel.unary_unary(f"/{SERVICE}/Commit", **CODED)
        self.echo = self._channel.unary_unary(f"/{SERVICE}/Echo", **CODED)
        self.read = self._channel.unary_unary(f"/{SERVICE}/Read", **CODED)
        self.watch = self._channel.unary_stream(f"/{SERVICE}/Watch", **CODED)
        self.play = self._channel.stream_stream(f"/{SERVICE}/Play", **CODED)
        self.chance = Random(number)
        self.window = window
        self.seats = range(asked["seats"])
        self.reads = asked["reads"]
        match_id = f"{number:026d}".encode()
        self.request = BytesValue(value=match_id + b"q" * (asked["sent"] - len(match_id)))
        # The service's clients send a token and a fresh id with each request.
        self.metadata = (("authorization", f"Bearer {uuid4().hex}{uuid4().hex}"),)

    async def act(self) -> None:
        await self.window.turn()
        began = time.perf_counter()
        await self.commit(self.request, metadata=self.metadata)
        self.window.acted(time.perf_counter() - began)

    async def close(self) -> None:
        await self._channel.close()


async def unary(client: Client) -> None:
    owed = 0.0
    while True:
        owed += client.reads
        while owed >= 1:
            await client.read(client.request, metadata=client.metadata)
            owed -= 1
        await client.act()


async def echoed(client: Client) -> None:
    """gRPC alone."""
    while True:
        await client.window.turn()
        began = time.perf_counter()
        await client.echo(client.request, metadata=client.metadata)
        client.window.acted(time.perf_counter() - began)


async def watched(client: Client) -> None:
    heard = [asyncio.Event() for _ in client.seats]

    async def watch(seat: int) -> None:
        async for _ in client.watch(client.request, metadata=client.metadata):
            client.window.tally["stream"] += 1
            heard[seat].set()

    async with asyncio.TaskGroup() as tasks:
        for seat in client.seats:
            tasks.create_task(watch(seat))
        while True:
            asked = heard[client.chance.choice(client.seats)]
            await asked.wait()
            for event in heard:
                event.clear()
            await client.act()


async def played(client: Client) -> None:
    streams = [client.play(metadata=client.metadata) for _ in client.seats]
    answered = asyncio.Event()

    async def listen(stream: Any) -> None:
        async for message in stream:
            client.window.tally["stream"] += 1
            if message.value.startswith(b"p"):
                answered.set()

    async with asyncio.TaskGroup() as tasks:
        for stream in streams:
            tasks.create_task(listen(stream))
            await stream.write(client.request)
        while True:
            await client.window.turn()
            began = time.perf_counter()
            await client.chance.choice(streams).write(client.request)
            await answered.wait()
            answered.clear()
            client.window.acted(time.perf_counter() - began)


MANNERS: dict[str, Callable[[Client], Any]] = {"unary": unary, "echoed": echoed, "watched": watched, "played": played}


async def main(asked: dict[str, Any]) -> dict[str, Any]:
    window = Window(asked["actions"], asked["pids"])
    clients = [Client(asked, number, window) for number in range(asked["at_once"])]
    await window.fill(map(MANNERS[asked["manner"]], clients))
    for client in clients:
        await client.close()
    return window.result()


if __name__ == "__main__":
    print(json.dumps(uvloop.run(main(json.loads(sys.argv[1])))))
