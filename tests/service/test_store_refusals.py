"""Whatever Redis refuses for, the caller learns that the store is unavailable and that nothing was written.

Other refusals are where their servers are: no memory, a busy script, a replica (test_store_failures), too few replicas
(test_store_replicas), a slot on its way (test_store_cluster).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from service.store import Applied, Request, Store, StoreUnavailable, Write
from tests.loopback import free_port
from tests.service.conftest import StartRedis
from tests.service.redis_processes import ask, until

CREATE = Request.of("host", "create-1", b"")
DEAL = Write(commit=b"c1", state=b"dealt")


async def refused(store: Store, why: str, *, reads: bool = True) -> None:
    """Writes are, and reads are if said so."""
    with pytest.raises(StoreUnavailable, match=why):
        await store.create("m", CREATE, DEAL)
    if reads:
        with pytest.raises(StoreUnavailable, match=why):
            await store.load("m")
        with pytest.raises(StoreUnavailable, match=why):
            await store.list_matches(10)


async def test_a_missing_or_wrong_password(start_redis: StartRedis) -> None:
    redis = start_redis("--requirepass", "secret")
    await until(redis.port, "PING", answer="True", password="secret")
    async with Store(redis.url) as without:
        await refused(without, "Authentication required")
    async with Store(redis.url.replace("//", "//:wrong@")) as wrong:
        await refused(wrong, "invalid username-password")
    async with Store(redis.url.replace("//", "//:secret@")) as right:
        assert isinstance(await right.create("m", CREATE, DEAL), Applied)


async def test_a_user_without_the_right_to_run_scripts(start_redis: StartRedis) -> None:
    redis = start_redis()
    await until(redis.port, "PING", answer="True")
    await ask(redis.port, "ACL", "SETUSER", "sgs", "on", ">secret", "~*", "&*", "+@all", "-@scripting")
    async with Store(redis.url.replace("//", "//sgs:secret@")) as store:
        await refused(store, "no permissions", reads=False)


async def test_a_disk_that_takes_no_snapshot(start_redis: StartRedis, tmp_path: Path) -> None:
    redis = start_redis("--save", "3600 1000000")
    await until(redis.port, "PING", answer="True")
    (tmp_path / "redis/dump.rdb").mkdir()  # in the way
    await ask(redis.port, "BGSAVE")
    await until(redis.port, "INFO", "persistence", answer="'rdb_last_bgsave_status': 'err'")
    async with Store(redis.url) as store:
        await refused(store, "MISCONF", reads=False)
        assert await store.load("m") is None


async def test_too_many_clients(start_redis: StartRedis) -> None:
    redis = start_redis("--maxclients", "1")
    async with Store(redis.url) as first, Store(redis.url) as second:
        async with asyncio.timeout(10):
            while not await answers(first):
                await asyncio.sleep(0.02)
        await refused(second, r".")  # by a word or by hanging up


async def answers(store: Store) -> bool:
    try:
        await store.ping()
        return True
    except StoreUnavailable:
        return False


async def test_a_server_that_loads_its_data(start_redis: StartRedis) -> None:
    redis = start_redis("--key-load-delay", "20000", "--loading-process-events-interval-bytes", "1024")
    await until(redis.port, "PING", answer="True")
    async with Store(redis.url) as store:
        for number in range(60):
            await store.create(f"n{number}", CREATE, Write(commit=b"c1", state=random.randbytes(3_000)))
        await ask(redis.port, "SAVE")
        redis.kill()
        redis.start()
        async with Redis(port=redis.port, protocol=2) as client:
            async with asyncio.timeout(10):
                while not (await loading(client)):
                    await asyncio.sleep(0.01)
        await refused(store, "loading")
        async with asyncio.timeout(20):
            while not await answers(store):
                await asyncio.sleep(0.05)
        assert await store.load("n0") is not None


async def loading(client: Redis) -> bool:
    try:
        return bool((await client.info("persistence"))["loading"])
    except RedisError:
        return False


async def test_a_cluster_whose_slots_are_not_all_served(start_redis: StartRedis) -> None:
    redis = start_redis("--cluster-enabled", "yes", "--cluster-port", str(free_port()))
    await until(redis.port, "PING", answer="True")
    async with Store(redis.url.replace("redis", "redis+cluster", 1)) as store:
        await refused(store, "knows of no slots")
        await ask(redis.port, "CLUSTER ADDSLOTSRANGE", 0, 16_000)  # that of m, but not all
        async with asyncio.timeout(10):
            while True:
                with pytest.raises(StoreUnavailable) as failure:
                    await store.create("m", CREATE, DEAL)
                if "cluster is down" in str(failure.value).lower():
                    break


@asynccontextmanager
async def sending_round() -> AsyncIterator[int]:
    """The port of what says that it has every slot, and then that it has none. Its answers go by the first word."""
    port = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        slots = b"*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:%d\r\n$1\r\nx\r\n" % port
        while header := await reader.readline():
            words = []
            for _ in range(int(header[1:])):
                size = int((await reader.readline())[1:])
                words.append((await reader.readexactly(size + 2))[:-2])
            answer = b"-MOVED 1 127.0.0.1:%d\r\n" % port
            writer.write({b"CLUSTER": slots, b"CLIENT": b"+OK\r\n"}.get(words[0], answer))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    yield port
    server.close()


async def test_a_cluster_that_sends_a_call_round_and_round() -> None:
    async with sending_round() as port, Store(f"redis+cluster://127.0.0.1:{port}", timeout=0.2) as store:
        await refused(store, "does not settle")
