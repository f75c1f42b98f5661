"""Streams that break off at random moments and are taken up again bring the very events of one that never broke."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import pytest
from google.protobuf import json_format
from sanguosha.v1 import match_pb2, replay_service_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha_client import Client, Seat, answers

from tests.clients.cutting import CuttingProxy
from tests.service.rest.calling import Rest
from tests.service.serving import Server

CUTS, NIGHTLY_CUTS = 60, 500
SEED = 1
AT_ONCE = 2  # matches
MEAN_BYTES = 2500  # that a connection of a player lasts
BOT_DELAY_MS = 20  # what a viewer misses while it is away must stay less than what takes a snapshot
SEATS = (0, 1)  # of five; the house has the others
# Else all clients of a process share one connection.
OWN_CONNECTION = [("grpc.use_local_subchannel_pool", 1)]


class Transport(NamedTuple):
    """A way to watch. `watch` takes an address, the name of a match and a token, comes back by itself wherever it
    breaks off, and yields every update from the lobby to the end; `port` is the server's port for it. A connection
    lasts for `mean_bytes`, so that most messages come through."""

    name: str
    watch: Callable[[str, str, str], AsyncIterator[pb.Update]]
    port: Callable[[Server], int]
    mean_bytes: int


async def watch_by_grpc(address: str, name: str, token: str) -> AsyncIterator[pb.Update]:
    async with Client(address, options=OWN_CONNECTION) as client:
        async for update in client.watch(name, token):
            yield update


async def watch_by_events(address: str, name: str, token: str) -> AsyncIterator[pb.Update]:
    """As an EventSource does it: again with the id of the last event that came whole."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    while True:
        try:
            async with Rest(address) as rest, rest.watch(name, headers) as events:
                async for event in events:
                    response = json_format.ParseDict(event.data, pb.WatchMatchResponse())
                    if response.end == pb.STREAM_END_MATCH_OVER:
                        return
                    if response.HasField("update"):
                        yield response.update
                        headers["last-event-id"] = event.id
        except httpx.HTTPError:
            await asyncio.sleep(0.01)


TRANSPORTS = [
    Transport("grpc", watch_by_grpc, lambda server: server.port, 2500),
    Transport("http", watch_by_events, lambda server: int(server.http_address.rpartition(":")[2]), 10_000),
]


class History:
    """What one viewer was told."""

    def __init__(self) -> None:
        self.ordinals: list[int] = []
        self.events: list[bytes] = []
        self.messages: list[bytes] = []
        self.anew: list[str] = []
        self.state = match_pb2.MATCH_STATE_UNSPECIFIED
        self.begun = asyncio.Event()

    async def follow(self, updates: AsyncIterator[pb.Update]) -> None:
        async for update in updates:
            self.ordinals += [event.ordinal for event in update.events]
            self.events += [event.SerializeToString(deterministic=True) for event in update.events]
            self.messages += [said.SerializeToString(deterministic=True) for said in update.messages]
            if update.HasField("snapshot"):
                self.anew.append(pb.Reset.Name(update.reset))
            self.state = update.state
            self.begun.set()


class Wires(AsyncExitStack):
    """Ways to one server: an undisturbed client, and for everybody else a port of their own that breaks off."""

    def __init__(self, server: Server, transport: Transport) -> None:
        super().__init__()
        self.server = server
        self.transport = transport
        self.direct = Client(server.address)
        self.proxies: list[CuttingProxy] = []

    async def cutting(self, port: int, mean_bytes: int) -> CuttingProxy:
        proxy = CuttingProxy(port, f"{SEED}/{len(self.proxies)}", mean_bytes)
        self.proxies.append(proxy)
        return await self.enter_async_context(proxy)

    @property
    def cuts(self) -> int:
        return sum(proxy.cuts for proxy in self.proxies)


class Played(NamedTuple):
    """A match that is over: for each viewer what it was told undisturbed and disturbed, and which answers were
    acknowledged, by seat and decision."""

    viewers: dict[str, tuple[History, History]]
    acknowledged: list[tuple[int, int]]
    replay: replay_service_pb2.Replay


