"""The same store on a node of Redis Cluster, and on a primary whose address only the sentinels know."""

from __future__ import annotations

import asyncio
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from service.store import BUCKETS, Applied, At, Repeat, Request, Store, StoreError, Write, bucket_of
from service.store.embedded import server_binary
from tests.service.planting import logged

CREATE = Request.of("host", "create-1", b"")
ACT = Request.of("bot", "act-1", b"")


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


@contextmanager
def server(folder: Path, *settings: str) -> Iterator[subprocess.Popen[bytes]]:
    folder.mkdir()
    command = [
        server_binary(),
        *settings,
        "--bind",
        "127.0.0.1",
        "--dir",
        str(folder),
        "--save",
        "",
        "--repl-diskless-sync-delay",
        "0",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def until(port: int, *command: str, answer: str) -> None:
    """Repeats a command until the answer contains a text."""
    async with asyncio.timeout(20), Redis(port=port, protocol=2, decode_responses=True) as client:
        while True:
            try:
                if answer in str(await client.execute_command(*command)):
                    return
            except RedisError:
                pass
            await asyncio.sleep(0.02)


@pytest.fixture
async def cluster_url(tmp_path: Path) -> AsyncIterator[str]:
    port, bus = free_ports(2)
    with server(tmp_path / "node", "--port", str(port), "--cluster-enabled", "yes", "--cluster-port", str(bus)):
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


async def test_sentinels_name_the_primary_and_its_successor(tmp_path: Path) -> None:
    first, second, sentinel = free_ports(3)
    configuration = tmp_path / "sentinel.conf"
    configuration.write_text(
        f"port {sentinel}\n"
        f"sentinel monitor matches 127.0.0.1 {first} 1\n"
        "sentinel down-after-milliseconds matches 300\n"
        "sentinel failover-timeout matches 2000\n"
    )
    with (
        server(tmp_path / "first", "--port", str(first)) as primary,
        server(tmp_path / "second", "--port", str(second), "--replicaof", f"127.0.0.1 {first}"),
    ):
        await until(first, "INFO", "replication", answer="'state': 'online'")
        with server(tmp_path / "third", str(configuration), "--sentinel"):
            await until(sentinel, "SENTINEL", "replicas", "matches", answer=str(second))
            url = f"redis+sentinel://127.0.0.1:{sentinel}/matches"
            async with Store(url, timeout=0.5, connect_timeout=0.5) as store:
                write = Write(commit=b"c1", state=b"dealt")
                assert isinstance(await store.create("m", CREATE, write), Applied)
                await until(second, "DBSIZE", answer="2")
                primary.kill()
                async with asyncio.timeout(20):
                    while True:
                        try:
                            step = Write(commit=b"c2", state=b"slashed")
                            await store.commit("m", ACT, step, expected_commit=b"c1", expected_head=0)
                            break
                        except StoreError:
                            await asyncio.sleep(0.05)
                match = await store.load("m")
                assert match is not None
                assert match.commit == b"c2"
