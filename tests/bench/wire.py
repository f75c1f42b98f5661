"""What a command to Redis costs this process: by redis-py's own client, and over the service's one connection."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import uvloop
from redis.asyncio import Redis

from service.store import address
from service.store.embedded import EmbeddedServer
from service.store.keys import keys_of
from service.store.wire import Wire

from .bare import COMMIT
from .report import Figure, Part, plain

AT_ONCE = (1, 16)
TIMEOUT = 5.0  # seconds
STATE, COMMIT_ID, REPLY, EVENTS, ENTRY = b"s" * 3500, b"c" * 12, b"r" * 300, [b"e" * 60] * 7, b"l" * 60
HOW = (
    "The script of the bare handler, with as many bytes as an action writes, sent by redis-py's client "
    "(`redis.asyncio`, which lends each call a connection of its pool) and over the one connection of a replica "
    "(`service/store/wire.py`, which redis-py makes). Both parse by hiredis and bound the time of a reply. "
    "So many callers at once, each of which waits for its reply before it calls again; CPU time of the thread, the "
    "kernel's for it included."
)

Call = Callable[..., Awaitable[Any]]


@asynccontextmanager
async def _pool(url: str) -> AsyncIterator[Call]:
    async with Redis.from_url(url, protocol=2, socket_timeout=TIMEOUT) as client:
        yield client.execute_command


@asynccontextmanager
async def _one_connection(url: str) -> AsyncIterator[Call]:
    connect = address.read(url, connect_timeout=TIMEOUT)
    assert callable(connect)
    wire = Wire(connect, timeout=TIMEOUT, connect_timeout=TIMEOUT)
    try:
        yield wire.call
    finally:
        await wire.close()


WAYS = {"redis-py's client": _pool, "one connection": _one_connection}


def run(quick: bool, runs: int) -> Part:
    commands = 64 if quick else 8000
    taken: dict[tuple[int, str], list[float]] = {(callers, way): [] for callers in AT_ONCE for way in WAYS}
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as redis:
        for _ in range(runs):
            for callers, way in taken:
                taken[callers, way].append(uvloop.run(_cpu_of_a_command(WAYS[way], redis.url, callers, commands)))
    figures = []
    for callers in AT_ONCE:
        figures += [plain(f"{callers} at once: {way}", taken[callers, way], "us", 1) for way in WAYS]
        theirs, ours = (median(taken[callers, way]) for way in WAYS)
        figures.append(Figure("· theirs to ours", f"{theirs / ours:.2f} times"))
    return Part(HOW, figures)


async def _cpu_of_a_command(
    way: Callable[[str], AbstractAsyncContextManager[Call]], url: str, callers: int, commands: int
) -> float:
    """Microseconds."""
    each = commands // callers
    async with way(url) as call:
        await call("SCRIPT", "LOAD", COMMIT)
        await asyncio.gather(
            *(_commits(call, caller, 1) for caller in range(callers))
        )  # whatever connects does it here
        began = time.thread_time()
        await asyncio.gather(*(_commits(call, caller, each) for caller in range(callers)))
        return (time.thread_time() - began) / (each * callers) * 1e6


async def _commits(call: Call, caller: int, count: int) -> None:
    match_id = f"match{caller}"
    keys = keys_of(match_id)
    used = [keys.match, keys.events, keys.log, keys.expiry, keys.request("")]
    script = hashlib.sha1(COMMIT.encode()).hexdigest()
    for _ in range(count):
        await call("EVALSHA", script, len(used), *used, match_id, STATE, COMMIT_ID, REPLY, *EVENTS, ENTRY)