async def play(seat: Seat, rng: Random) -> list[tuple[int, int]]:
    """Answer by chance and talk at times; the answers that were acknowledged as applied."""
    applied = []
    async for decision in seat.decisions():
        if len(applied) % 8 == 3:
            await seat.say(f"seat {seat.number}, decision {decision.id}")
        if await seat.act(answers.random(decision, rng)) == pb.OUTCOME_APPLIED:
            applied.append((seat.number, decision.id))
    return applied


async def play_watched(wires: Wires, seed: int) -> Played:
    """A match whose players and watchers are all broken off again and again, and each watched undisturbed as well."""
    direct, transport = wires.direct, wires.transport
    port = transport.port(wires.server)
    async with AsyncExitStack() as clients, asyncio.TaskGroup() as tasks:
        match = await direct.create_match(seats=5, bots={2, 3, 4}, talk=True)
        seats = []
        for number in SEATS:
            proxy = await wires.cutting(wires.server.port, MEAN_BYTES)
            broken = await clients.enter_async_context(Client(proxy.address, options=OWN_CONNECTION))
            seats.append(await broken.join(match.name, seat=number))
        tokens = {f"seat {seat.number}": seat.token for seat in seats}
        tokens |= {"spectator": "", "spectator with a token": await direct.issue_token(match.name)}
        viewers = {viewer: (History(), History()) for viewer in tokens}
        for viewer, both in viewers.items():
            addresses = f"127.0.0.1:{port}", (await wires.cutting(port, transport.mean_bytes)).address
            for history, address in zip(both, addresses, strict=True):
                tasks.create_task(history.follow(transport.watch(address, match.name, tokens[viewer])))
                await history.begun.wait()
        await direct.start(match.name)
        playing = [tasks.create_task(play(seat, Random(seed + seat.number))) for seat in seats]
        acknowledged = [answer for player in playing for answer in await player]
    return Played(viewers, acknowledged, await direct.replay(match.name))


def check(played: Played) -> None:
    count = played.replay.event_count
    for viewer, (undisturbed, disturbed) in played.viewers.items():
        assert undisturbed.anew == disturbed.anew == [], viewer
        assert undisturbed.ordinals == list(range(1, count + 1)), viewer
        assert disturbed.ordinals == undisturbed.ordinals, viewer
        assert disturbed.events == undisturbed.events, viewer
        assert disturbed.messages == undisturbed.messages, viewer
        assert undisturbed.state == disturbed.state == match_pb2.MATCH_STATE_FINISHED, viewer
    given = [step.answer for step in played.replay.steps if step.HasField("answer")]
    by_players = [(a.seat, a.decision) for a in given if a.answerer == replay_service_pb2.ANSWERER_PLAYER]
    assert len(by_players) == len(set(by_players))
    assert sorted(by_players) == sorted(played.acknowledged)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, bot_delay_ms=BOT_DELAY_MS, sweep_ms=20) as started:
        yield started


@pytest.mark.parametrize("transport", TRANSPORTS, ids=lambda transport: transport.name)
async def test_broken_streams_bring_the_events_of_unbroken_ones(
    server: Server, transport: Transport, pytestconfig: pytest.Config
) -> None:
    wanted = NIGHTLY_CUTS if pytestconfig.getoption("nightly") else CUTS
    began, matches, events, views = time.monotonic(), 0, 0, 0
    print(f"seed {SEED}")
    async with Wires(server, transport) as wires, wires.direct:
        while wires.cuts < wanted:
            seeds = range(100 * matches, 100 * (matches + AT_ONCE), 100)
            for played in await asyncio.gather(*(play_watched(wires, seed) for seed in seeds)):
                check(played)
                matches, events = matches + 1, events + played.replay.event_count
                views += len(played.viewers)
    print(f"{wires.cuts} connections cut in {matches} matches and {time.monotonic() - began:.0f} s")
    print(f"{events} events, every one of them told once to each viewer, {views} in all")
