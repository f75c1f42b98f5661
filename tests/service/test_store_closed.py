"""Who still waits when a connection is closed for good has lost it, and is not left waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError

from service.store import EmbeddedServer, address
from service.store.cluster import Cluster
from service.store.errors import NotConnected
from service.store.replicated import ReplicatedWire, ReplicaWait
from service.store.topology import Limits
from service.store.wire import Connect, Wire

LONG = 60.0  # seconds
SOON = 10.0  # seconds


def plain(connect: Connect) -> Wire:
    return Wire(connect, timeout=LONG, connect_timeout=LONG)


def replicated(connect: Connect) -> ReplicatedWire:
    return ReplicatedWire(plain(connect), ReplicaWait(1, 100, lambda: None))


MakeWire = Callable[[Connect], Wire | ReplicatedWire]


class NeverConnected:
    """What it makes is never ready."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()

    async def __call__(self, *_: object) -> AbstractConnection:
        self.begun.set()
        await asyncio.Event().wait()
        raise AssertionError


async def failures(*calls: asyncio.Task[Any]) -> list[type[BaseException]]:
    async with asyncio.timeout(SOON):
        return [type(error) for error in await asyncio.gather(*calls, return_exceptions=True)]


def started(*calls: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    return [asyncio.create_task(call) for call in calls]


async def test_who_waits_for_a_connection_whose_making_has_not_begun_is_told() -> None:
    connect = NeverConnected()
    wire = plain(connect)
    calls = started(wire.call("GET", "a"))
    await asyncio.sleep(0)
    await wire.close()
    assert await failures(*calls) == [NotConnected]
    assert not connect.begun.is_set()


@pytest.mark.parametrize("make", [plain, replicated])
async def test_who_waits_for_a_connection_is_told(make: MakeWire) -> None:
    connect = NeverConnected()
    wire = make(connect)
    calls = started(wire.call("SET", "first", 1), wire.call("SET", "second", 1))
    await connect.begun.wait()
    await wire.close()
    assert await failures(*calls) == [NotConnected, NotConnected]


async def test_who_waits_for_replicas_has_lost_the_reply_and_who_waits_behind_has_sent_nothing(
    embedded: EmbeddedServer,
) -> None:
    connect = address.read(embedded.url, connect_timeout=1)
    assert not isinstance(connect, address.ClusterAddress)
    wire = ReplicatedWire(plain(connect), ReplicaWait(1, int(1000 * LONG), lambda: None))
    other = plain(connect)
    first = started(wire.call("SET", "first", 1))
    async with asyncio.timeout(SOON):
        while not await other.call("EXISTS", "first"):
            await asyncio.sleep(0.01)
    second = started(wire.call("SET", "second", 1))
    await asyncio.sleep(0)
    await wire.close()
    await other.close()
    assert await failures(*first, *second) == [ConnectionError, NotConnected]


@pytest.mark.parametrize("make", [plain, replicated])
async def test_who_comes_later_gets_no_connection(make: MakeWire) -> None:
    connect = NeverConnected()
    wire = make(connect)
    await wire.close()
    assert await failures(*started(wire.call("GET", "a"))) == [NotConnected]
    assert not connect.begun.is_set()


async def test_who_waits_for_a_cluster_to_be_found_is_told_that_there_is_none() -> None:
    connect = NeverConnected()
    cluster = Cluster(address.ClusterAddress((("a", 1),), connect), Limits(LONG, LONG), None)
    calls = started(cluster.call("a", "GET", "a"))
    await connect.begun.wait()
    await cluster.close()
    assert await failures(*calls) == [NotConnected]


async def test_who_comes_to_a_closed_cluster_gets_no_connection() -> None:
    connect = NeverConnected()
    cluster = Cluster(address.ClusterAddress((("a", 1),), connect), Limits(LONG, LONG), None)
    await cluster.close()
    assert await failures(*started(cluster.call("a", "GET", "a"))) == [NotConnected]
    assert not connect.begun.is_set()


async def test_who_writes_to_replicas_hears_of_every_failure_also_of_one_that_nobody_foresaw() -> None:
    async def connect() -> AbstractConnection:
        raise ValueError

    wire = replicated(connect)
    assert await failures(*started(wire.call("SET", "a", 1), wire.call("SET", "b", 1))) == [ValueError, ValueError]
    await wire.close()
