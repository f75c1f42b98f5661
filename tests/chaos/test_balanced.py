"""Matches behind nginx, while all that can happen to the machines behind it does: no acknowledged answer is lost or
happens twice, and who watches sees what happened."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from service.store import Store
from tests.chaos.faults import LEASE_MS, Fault, Replicas, Wire, befalling, passed
from tests.chaos.matches import Matches, errors, found, tell
from tests.deploy.nginx import Nginx, needs_nginx
from tests.service.serving import Server
from tests.service.valkey import Valkey

SEED = "1"


class Size(NamedTuple):
    """`kill` and `cut` are seconds between two of them, about; `frozen` are those between two freezes."""

    matches: int
    at_once: int
    kill: float
    frozen: float
    cut: float
    within: float


SMALL = Size(matches=5, at_once=5, kill=1.0, frozen=0.5, cut=0.5, within=100)
NIGHTLY = Size(matches=300, at_once=24, kill=2.0, frozen=8.0, cut=1.0, within=900)


def killed_at(redis: Valkey, counted: Counter[str], *times: Callable[[], bool]) -> Fault:
    """Redis is killed when each of these is reached, and started again."""

    async def fault(done: asyncio.Event) -> None:
        for reached in times:
            while not reached():
                if not await passed(0.05, done):
                    return
            await asyncio.to_thread(redis.stop, signal.SIGKILL)
            await asyncio.to_thread(redis.start)
            counted["restarts"] += 1

    return fault


@needs_nginx
async def test_whatever_dies_stands_still_or_is_cut_off_nothing_is_lost_or_doubled(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    size = NIGHTLY if pytestconfig.getoption("nightly") else SMALL
    matches = Matches(SEED, size.matches, size.at_once)
    with ExitStack() as stack:
        redis = stack.enter_context(Valkey(tmp_path / "redis", appendonly="yes", appendfsync="always"))
        wire = Wire(redis.port, SEED)
        await wire.open()
        servers = [
            Server(
                tmp_path / f"replica-{number}",
                redis_url=url,
                bot_delay_ms=1,
                sweep_ms=50,
                lease_ms=LEASE_MS,
                log_level="info",
            )
            for number, url in enumerate([redis.url, redis.url, wire.url])
        ]
        for server in servers:
            await asyncio.to_thread(stack.enter_context, server)
        balancer = stack.enter_context(Nginx(tmp_path, servers))
        replicas = Replicas(servers, SEED)
        async with befalling(
            replicas.killed(size.kill),
            replicas.frozen(size.frozen),
            wire.cut_again_and_again(size.cut),
            killed_at(redis, replicas.counted, matches.reached(1 / 3), matches.reached(2 / 3)),
        ):
            await matches.play([balancer.address] * 4, size.within)
        async with Store(redis.url) as store:
            left = await found(store, matches)
        await wire.close()
    tell("nginx, faults of every kind", matches, left, **replicas.counted, cuts=wire.cuts)
    assert matches.ended == size.matches
    assert replicas.counted["kills"] >= 1
    assert replicas.counted["freezes"] >= 1
    assert replicas.counted["restarts"] == 2
    assert (left.lost, left.doubled, left.differing, left.went_back) == (0, 0, 0, 0)
    assert errors(servers) == []
