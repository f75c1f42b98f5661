"""Watches: a commit wakes those who wait for it, and a lost message only costs time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from redis.asyncio import Redis

from service.store import Change, EmbeddedServer, Request, Store, StoreUnavailable, Watch, Write
from tests.service.conftest import Proxy

SOON = 10.0  # seconds

CREATE = Request.of("host", "create-1", b"")


async def create(store: Store, match_id: str) -> None:
    await store.create(match_id, CREATE, Write(commit=b"c1", state=b""))


async def commit(store: Store, match_id: str, number: int) -> None:
    """The commit c<number> with one event, on top of the one before."""
    write = Write(commit=b"c%d" % number, state=b"", events=[b"e"])
    await store.commit(match_id, None, write, expected_commit=b"c%d" % (number - 1), expected_head=number - 2)


async def soon(watch: Watch) -> Change:
    async with asyncio.timeout(SOON):
        return await watch.changed()


async def quiet(watch: Watch) -> bool:
    try:
        async with asyncio.timeout(0.05):
            await watch.changed()
    except TimeoutError:
        return True
    return False


async def test_a_wait_that_is_given_up_loses_no_change(store: Store) -> None:
    await create(store, "m")
    async with store.watch("m") as watch:
        for wait in (0.0, 0.05):  # before the change comes, and after
            waiting = asyncio.create_task(watch.changed())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.sleep(wait)
        await commit(store, "m", 2)
        assert (await soon(watch)).commit == b"c2"


async def test_a_wait_until_an_instant_brings_nothing_and_a_poll_before_it_an_empty_change() -> None:
    loop = asyncio.get_running_loop()
    async with Store("redis://127.0.0.1:1", watch_poll=0.05) as store:
        watch = store.watch("m")
        assert await watch.changed_by(loop.time() - 1) is None
        assert await watch.changed_by(loop.time() + 0.01) is None
        assert await watch.changed_by(loop.time() + SOON) == Change()


async def test_a_change_that_comes_with_the_instant_is_not_lost(store: Store) -> None:
    await create(store, "m")
    async with store.watch("m") as watch:
        await commit(store, "m", 2)
        await asyncio.sleep(0.1)
        change = await watch.changed_by(asyncio.get_running_loop().time() - 1)
        assert change is not None
        assert change.commit == b"c2"


@pytest.fixture
async def far(proxy: Proxy) -> AsyncIterator[Store]:
    """The store seen through the proxy."""
    async with Store(proxy.url, timeout=SOON, connect_timeout=SOON) as opened:
        yield opened


@pytest.fixture
def complaints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Why connections for watching were lost, or not made."""
    said: list[str] = []
    log = SimpleNamespace(warning=lambda _, **about: said.append(about["error"]))
    monkeypatch.setattr("service.store.watch.log", log)
    return said


async def until_one(complaints: list[str]) -> None:
    async with asyncio.timeout(SOON):
        while not complaints:
            await asyncio.sleep(0.01)


async def test_a_commit_wakes_every_watch_of_its_match_and_no_other(store: Store) -> None:
    await create(store, "m")
    await create(store, "bystander")
    async with store.watch("m") as first, store.watch("m") as second, store.watch("bystander") as other:
        await commit(store, "m", 2)
        assert await soon(first) == await soon(second) == Change(b"c2", 1)
        assert await quiet(other)


async def test_a_commit_of_another_replica_wakes_too(store: Store, embedded: EmbeddedServer) -> None:
    await create(store, "m")
    async with Store(embedded.url) as replica, store.watch("m") as watch:
        await commit(replica, "m", 2)
        assert await soon(watch) == Change(b"c2", 1)


async def test_changes_while_nobody_waits_are_merged_into_the_latest(store: Store) -> None:
    await create(store, "m")
    async with store.watch("m") as watch, store.watch("m") as slow:
        for number in (2, 3, 4):
            await commit(store, "m", number)
            assert await soon(watch) == Change(b"c%d" % number, number - 1)
        assert await soon(slow) == Change(b"c4", 3)
        assert await quiet(slow)


async def test_a_refused_commit_wakes_nobody(store: Store) -> None:
    await create(store, "m")
    async with store.watch("m") as watch:
        await commit(store, "m", 7)
        assert await quiet(watch)


async def test_a_watch_may_begin_before_the_match_and_outlive_it(store: Store) -> None:
    async with store.watch("m") as watch:
        await create(store, "m")
        assert await soon(watch) == Change(b"c1", 0)
        await store.delete("m")
        assert await soon(watch) == Change()


