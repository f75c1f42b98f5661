"""The primary of Redis dies under load, and its replica takes its place: what writes waited for is there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from service.store import Store
from tests.chaos.faults import befalling, replicas_on
from tests.chaos.matches import Matches, errors, found, tell
from tests.chaos.stores import FailedOver
from tests.service.sentinels import Watched

SEED = "2"


class Size(NamedTuple):
    """`kill` and `frozen` are seconds between two of them, about."""

    replicas: int
    matches: int
    at_once: int
    kill: float
    frozen: float
    within: float


SMALL = Size(replicas=2, matches=3, at_once=3, kill=2.0, frozen=2.0, within=100)
NIGHTLY = Size(replicas=3, matches=60, at_once=20, kill=2.0, frozen=8.0, within=600)


async def test_where_writes_wait_for_the_replica_a_failover_loses_and_doubles_nothing_acknowledged(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    size = NIGHTLY if pytestconfig.getoption("nightly") else SMALL
    matches = Matches(SEED, size.matches, size.at_once, size.within, may_go_back=True)
    async with (
        Watched(tmp_path, replicas=1, sentinels=3, down_after_ms=1000) as watched,
        replicas_on(tmp_path, [watched.url] * size.replicas, SEED, redis_wait=1) as replicas,
        matches.through([server.address for server in replicas.servers]),
    ):
        with FailedOver(watched, matches.acknowledged(20)) as failover:
            async with befalling(replicas.killed(size.kill), replicas.frozen(size.frozen), failover):
                await matches.play()
            await matches.play_on()  # where the house's last answer was shown and lost
            async with Store(watched.url) as store:
                left = await found(store, matches)
    tell("failover, SGS_REDIS_WAIT=1", matches, left, **replicas.counted, failovers=int(failover.at > 0))
    assert matches.ended == size.matches
    assert failover.at
    assert replicas.counted["kills"] >= 1
    assert (left.lost, left.doubled, left.gone, matches.begun_anew) == ([], 0, [], 0)
    assert errors(replicas.servers) == []
