"""A server on a Redis Cluster."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from examples.random_client import Player
from service.store import Store
from tests.service.clusters import ClusterProcesses
from tests.service.replaying import check_replay
from tests.service.serving import Server
from tests.service.tables import Calls, ruleset


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[ClusterProcesses]:
    started = ClusterProcesses(tmp_path)
    try:
        await started.start()
        yield started
    finally:
        started.close()


async def match_in_play(store: Store) -> str:
    async with asyncio.timeout(20):
        while not (page := await store.list_matches(1)).matches:
            await asyncio.sleep(0.01)
    return page.matches[0].match_id


async def test_a_whole_match_outlives_the_node_that_has_it(tmp_path: Path, cluster: ClusterProcesses) -> None:
    server = Server(tmp_path / "server", redis_url=cluster.url, redis_wait=1, bot_delay_ms=1, sweep_ms=20)
    await asyncio.to_thread(server.start)
    try:
        async with Store(cluster.url) as store, Calls(server.address) as calls:
            player = Player(calls.stubs, 7)
            playing = asyncio.create_task(player.play(ruleset(10, heroes=True)))
            match_id = await match_in_play(store)
            lost = await cluster.owner_of(match_id)
            cluster.nodes[lost].kill()
            await cluster.until_moved(match_id, lost)
            cluster.nodes[lost].start()
            await asyncio.wait_for(playing, 60)
            assert player.seen["retries"] > 0
            assert await check_replay(store, match_id) > 20
        assert server.metric("grpc_server_handled_total", grpc_code="INTERNAL") == 0
        assert server.metric("sanguosha_drifts_total") == 0
    finally:
        await asyncio.to_thread(server.stop)
