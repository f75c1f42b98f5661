"""`sgs bots` as a load: what it offers, what it measures, and how it ends."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sanguosha.v1 import decision_pb2, event_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.cli import main
from service.commands import load, told
from service.commands.load_report import Tally
from service.commands.replicas import RoundRobin, addresses_of
from service.commands.told import Table
from service.config.settings import ConfigError
from service.store import EmbeddedServer, Store
from tests.service.serving import SGS, Server
from tests.service.tables import Calls, ruleset

SOON = 20.0  # seconds
STALL = 0.5
RATE = 60.0


@pytest.fixture
def alone(tmp_path: Path, apart: EmbeddedServer) -> Iterator[Server]:
    """A server that nobody else calls."""
    with Server(tmp_path / "server", redis_url=apart.url) as started:
        yield started


@asynccontextmanager
async def loading(*servers: Server, matches: int | None = None, at_once: int = 4, **how: Any) -> AsyncIterator[Tally]:
    """A load that is on; ended on leaving."""
    tally = Tally(how.get("rate", 0))
    replicas = RoundRobin(addresses_of(",".join(server.address for server in servers), 0), tally.calls)
    stop = asyncio.Event()
    playing = load.Load(replicas, tally, "", ruleset(4, heroes=True), 1, **how)
    running = asyncio.create_task(playing.run(matches, at_once, stop))
    try:
        yield tally
        stop.set()
        await asyncio.wait_for(running, SOON)
    finally:
        running.cancel()
        await replicas.close()


async def until(condition: Any) -> None:
    async with asyncio.timeout(SOON):
        while not condition():
            await asyncio.sleep(0.01)


async def test_what_is_reported_is_what_the_server_has_counted(alone: Server) -> None:
    async with loading(alone, matches=2) as tally:
        await until(lambda: tally.counts["matches"] == 2)
    figures = tally.figures()
    assert alone.metric("grpc_server_handled_total", grpc_method="Act", grpc_code="OK") == figures["actions"]
    assert alone.metric("sanguosha_matches_total", state="finished") == figures["matches"] == 2
    assert figures["broken_off"] == 0
    assert figures["errors"] == {}
    assert len(tally.told) > len(tally.act) / 2  # the rest made no event
    assert tally.told
    assert min(tally.told) > 0
    assert sum(figures["calls"].values()) == alone.metric("grpc_server_handled_total")
    assert 0 < figures["act_ms"]["p50"] <= figures["act_ms"]["p99"] <= figures["act_ms"]["max"]


async def test_actions_are_due_at_the_rate_that_was_asked_for_however_late_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, slept = 100.0, []

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    monkeypatch.setattr(load.time, "perf_counter", lambda: now)
    monkeypatch.setattr(load.asyncio, "sleep", sleep)
    pace = load.Pace(4)
    assert [await pace.turn() for _ in range(3)] == [100.0, 100.25, 100.5]
    now += 1.25  # an answer took long
    assert [await pace.turn() for _ in range(5)] == [100.75, 101.0, 101.25, 101.5, 101.75]
    assert slept == [0, 0.25, 0.25, 0, 0, 0, 0, 0]
    assert now == 101.75
    assert await load.Pace(0).turn() == now


async def test_a_server_that_stalls_is_not_flattered(alone: Server) -> None:
    """Whatever was due while it stood still waited, though it could not even be sent."""
    async with loading(alone, rate=RATE, at_once=4) as tally:
        await until(lambda: tally.counts["actions"] >= 20)
        before = len(tally.act)
        alone.signal(signal.SIGSTOP)
        await asyncio.sleep(STALL)  # that long it stands still
        alone.signal(signal.SIGCONT)
        await until(lambda: len(tally.act) >= before + RATE * STALL)
        waited = sorted(tally.act[before:], reverse=True)
    assert waited[0] > STALL * 0.9
    assert waited[round(RATE * STALL * 0.5)] > STALL * 0.25  # far more of them than matches


async def test_watchers_are_on_every_match_and_leave(alone: Server) -> None:
    async with loading(alone, at_once=2, watchers=3, rate=5) as tally:
        await until(lambda: alone.metric("grpc_server_streams", grpc_method="WatchMatch") == 2 * (4 + 3))
        await until(lambda: tally.counts["messages"] > 0)
    await until(lambda: alone.metric("grpc_server_streams", grpc_method="WatchMatch") == 0)


async def test_matches_that_a_load_leaves_are_abandoned(alone: Server) -> None:
    async with loading(alone, at_once=3) as tally:
        await until(lambda: tally.counts["actions"] > 10)
    assert tally.figures()["broken_off"] == 3
    async with Calls(alone.address) as calls:
        found = (await calls.stub.ListMatches(pb.ListMatchesRequest(state=match_pb2.MATCH_STATE_PLAYING))).matches
    assert not found


async def test_what_a_match_failed_with_is_counted_and_the_others_go_on(alone: Server, apart_records: Store) -> None:
    async with loading(alone, at_once=2) as tally, Calls(alone.address) as calls:
        await until(lambda: tally.counts["actions"] > 10)
        found = (await calls.stub.ListMatches(pb.ListMatchesRequest(state=match_pb2.MATCH_STATE_PLAYING))).matches
        await apart_records.delete(found[0].name.removeprefix("matches/"))
        await until(lambda: tally.errors)
        before = tally.counts["actions"]
        await until(lambda: tally.counts["actions"] > before + 10)
    assert tally.figures()["errors"] == {"MATCH_NOT_FOUND": 1}


async def test_calls_go_to_one_replica_after_the_other(tmp_path: Path, apart: EmbeddedServer) -> None:
    with Server(tmp_path / "1", redis_url=apart.url) as one, Server(tmp_path / "2", redis_url=apart.url) as two:
        async with loading(one, two, matches=1) as tally:
            await until(lambda: tally.counts["matches"] == 1)
        assert tally.figures()["errors"] == {}
        spread = tally.calls[one.address], tally.calls[two.address]
        assert abs(spread[0] - spread[1]) <= 1
        assert [server.metric("grpc_server_handled_total") for server in (one, two)] == list(spread)
        assert f"calls: {one.address} " in tally.report() or f", {one.address} " in tally.report()


def test_a_name_stands_for_its_addresses_if_replicas_are_expected() -> None:
    assert addresses_of("db:1,127.0.0.1:2", 0) == {"db:1": "db", "127.0.0.1:2": "127.0.0.1"}
    assert addresses_of("127.0.0.1:1,127.0.0.1:2", 2) == {"127.0.0.1:1": "127.0.0.1", "127.0.0.1:2": "127.0.0.1"}
    with pytest.raises(ConfigError, match=r"--replicas: 3 were expected, and .* stands for 1"):
        addresses_of("127.0.0.1:1", 3)
    with pytest.raises(ConfigError, match=r"--address: .* cannot be resolved"):
        addresses_of("no.such.invalid:1", 1)


def test_ctrl_c_ends_a_load_with_the_report_so_far(alone: Server) -> None:
    command = [SGS, "bots", "--address", alone.address, "--matches", "1000", "--seats", "4", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bots:
        assert bots.stderr is not None
        assert "of 1000 matches ended" in bots.stderr.readline()
        bots.send_signal(signal.SIGINT)
        said, aside = bots.communicate(timeout=SOON)
    figures = json.loads(said)
    assert bots.returncode == 0
    assert figures["actions"] > 0
    assert figures["errors"] == {}
    assert "Traceback" not in aside


@pytest.mark.parametrize("words", [("--rate", "0"), ("--rate", "nan"), ("--matches", "0"), ("--watchers", "-1")])
def test_a_load_that_is_none_is_refused(words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["bots", *words])
    assert refused.value.code == 2
    assert words[0] in capsys.readouterr().err


# -- how long it took to tell everybody


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(told.time, "perf_counter", lambda: self.now)


def update(ordinal: int, *asked: int) -> pb.Update:
    """Of one event, that asks these decisions."""
    decisions = [decision_pb2.Decision(id=id) for id in asked]
    return pb.Update(events=[event_pb2.Event(ordinal=ordinal)], open=asked, decisions=decisions)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def test_an_action_is_told_when_the_last_seat_has_heard_of_it(clock: Clock) -> None:
    latencies: list[float] = []
    table = Table(("a", "b", "c"), latencies)
    for seat in range(3):
        table.told(seat, update(1, *([7] if seat == 0 else [])))
    asked = await table.asked(Random(1))
    assert asked is not None
    assert (asked[0], asked[1].id) == (0, 7)
    table.acting(*asked)
    clock.now = 1.0
    table.told(1, update(2))  # before the reply
    clock.now = 1.5
    table.acted(0, update(2), due=0.25)
    clock.now = 2.0
    table.told(0, update(2))
    assert latencies == []
    table.told(2, update(3))  # and what came after it
    assert latencies == [1.75]


async def test_who_is_ahead_of_the_reply_heard_of_it_then(clock: Clock) -> None:
    latencies: list[float] = []
    table = Table(("a", "b"), latencies)
    table.acting(0, decision_pb2.Decision(id=1))
    clock.now = 1.0
    table.told(1, update(2))
    clock.now = 5.0
    table.acted(0, update(2), due=0.0)
    assert latencies == [1.0]


def test_quantiles_are_of_what_was_measured() -> None:
    tally = Tally()
    tally.act += [n / 1000 for n in range(1, 102)]
    assert tally.figures()["act_ms"] == pytest.approx({"p50": 51, "p90": 91, "p99": 100, "max": 101})
    assert tally.figures()["told_ms"] == {}
    assert tally.calls == Counter()