async def test_a_watch_is_an_endless_iterator(store: Store) -> None:
    await create(store, "m")
    async with store.watch("m") as watch:
        await commit(store, "m", 2)
        async with asyncio.timeout(SOON):
            async for change in watch:
                assert change == Change(b"c2", 1)
                break


async def test_any_number_of_watches_share_one_connection_and_leave_no_subscription(store: Store, redis: Redis) -> None:
    before = (await redis.info("clients"))["connected_clients"]
    watches = [store.watch(f"m{n % 10}") for n in range(50)]
    await asyncio.gather(*(watch.__aenter__() for watch in watches))
    assert (await redis.info("clients"))["pubsub_clients"] == 1
    assert (await redis.info("clients"))["connected_clients"] == before + 1
    assert len(await redis.pubsub_channels()) == 10
    for watch in watches:
        await watch.__aexit__(None, None, None)
    async with asyncio.timeout(SOON):
        while await redis.pubsub_channels():
            await asyncio.sleep(0.01)


async def test_after_a_reconnect_every_watch_wakes_since_messages_may_be_lost(
    far: Store, store: Store, proxy: Proxy
) -> None:
    await create(store, "m")
    async with far.watch("m") as watch:
        await proxy.close()
        await commit(store, "m", 2)  # nobody hears of it
        await proxy.open()
        assert await soon(watch) == Change()
        await commit(store, "m", 3)
        assert await soon(watch) == Change(b"c3", 2)


async def test_a_lost_message_costs_no_more_than_the_poll_interval(proxy: Proxy, store: Store) -> None:
    await create(store, "m")
    async with Store(proxy.url, watch_poll=0.05) as far, far.watch("m") as watch:
        proxy.silent = True
        await commit(store, "m", 2)
        assert await soon(watch) == Change()


async def test_watching_while_the_server_is_down_is_refused(proxy: Proxy) -> None:
    await proxy.close()
    async with Store(proxy.url, timeout=0.05) as far:
        with pytest.raises(StoreUnavailable):
            async with far.watch("m"):
                pass


async def test_watching_works_when_the_server_is_up_again(far: Store, proxy: Proxy, complaints: list[str]) -> None:
    await proxy.close()
    beginning = asyncio.create_task(watching(far, "m"))
    await until_one(complaints)
    await proxy.open()
    async with far.watch("m") as watch:
        await create(far, "m")
        assert await soon(watch) == Change(b"c1", 0)
    beginning.cancel()
    await asyncio.gather(beginning, return_exceptions=True)


async def watching(store: Store, match_id: str) -> None:
    async with store.watch(match_id):
        await asyncio.Event().wait()


async def test_a_watch_that_was_given_up_while_it_began_leaves_nothing_behind(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever in its beginning the cancellation comes, and without harm to the connection, which others share."""
    drain = asyncio.StreamWriter.drain

    async def drain_later(writer: asyncio.StreamWriter) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        await drain(writer)

    monkeypatch.setattr(asyncio.StreamWriter, "drain", drain_later)
    await create(store, "m")
    async with store.watch("m") as other:
        for turns in range(12):
            beginning = asyncio.create_task(watching(store, "given up"))
            for _ in range(turns):
                await asyncio.sleep(0)
            beginning.cancel()
            await asyncio.gather(beginning, return_exceptions=True)
        async with asyncio.timeout(SOON):
            while len(await redis.pubsub_channels()) > 1:
                await asyncio.sleep(0.01)
        await commit(store, "m", 2)
        assert await soon(other) == Change(b"c2", 1)
        async with store.watch("given up") as again:
            await create(store, "given up")
            assert await soon(again) == Change(b"c1", 0)


async def test_a_dead_connection_is_noticed_by_its_silence(
    far: Store, store: Store, proxy: Proxy, complaints: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.watch.PING_EVERY", 0.05)
    await create(store, "m")
    async with far.watch("m") as watch:
        proxy.silent = True
        await until_one(complaints)
        proxy.silent = False
        monkeypatch.setattr("service.store.watch.PING_EVERY", 5.0)  # the next connection may be slow
        assert complaints == ["no answer to a ping"]
        assert await soon(watch) == Change()
        await commit(store, "m", 2)
        assert await soon(watch) == Change(b"c2", 1)
