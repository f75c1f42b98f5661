"""Without a proxy: the client's own round_robin over a name that stands for every replica, as that of a headless
Service does."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest
from sanguosha.v1 import match_service_pb2_grpc
from sanguosha_client.connection import OPTIONS, target_of

from service.store import EmbeddedServer
from tests.deploy.names import NameServer
from tests.deploy.rendering import section
from tests.deploy.replicas import Load, drain, served
from tests.loopback import free_port
from tests.service.serving import Server
from tests.service.tables import Calls

HOSTS = ["127.0.0.1", "127.0.0.2"]  # one port on each, as pods have


(SERVICE_CONFIG,) = re.findall(r"```json\n(.*?)```", section("Deploying"), re.DOTALL)


class Spread(Calls):
    """The calls of a client that has what our client in Python has for a channel, but for some `options`."""

    def __init__(self, target: str, **options: int | str) -> None:
        super().__init__()
        given = {**dict(OPTIONS), **{f"grpc.{name}": value for name, value in options.items()}}
        self.channels = [grpc.aio.insecure_channel(target, options=list(given.items()))]
        self.stubs = [match_service_pb2_grpc.MatchServiceStub(self.channels[0])]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path_factory.mktemp("store")) as embedded:
        yield embedded


@pytest.fixture(scope="module")
def replicas(tmp_path_factory: pytest.TempPathFactory, store: EmbeddedServer) -> Iterator[list[Server]]:
    folder, port = tmp_path_factory.mktemp("replicas"), free_port()
    with ExitStack() as stack:
        made = [Server(folder / host, host=host, port=port, redis_url=store.url, open_to_all="true") for host in HOSTS]
        yield [stack.enter_context(replica) for replica in made]


@pytest.fixture
def names() -> Iterator[NameServer]:
    with NameServer(*HOSTS) as server:
        yield server


@pytest.fixture
async def calls(names: NameServer, replicas: list[Server]) -> AsyncIterator[Calls]:
    """Of a client with the service config of the document."""
    async with Spread(names.target(replicas[0].port), service_config=SERVICE_CONFIG) as opened:
        yield opened


async def test_calls_go_to_every_address_of_a_name(calls: Calls, replicas: list[Server]) -> None:
    name = (await calls.create()).name
    before = served(replicas, "GetMatch")
    for _ in range(20):
        await calls.get(name)
    assert all(now - then >= 8 for now, then in zip(served(replicas, "GetMatch"), before, strict=True))


async def test_calls_go_to_every_address_that_is_given(replicas: list[Server]) -> None:
    target = target_of([f"{host}:{replicas[0].port}" for host in HOSTS])
    async with Spread(target) as calls:
        name = (await calls.create()).name
        before = served(replicas, "GetMatch")
        for _ in range(20):
            await calls.get(name)
    assert all(now - then >= 8 for now, then in zip(served(replicas, "GetMatch"), before, strict=True))


async def test_a_replica_that_is_killed_fails_no_call(calls: Calls, replicas: list[Server]) -> None:
    async with Load(calls) as load:
        await asyncio.to_thread(replicas[0].stop, signal.SIGKILL)
        await load.more(40)
        await asyncio.to_thread(replicas[0].start)
    assert load.failures == []


async def test_a_replica_that_stops_fails_no_call_and_ends_its_streams(calls: Calls, replicas: list[Server]) -> None:
    async with Load(calls) as load:
        await drain(replicas[0], load, calls, replicas[1:])
        await asyncio.to_thread(replicas[0].start)
    assert load.failures == []


async def test_a_client_finds_a_new_replica_when_its_connections_have_aged(
    tmp_path: Path, names: NameServer, store: EmbeddedServer
) -> None:
    port = free_port()
    old, new = (
        Server(tmp_path / host, host=host, port=port, redis_url=store.url, open_to_all="true", max_connection_age=1)
        for host in HOSTS
    )
    names.addresses = HOSTS[:1]
    with old:
        async with Spread(names.target(port), dns_min_time_between_resolutions_ms=100) as calls:
            name = (await calls.create()).name
            with new:
                names.addresses = HOSTS
                async with asyncio.timeout(20):
                    while not served([new], "GetMatch")[0]:
                        await calls.get(name)
                        await asyncio.sleep(0.05)
