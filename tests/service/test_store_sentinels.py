"""The same store on a primary whose address only the sentinels know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest
from redis.exceptions import ConnectionError

from service.store import Request, Store, StoreError, StoreUnavailable, Write, address
from service.store.keys import match_key
from service.store.sentinel import Sentinels
from tests.service.redis_processes import ask, until
from tests.service.sentinels import SERVICE, Watched
from tests.service.writers import progress, writing

PASSWORD, PASSWORD_OF_SENTINELS = "p@ss/word", "se:cret"
CREATE = Request.of("host", "create-1", b"")


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
        async with asyncio.timeout(20):  # the sentinels may still be about a failover
            while not await answers(opened):
                await asyncio.sleep(0.05)
        yield opened


async def answers(store: Store) -> bool:
    try:
        await store.ping()
        return True
    except StoreUnavailable:
        return False


async def test_servers_and_sentinels_have_passwords_of_their_own(guarded: Watched, store: Store) -> None:
    await store.ping()
    wrong = guarded.url.partition("?")[0]
    for given in (wrong, f"{wrong}?sentinel_password=wrong", guarded.url.replace("word@", "words@")):
        async with Store(given) as refused:
            with pytest.raises(StoreUnavailable):
                await refused.ping()


async def test_a_sentinel_that_hangs_keeps_nobody_from_the_primary(guarded: Watched, store: Store) -> None:
    with guarded.sentinels[0].stopped():
        await store.ping()
        async with store.watch("m"):
            pass


async def test_a_service_that_no_sentinel_knows_is_unavailable(guarded: Watched) -> None:
    async with Store(guarded.url.replace(f"/{SERVICE}", "/unheard-of")) as store:
        with pytest.raises(StoreUnavailable, match="service unheard-of: No such master"):
            await store.ping()


async def test_a_server_that_is_no_primary_is_not_taken_for_one_whatever_the_sentinels_say(guarded: Watched) -> None:
    primary = await guarded.named()
    for process in (guarded.primary, *guarded.replicas):
        login = f"redis://:{quote(PASSWORD, safe='')}@127.0.0.1:{process.port}"
        connect = address.read(login, connect_timeout=1)
        assert callable(connect)
        connection = await connect()
        if process.port == primary:
            await (await Sentinels(SERVICE, ()).checked(connection)).disconnect()
        else:
            with pytest.raises(ConnectionError, match="no primary"):
                await Sentinels(SERVICE, ()).checked(connection)


@pytest.mark.parametrize("how", [("COORDINATED",), ()])
async def test_a_primary_that_is_replaced_is_left_at_once(guarded: Watched, store: Store, how: tuple[str, ...]) -> None:
    """In a failover that is not coordinated it takes writes for ten seconds more, which are lost."""
    async with store.watch("m"):
        before = await guarded.named()
        failover = ("SENTINEL", "FAILOVER", SERVICE, *how)
        await until(guarded.sentinels[0].port, *failover, answer="", password=PASSWORD_OF_SENTINELS)
        await guarded.until_another(before)
        async with asyncio.timeout(5):
            for number in count():
                with suppress(StoreError):
                    await store.create(f"m{number}", CREATE, Write(commit=b"c1", state=b"dealt"))
                key = match_key(f"m{number}")
                if await ask(await guarded.named(), "HGET", key, "commit", password=PASSWORD) == "c1":
                    break
            while match_key("m") not in str(await ask(await guarded.named(), "PUBSUB", "CHANNELS", password=PASSWORD)):
                await asyncio.sleep(0.02)


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
