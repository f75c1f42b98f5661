"""With weaker settings of Redis no more is lost than "What is durable when" of docs/operations.md says, and what is
left is played on to its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from service.store import Store
from tests.chaos.faults import Fault, befalling, replicas_on
from tests.chaos.matches import Found, Matches, errors, found, tell
from tests.chaos.stores import FailedOver, Restarted
from tests.service.sentinels import Watched
from tests.service.serving import Server
from tests.service.valkey import Valkey

SEED = "3"
SYNC = 2.0  # seconds that a sync may take, before Redis waits for it
PLAYED, LAG = 20, 2  # answers a match, until the replica gets nothing any more, and from then until the primary dies
SOON = 2.0  # seconds in which a reply that Redis has sent reaches a client, on a machine that is busy


class Size(NamedTuple):
    replicas: int
    matches: int
    at_once: int
    within: float


SMALL = Size(replicas=1, matches=3, at_once=3, within=100)
NIGHTLY = Size(replicas=2, matches=30, at_once=15, within=300)


@pytest.fixture
def size(pytestconfig: pytest.Config) -> Size:
    return NIGHTLY if pytestconfig.getoption("nightly") else SMALL


@pytest.fixture
def matches(size: Size) -> Matches:
    return Matches(SEED, size.matches, size.at_once, size.within, may_go_back=True)


def check(matches: Matches, left: Found, servers: list[Server], lost_since: list[tuple[float, float]]) -> None:
    """All matches ended, nothing is there twice, and whatever is lost was acknowledged in one of these times."""
    assert matches.ended == matches.count
    assert left.doubled == 0
    assert [at for at in left.lost if not any(since <= at <= to for since, to in lost_since)] == []
    assert errors(servers) == []


async def test_with_appendfsync_everysec_a_killed_redis_loses_at_most_what_came_within_a_sync(
    tmp_path: Path, size: Size, matches: Matches
) -> None:
    with Valkey(tmp_path / "redis", appendonly="yes", appendfsync="everysec") as redis:
        killed = Restarted(redis, matches.reached(1 / 3), matches.reached(2 / 3))
        left, servers = await played(tmp_path, [redis.url] * size.replicas, matches, killed)
    tell("appendfsync everysec", matches, left, restarts=len(killed.at))
    assert len(killed.at) == 2
    check(matches, left, servers, [(at - SYNC, at + SOON) for at in killed.at])
    assert left.gone == []


async def test_without_waiting_a_failover_loses_at_most_what_the_replica_lagged_behind(
    tmp_path: Path, size: Size, matches: Matches
) -> None:
    async with Watched(tmp_path, replicas=1, sentinels=3, down_after_ms=1000) as watched:

        def lag() -> Callable[[], bool]:
            return matches.acknowledged(LAG, since=matches.acknowledged_so_far())

        with FailedOver(watched, matches.acknowledged(PLAYED), lag=lag) as failover:
            left, servers = await played(tmp_path, [watched.url] * size.replicas, matches, failover)
    behind = f"the replica {failover.at - failover.lagging:.1f} s behind"
    tell(f"failover, SGS_REDIS_WAIT=0, {behind}", matches, left, failovers=int(failover.at > 0))
    check(matches, left, servers, [(failover.lagging, failover.at + SOON)])
    assert left.lost, "what the replica never had cannot be there"
    assert left.gone == []


async def test_without_a_file_a_killed_redis_loses_all_and_clients_begin_anew(
    tmp_path: Path, size: Size, matches: Matches
) -> None:
    with Valkey(tmp_path / "redis") as redis:
        killed = Restarted(redis, matches.reached(1 / 3))
        left, servers = await played(tmp_path, [redis.url] * size.replicas, matches, killed)
    tell("no append-only file", matches, left, restarts=len(killed.at))
    [at] = killed.at
    check(matches, left, servers, [(0.0, at + SOON)])
    assert left.lost
    assert len(left.gone) >= sum(bot.over < at for bot in matches.bots)
    assert all(over <= at + SOON for over in left.gone)
    assert matches.begun_anew >= 1


async def played(folder: Path, urls: list[str], matches: Matches, fault: Fault) -> tuple[Found, list[Server]]:
    """All matches, while this happens to their store; those that it takes back from their ends once more. One replica
    on each of the addresses."""
    async with (
        replicas_on(folder, urls, SEED) as replicas,
        matches.through([server.address for server in replicas.servers]),
    ):
        async with befalling(fault):
            await matches.play()
        await matches.play_on()
        async with Store(urls[0]) as store:
            return await found(store, matches), replicas.servers
