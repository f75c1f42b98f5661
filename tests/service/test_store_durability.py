"""What is left of acknowledged commits when Redis ends without warning, by how it writes to disk.

No power is cut here. What a cut would leave is worked out: Redis says what it has synced (WAITAOF), and its file is cut
to that.
"""

from __future__ import annotations

from pathlib import Path

from redis.asyncio import Redis

from service.store import Applied, Repeat, Request, Store, Write
from tests.service.conftest import StartRedis
from tests.service.planting import logged
from tests.service.redis_processes import Process, until
from tests.service.writers import progress, writing

CREATE = Request.of("host", "create-1", b"")
DEAL = Write(commit=b"c1", state=b"dealt", log=[b"1"], reply=b"your match")
STEP = Write(commit=b"c2", state=b"slashed", log=[b"2"])


async def up(process: Process) -> None:
    await until(process.port, "PING", answer="True")


async def restarted(process: Process) -> None:
    process.kill()
    process.start()
    await up(process)


def file_of(process: Process) -> Path:
    """What is appended to."""
    [file] = (process.folder / "appendonlydir").glob("*.incr.aof")
    return file


async def synced_within(process: Process, milliseconds: int) -> bool:
    """Whether a write is on disk so soon."""
    async with Redis(port=process.port, protocol=2, single_connection_client=True) as client:
        await client.set("x", 1)
        on_disk, _ = await client.execute_command("WAITAOF", 1, 0, milliseconds)
        return bool(on_disk)


async def test_with_appendfsync_always_a_killed_redis_loses_nothing_acknowledged(start_redis: StartRedis) -> None:
    redis = start_redis("--appendonly", "yes", "--appendfsync", "always")
    await up(redis)
    async with Store(redis.url, timeout=0.5) as store, writing(store) as writers:
        await progress(writers, 20)
        await restarted(redis)  # in the middle of their writes
        await progress(writers, 20)
        for writer in writers:
            await writer.check(store)


async def test_with_appendfsync_always_what_is_acknowledged_is_on_disk(start_redis: StartRedis) -> None:
    redis = start_redis("--appendonly", "yes", "--appendfsync", "always")
    await up(redis)
    assert all([await synced_within(redis, 1) for _ in range(20)])


async def test_with_appendfsync_everysec_a_killed_redis_loses_nothing_that_it_had_handed_to_the_system(
    start_redis: StartRedis,
) -> None:
    redis = start_redis("--appendonly", "yes", "--appendfsync", "everysec")
    await up(redis)
    async with Store(redis.url, timeout=0.5) as store:
        async with writing(store) as writers:
            await progress(writers, 20)
        # While a sync is under way, what came since is still in its own memory.
        await until(redis.port, "INFO", "persistence", answer="'aof_buffer_length': 0")
        await restarted(redis)
        for writer in writers:
            await writer.check(store)


async def test_with_appendfsync_everysec_a_write_is_on_disk_within_seconds(start_redis: StartRedis) -> None:
    redis = start_redis("--appendonly", "yes", "--appendfsync", "everysec")
    await up(redis)
    assert await synced_within(redis, 10_000)


async def test_what_was_not_synced_is_lost_as_a_whole_and_what_was_is_kept(start_redis: StartRedis) -> None:
    redis = start_redis("--appendonly", "yes", "--appendfsync", "everysec")
    await up(redis)
    async with Store(redis.url) as store:
        await store.create("m", CREATE, DEAL)
        assert await synced_within(redis, 10_000)
        synced = file_of(redis).stat().st_size
        assert isinstance(await store.commit("m", None, STEP, expected_commit=b"c1", expected_head=0), Applied)
        redis.kill()
        content = file_of(redis).read_bytes()
        assert len(content) > synced
        file_of(redis).write_bytes(content[: (synced + len(content)) // 2])  # the cut may be within a step
        redis.start()
        await up(redis)
        match = await store.load("m")
        assert match is not None
        assert match.commit == b"c1"
        assert await logged(store, "m") == [b"1"]


async def test_without_a_file_everything_since_the_last_snapshot_is_lost(start_redis: StartRedis) -> None:
    redis = start_redis()
    await up(redis)
    async with Store(redis.url) as store, Redis(port=redis.port, protocol=2) as client:
        await store.create("m", CREATE, DEAL)
        await client.save()
        await store.commit("m", None, STEP, expected_commit=b"c1", expected_head=0)
        await store.create("n", CREATE, DEAL)
        await restarted(redis)
        match = await store.load("m")
        assert match is not None
        assert match.commit == b"c1"
        assert await store.load("n") is None
        assert isinstance(await store.create("m", CREATE, DEAL), Repeat)
        assert isinstance(await store.create("n", CREATE, DEAL), Applied)
