"""Replicas are killed at any moment, under load: no acknowledged answer is lost or happens twice."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import match_service_pb2_grpc

from examples.random_client import Player
from service.store import EmbeddedServer, Store
from tests.service.clients import GAMES
from tests.service.replaying import Given, check_replay
from tests.service.serving import Server
from tests.service.tables import ruleset

AT_ONCE = 6
MATCHES, PAUSE = 6, 0.4  # how many matches, and seconds between two kills
NIGHTLY_MATCHES, NIGHTLY_PAUSE = 200, 2.0
# A client that looks for a killed replica again soon, not after the minutes to which the library backs off.
CHANNEL = (("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 500))


class Witness(Player):
    """A client that spreads its calls over all replicas and remembers which answers it was told were applied."""

    def __init__(self, stubs: list[Any], seed: int) -> None:
        super().__init__(stubs, seed)
        self.acknowledged: list[Given] = []
        self._seats: dict[str, int] = {}

    async def call(self, method: str, request: Any, token: str = "") -> Any:
        response = await super().call(method, request, token)
        if method == "JoinMatch":
            self._seats[response.seat_token] = response.seat
        if method == "Act" and response.outcome == pb.OUTCOME_APPLIED:
            self.acknowledged.append((self._seats[token], request.answer.decision, request.answer.option))
        return response


class Replicas:
    """Two servers on one store, and whoever kills them."""

    def __init__(self, folder: Path, store: EmbeddedServer) -> None:
        self.servers = [Server(folder / str(n), redis_url=store.url) for n in range(2)]
        self.kills = 0

    async def kill_by_turns(self, pause: float, until: asyncio.Event) -> None:
        rng = Random(1)
        while not until.is_set():
            await asyncio.sleep(pause * rng.uniform(0.5, 1.5))
            server = self.servers[self.kills % 2]
            await asyncio.to_thread(server.stop, signal.SIGKILL)
            self.kills += 1
            await asyncio.to_thread(server.start)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path / "store") as embedded:
        yield embedded


@pytest.fixture
def replicas(tmp_path: Path, store: EmbeddedServer) -> Iterator[Replicas]:
    both = Replicas(tmp_path, store)
    with ExitStack() as stack:
        for server in both.servers:
            stack.enter_context(server)
        yield both


async def play_all(replicas: Replicas, matches: int, pause: float) -> dict[str, Witness]:
    """Play the matches, a few at once, while replicas are killed; the client of each match by its name."""
    channels = [grpc.aio.insecure_channel(server.address, options=CHANNEL) for server in replicas.servers]
    stubs = [match_service_pb2_grpc.MatchServiceStub(channel) for channel in channels]
    played: dict[str, Witness] = {}
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with gate:
            witness = Witness(stubs, number)
            played[await witness.play(ruleset(**GAMES[number % len(GAMES)]._asdict()))] = witness

    done = asyncio.Event()
    killing = asyncio.create_task(replicas.kill_by_turns(pause, until=done))
    await asyncio.gather(*map(one, range(matches)))
    done.set()
    await killing
    for channel in channels:
        await channel.close()
    return played


async def test_no_acknowledged_answer_is_lost_or_doubled_when_replicas_die(
    replicas: Replicas, store: EmbeddedServer, pytestconfig: pytest.Config
) -> None:
    nightly = pytestconfig.getoption("nightly")
    matches, pause = (NIGHTLY_MATCHES, NIGHTLY_PAUSE) if nightly else (MATCHES, PAUSE)
    began = time.monotonic()
    played = await play_all(replicas, matches, pause)
    seconds = time.monotonic() - began
    assert len(played) == matches
    assert replicas.kills >= 2

    answers = 0
    seen = Counter[str]()
    async with Store(store.url) as records:
        for name, witness in played.items():
            answers += await check_replay(records, name.removeprefix("matches/"), witness.acknowledged)
            seen += witness.seen
    acknowledged = sum(len(witness.acknowledged) for witness in played.values())
    print(f"{matches} matches, {seconds:.0f} s, {replicas.kills} kills; {answers} answers stored, each once")
    print(f"{acknowledged} of them acknowledged and found again; what clients saw: {dict(sorted(seen.items()))}")
    assert acknowledged == seen["OUTCOME_APPLIED"]
    assert acknowledged <= answers
    assert not any('"level": "error"' in server.log() for server in replicas.servers)
