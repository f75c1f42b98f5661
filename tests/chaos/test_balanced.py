"""Matches behind nginx, while all that can happen to the machines behind it does: no acknowledged answer is lost or
happens twice, and who watches sees what happened."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from service.store import Store
from tests.chaos.faults import Wire, befalling, replicas_on
from tests.chaos.matches import Matches, errors, found, tell
from tests.chaos.stores import Restarted
from tests.deploy.nginx import Nginx, needs_nginx
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


SMALL = Size(matches=4, at_once=4, kill=1.0, frozen=0.5, cut=0.5, within=100)
NIGHTLY = Size(matches=300, at_once=24, kill=2.0, frozen=8.0, cut=1.0, within=900)


@needs_nginx
async def test_whatever_dies_stands_still_or_is_cut_off_nothing_is_lost_or_doubled(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    size = NIGHTLY if pytestconfig.getoption("nightly") else SMALL
    matches = Matches(SEED, size.matches, size.at_once, size.within)
    with Valkey(tmp_path / "redis", appendonly="yes", appendfsync="always") as redis:
        wire = Wire(redis.port, SEED)
        await wire.open()
        restarted = Restarted(redis, matches.reached(1 / 3), matches.reached(2 / 3))
        async with replicas_on(tmp_path, [redis.url, redis.url, wire.url], SEED) as replicas:
            with Nginx(tmp_path, replicas.servers) as balancer:
                async with (
                    matches.through([balancer.address] * 4),
                    befalling(
                        replicas.killed(size.kill),
                        replicas.frozen(size.frozen),
                        wire.cut_again_and_again(size.cut),
                        restarted,
                    ),
                ):
                    await matches.play()
        await wire.close()
        async with Store(redis.url) as store:
            left = await found(store, matches)
    happened = replicas.counted
    tell("nginx, faults of every kind", matches, left, **happened, restarts=len(restarted.at), cuts=wire.cuts)
    assert matches.ended == size.matches
    assert happened["kills"] >= 1
    assert happened["freezes"] >= 1
    assert len(restarted.at) == 2
    assert (left.lost, left.doubled, left.differing, left.went_back) == ([], 0, 0, 0)
    assert errors(replicas.servers) == []
