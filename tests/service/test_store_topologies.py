"""The same store on a node of Redis Cluster."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from service.store import BUCKETS, Applied, At, Repeat, Request, Store, Write, bucket_of
from tests.service.planting import logged
from tests.service.redis_processes import Process, free_ports, until

CREATE = Request.of("host", "create-1", b"")
ACT = Request.of("bot", "act-1", b"")


@pytest.fixture
async def cluster_url(tmp_path: Path) -> AsyncIterator[str]:
    port, bus = free_ports(2)
    with Process(tmp_path / "node", port, "--cluster-enabled", "yes", "--cluster-port", str(bus)):
        await until(port, "PING", answer="True")
        async with Redis(port=port, protocol=2) as client:
            await client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
        await until(port, "CLUSTER INFO", answer="'cluster_state': 'ok'")
        yield f"redis://127.0.0.1:{port}"


async def test_no_call_touches_two_slots(cluster_url: str) -> None:
    """A node of a cluster refuses a script whose keys lie in two slots, even where it owns both."""
    write = Write(commit=b"c1", state=b"", events=[b"e1"], log=[b"a"], due=[At(1)], expiry=At(1), reply=b"R")
    async with Store(cluster_url) as store, store.watch("m7") as watch:
        for n in range(20):
            assert isinstance(await store.create(f"m{n}", CREATE, write), Applied)
        again = Write(commit=b"c2", state=b"", events=[b"e2"], due=[At(1)], expiry=At(1))
        assert isinstance(await store.commit("m7", ACT, again, expected_commit=b"c1", expected_head=1), Applied)
        assert isinstance(await store.reply_for("m7", ACT), Repeat)
        assert (await watch.changed()).commit == b"c2"
        assert await store.load("m7") is not None
        assert await store.events("m7", 0, 10) is not None
        assert await logged(store, "m7") == [b"a"]
        assert len((await store.list_matches(100)).matches) == 20
        due = [match for bucket in range(BUCKETS) for match in await store.claim_due([bucket], 10, 1000)]
        assert len(due) == 20
        assert "m7" in await store.delete_expired(bucket_of("m7"), 10)
