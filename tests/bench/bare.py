"""The bare handler: gRPC and Redis as the service uses them, with nothing between.

    python -m tests.bench.bare '{"port": ..., "redis": ..., "state": bytes, "events": count, "event": bytes, ...}'

It answers with as many bytes as it is told, writes as many bytes and list entries as one commit of the service does,
and wakes as many streams through the same channel. It knows no match, checks no caller and decides nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import grpc
import uvloop
from google.protobuf.wrappers_pb2 import BytesValue

from service.config.settings import Settings
from service.store import Store, address
from service.store.keys import keys_of
from service.store.wire import Wire
from service.transport import transport

SERVICE = "bench.Bare"
COMMIT = """
redis.call('GET', KEYS[5])
redis.call('HMGET', KEYS[1], 'commit', 'head')
redis.call('HSET', KEYS[1], 'state', ARGV[2], 'commit', ARGV[3], 'head', 1, 'updated_ms', 1)
for n = 5, #ARGV - 1 do redis.call('RPUSH', KEYS[2], ARGV[n]) end
redis.call('RPUSH', KEYS[3], ARGV[#ARGV])
redis.call('ZADD', KEYS[4], 1, ARGV[1])
redis.call('SET', KEYS[5], ARGV[4], 'PX', 600000)
redis.call('PUBLISH', KEYS[1], '1:' .. ARGV[3])
return {'applied', 1, ARGV[3], 1}
"""
READ = "return redis.call('HMGET', KEYS[1], 'state', 'commit', 'head', 'summary', 'created_ms')"


class Bare:
    """Requests name the match; `sizes` says how large everything else is."""

    def __init__(self, url: str, sizes: dict[str, int]) -> None:
        connect = address.read(url, connect_timeout=1)
        assert callable(connect)
        self._wire = Wire(connect, timeout=5, connect_timeout=1)
        self._store = Store(url)
        self._state = b"s" * sizes["state"]
        self._events = [b"e" * sizes["event"]] * sizes["events"]
        self._entry = b"l" * sizes["entry"]
        self._kept = b"r" * sizes["reply"]
        self._reply = BytesValue(value=self._kept)
        self._read = BytesValue(value=b"n" * sizes["read"])
        self._update = BytesValue(value=b"u" * sizes["update"])
        self._result = BytesValue(value=b"p" * sizes["result"])

    async def commit(self, request: BytesValue, _: Any) -> BytesValue:
        await self._commit(_match_of(request))
        return self._reply

    async def echo(self, request: BytesValue, _: Any) -> BytesValue:
        return self._reply

    async def read(self, request: BytesValue, _: Any) -> BytesValue:
        await self._run(READ, [keys_of(_match_of(request)).match])
        return self._read

    async def watch(self, request: BytesValue, _: Any) -> AsyncIterator[BytesValue]:
        async with self._store.watch(_match_of(request)) as changes:
            yield self._update
            async for _ in changes:
                yield self._update

    async def play(self, requests: AsyncIterator[BytesValue], _: Any) -> AsyncIterator[BytesValue]:
        match_id = _match_of(await anext(aiter(requests)))
        outgoing: asyncio.Queue[BytesValue] = asyncio.Queue()

        async def answer() -> None:
            async for request in requests:
                await self._commit(_match_of(request))
                outgoing.put_nowait(self._result)

        async def push() -> None:
            async with self._store.watch(match_id) as changes:
                async for _ in changes:
                    outgoing.put_nowait(self._update)

        tasks = [asyncio.create_task(answer()), asyncio.create_task(push())]
        try:
            while True:
                yield await outgoing.get()
        finally:
            for task in tasks:
                task.cancel()

    async def _commit(self, match_id: str) -> None:
        keys = keys_of(match_id)
        used = [keys.match, keys.events, keys.log, keys.expiry, keys.request(uuid4().hex)]
        commit = uuid4().bytes[:12]
        await self._run(COMMIT, used, match_id, self._state, commit, self._kept, *self._events, self._entry)

    async def _run(self, script: str, keys: list[str], *arguments: str | bytes) -> Any:
        return await self._wire.call("EVALSHA", hashlib.sha1(script.encode()).hexdigest(), len(keys), *keys, *arguments)

    async def load_scripts(self) -> None:
        for script in (COMMIT, READ):
            await self._wire.call("SCRIPT", "LOAD", script)


def _match_of(request: BytesValue) -> str:
    return request.value[:26].decode()


async def main(asked: dict[str, Any]) -> None:
    bare = Bare(asked["redis"], asked)
    await bare.load_scripts()
    coded = {"request_deserializer": BytesValue.FromString, "response_serializer": BytesValue.SerializeToString}
    handlers = {
        "Echo": grpc.unary_unary_rpc_method_handler(bare.echo, **coded),
        "Commit": grpc.unary_unary_rpc_method_handler(bare.commit, **coded),
        "Read": grpc.unary_unary_rpc_method_handler(bare.read, **coded),
        "Watch": grpc.unary_stream_rpc_method_handler(bare.watch, **coded),
        "Play": grpc.stream_stream_rpc_method_handler(bare.play, **coded),
    }
    server = transport(Settings(transport=asked["transport"]))
    server.add_registered_method_handlers(SERVICE, handlers)
    server.add_insecure_port(f"127.0.0.1:{asked['port']}")
    await server.start()
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    await server.stop(0)


if __name__ == "__main__":
    uvloop.run(main(json.loads(sys.argv[1])))
