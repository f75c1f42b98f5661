"""The same store on a primary whose address only the sentinels know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from service.store import Request, Store, StoreError, StoreUnavailable, Write
from service.store.keys import match_key
from tests.service.redis_processes import ask
from tests.service.sentinels import SERVICE, Watched
from tests.service.writers import progress, writing

PASSWORD, PASSWORD_OF_SENTINELS = "p@ss/word", "se:cret"
CREATE = Request.of("host", "create-1", b"")
ACT = Request.of("bot", "act-1", b"")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """With a password for the servers and another for the sentinels."""
    folder = tmp_path_factory.mktemp("guarded")
    watched = Watched(folder, replicas=1, sentinels=3, password=PASSWORD, theirs=PASSWORD_OF_SENTINELS)
    try:
        asyncio.run(watched.start())
        yield watched
    finally:
        watched.close()


@pytest.fixture
async def store(guarded: Watched) -> AsyncIterator[Store]:
    async with Store(guarded.url) as opened:
        yield opened


async def test_servers_and_sentinels_have_passwords_of_their_own(guarded: Watched, store: Store) -> None:
    await store.ping()
    wrong = guarded.url.partition("?")[0]
    for address in (wrong, f"{wrong}?sentinel_password=wrong", guarded.url.replace("word@", "words@")):
        async with Store(address) as refused:
            with pytest.raises(StoreUnavailable):
                await refused.ping()


async def test_a_sentinel_that_hangs_keeps_nobody_from_the_primary(guarded: Watched, store: Store) -> None:
    with guarded.sentinels[0].stopped():
        await store.ping()
        async with store.watch("m"):
            pass


async def test_a_service_that_no_sentinel_knows_is_unavailable(guarded: Watched) -> None:
    async with Store(guarded.url.replace(f"/{SERVICE}", "/unheard-of")) as store:
        with pytest.raises(StoreUnavailable, match="no service is called unheard-of"):
            await store.ping()


async def test_a_primary_that_is_demoted_is_left_for_its_successor(guarded: Watched) -> None:
    async with Store(guarded.url, replicas=1, replicas_ms=5000) as store:
        await store.create("m", CREATE, Write(commit=b"c1", state=b"dealt"))
    async with Store(guarded.url) as store:
        await store.ping()
        before = await guarded.named()
        await ask(
            guarded.sentinels[0].port, "SENTINEL", "FAILOVER", SERVICE, "COORDINATED", password=PASSWORD_OF_SENTINELS
        )
        await guarded.until_another(before)
        async with asyncio.timeout(10):
            while True:
                try:
                    step = Write(commit=b"c2", state=b"slashed")
                    await store.commit("m", ACT, step, expected_commit=b"c1", expected_head=0)
                    break
                except StoreError:
                    await asyncio.sleep(0.05)
        after = await guarded.named()
        assert await ask(after, "HGET", match_key("m"), "commit", password=PASSWORD) == "c2"


async def test_a_primary_killed_under_load_loses_nothing_acknowledged_where_writes_wait(tmp_path: Path) -> None:
    async with (
        Watched(tmp_path, replicas=2, sentinels=3) as watched,
        Store(watched.url, timeout=0.5, replicas=1, replicas_ms=500) as store,
        store.watch("written-0") as watch,
        writing(store) as writers,
    ):
        await progress(writers, 20)
        before = await watched.named()
        watched.primary.kill()
        await watched.until_another(before)
        await progress(writers, 20)
        assert all(writer.failures for writer in writers)
        for writer in writers:
            await writer.check(store)
        async with asyncio.timeout(10):  # who watches is told by the new primary
            while (await watch.changed()).commit is None:
                pass
