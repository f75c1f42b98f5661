"""The same store on a Redis Cluster: three primaries with a replica each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import pytest

from service.store import (
    BUCKETS,
    Applied,
    At,
    BadAddress,
    Change,
    Repeat,
    Request,
    Said,
    Store,
    StoreError,
    StoreUnavailable,
    Write,
    bucket_of,
)
from tests.service.clusters import ClusterProcesses, Migration
from tests.service.planting import logged
from tests.service.writers import progress, writing

CREATE = Request.of("host", "create-1", b"")
ACT = Request.of("bot", "act-1", b"")
DEAL = Write(commit=b"c1", state=b"dealt", events=[b"e1"], log=[b"a"], due=[At(1)], expiry=At(1), summary=b"open")
STEP = Write(commit=b"c2", state=b"slashed", events=[b"e2"], due=[At(1)], expiry=At(1), reply=b"R")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterProcesses]:
    cluster = ClusterProcesses(tmp_path_factory.mktemp("cluster"), password="hush")
    try:
        asyncio.run(cluster.start())
        yield cluster
    finally:
        cluster.close()


@pytest.fixture
async def cluster(running: ClusterProcesses) -> ClusterProcesses:
    """Healthy and empty, whatever a test has done to it."""
    await running.healthy()
    for port in running.nodes:
        if "'role': 'master'" in str(await running.ask(port, "INFO", "replication")):
            await running.ask(port, "FLUSHALL")
    return running


@pytest.fixture
async def store(cluster: ClusterProcesses) -> AsyncIterator[Store]:
    async with Store(cluster.url) as opened:
        yield opened


async def fill(store: Store, count: int) -> list[str]:
    names = [f"m{number}" for number in range(count)]
    for name in names:
        assert isinstance(await store.create(name, CREATE, DEAL), Applied)
    return names


async def match_elsewhere(cluster: ClusterProcesses, port: int) -> str:
    """A match that another node has."""
    for number in range(100):
        if await cluster.owner_of(f"n{number}") != port:
            return f"n{number}"
    raise AssertionError


async def test_every_call_is_served_whichever_node_has_the_match(store: Store, cluster: ClusterProcesses) -> None:
    names = await fill(store, 60)
    assert len({await cluster.owner_of(name) for name in names}) == 3
    for name in names:
        async with store.watch(name) as watch:
            committed = await store.commit(name, ACT, STEP, expected_commit=b"c1", expected_head=1)
            assert isinstance(committed, Applied)
            assert (await watch.changed()).commit == b"c2"
        assert isinstance(await store.reply_for(name, ACT), Repeat)
        assert isinstance(await store.say(name, Request.of("bot", "say", b""), 0, b"hello", 20), Said)
        assert len(await store.messages(name, 0)) == 1
        match = await store.load(name)
        assert match is not None
        assert (match.state, match.head) == (b"slashed", 2)
        page = await store.events(name, 0, 10)
        assert page is not None
        assert page.events == [b"e1", b"e2"]
        assert await logged(store, name) == [b"a"]
    assert await store.swap("code:ABCD", "", "m1", 60_000) == "m1"
    assert await store.value("code:ABCD") == "m1"
    assert await store.now_ms() > 0


async def test_a_listing_goes_over_all_nodes(store: Store) -> None:
    names = await fill(store, 60)
    listed: list[str] = []
    token = ""
    while True:
        page = await store.list_matches(7, token)
        listed += [match.match_id for match in page.matches]
        token = page.next_page_token
        if not token:
            break
    assert sorted(listed) == sorted(names)


async def test_due_matches_of_all_nodes_are_claimed_once(store: Store) -> None:
    names = await fill(store, 60)
    claimed: list[str] = []
    while found := await store.claim_due(range(BUCKETS), 16, 60_000):
        assert len(found) <= 16
        claimed += [due.match_id for due in found]
    assert sorted(claimed) == sorted(names)


async def test_expired_matches_are_deleted_bucket_by_bucket(store: Store) -> None:
    names = await fill(store, 20)
    deleted = [name for bucket in {*map(bucket_of, names)} for name in await store.delete_expired(bucket, 100)]
    assert sorted(deleted) == sorted(names)
    assert (await store.list_matches(10)).matches == []


async def test_one_node_is_enough_of_an_address(cluster: ClusterProcesses) -> None:
    async with Store(cluster.url.partition(",")[0]) as store:
        await fill(store, 20)


async def test_a_slot_that_has_moved_is_followed_and_a_write_is_made_once(
    store: Store, cluster: ClusterProcesses
) -> None:
    await store.create("m", CREATE, DEAL)
    source = await cluster.owner_of("m")
    migration = Migration(cluster, "m", source, await cluster.owner_of(await match_elsewhere(cluster, source)))
    await migration.begin()
    await migration.move_keys()
    await migration.end()
    assert isinstance(await store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=1), Applied)
    assert await cluster.owner_of("m") != source
    page = await store.events("m", 0, 10)
    assert page is not None
    assert page.events == [b"e1", b"e2"]


@pytest.mark.parametrize("replicas", [0, 1])
async def test_while_a_slot_moves_reads_go_on_and_writes_wait(cluster: ClusterProcesses, replicas: int) -> None:
    async with Store(cluster.url, replicas=replicas, replicas_ms=5000) as store:
        await store.create("m", CREATE, DEAL)
        source = await cluster.owner_of("m")
        target = await cluster.owner_of(await match_elsewhere(cluster, source))
        migration = Migration(cluster, "m", source, target)
        await migration.begin()
        await migration.move_keys()
        match = await store.load("m")
        assert match is not None
        assert match.commit == b"c1"
        assert len((await store.list_matches(10)).matches) == 1
        [due] = await store.claim_due(range(BUCKETS), 10, 60_000)
        assert due.match_id == "m"
        writing = asyncio.create_task(store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=1))
        await asyncio.sleep(0.1)
        assert not writing.done(), "its request has no key yet, so the node cannot tell that it has all"
        await migration.end()
        assert isinstance(await writing, Applied)


async def test_a_slot_that_does_not_get_anywhere_makes_writes_unavailable(cluster: ClusterProcesses) -> None:
    async with Store(cluster.url, timeout=0.3) as store:
        await store.create("m", CREATE, DEAL)
        source = await cluster.owner_of("m")
        target = await cluster.owner_of(await match_elsewhere(cluster, source))
        migration = Migration(cluster, "m", source, target)
        await migration.begin()
        await migration.move_keys()
        with pytest.raises(StoreUnavailable):
            await store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=1)
        match = await store.load("m")
        assert match is not None
        assert match.commit == b"c1"
        await migration.end()


async def test_a_replica_follows_its_killed_primary_without_a_restart(cluster: ClusterProcesses) -> None:
    async with (
        Store(cluster.url, timeout=0.5, connect_timeout=0.3) as store,
        store.watch("written-0") as watch,
    ):
        lost = await cluster.owner_of("written-0")
        other = await match_elsewhere(cluster, lost)
        await store.create("written-0", CREATE, DEAL)
        await store.create(other, CREATE, DEAL)
        await cluster.ask(lost, "WAIT", 1, 1000)
        cluster.nodes[lost].kill()
        with pytest.raises(StoreError):
            await store.load("written-0")
        assert await store.load(other) is not None, "the matches of other nodes go on"
        claimed = [due.match_id for due in await store.claim_due(range(BUCKETS), 10, 60_000)]
        assert claimed == [other]
        await cluster.until_moved("written-0", lost)
        async with asyncio.timeout(5):
            while True:
                with suppress(StoreError):
                    await store.commit("written-0", ACT, STEP, expected_commit=b"c1", expected_head=1)
                    break
                await asyncio.sleep(0.02)
        async with asyncio.timeout(10):  # who watches is told, through whichever node is left
            while (await watch.changed()).commit != b"c2":
                pass
        cluster.nodes[lost].start()
        await cluster.healthy()
        assert await store.load("written-0") is not None


async def test_who_watches_is_told_through_another_node_when_that_of_the_subscription_is_lost(
    store: Store, cluster: ClusterProcesses
) -> None:
    async with store.watch("m0"):  # which is on the same connection as any other
        [through] = [port for port in cluster.nodes if await cluster.ask(port, "PUBSUB CHANNELS")]
        name = await match_elsewhere(cluster, through)
        await store.create(name, CREATE, DEAL)
        async with store.watch(name) as watch:
            cluster.nodes[through].kill()
            async with asyncio.timeout(5):  # its own reading again takes fifteen seconds
                while await watch.changed() != Change():  # it has subscribed anew; word of the creation may come late
                    pass
                await store.commit(name, ACT, STEP, expected_commit=b"c1", expected_head=1)
                while (await watch.changed()).commit != b"c2":
                    pass
            cluster.nodes[through].start()


async def test_a_primary_killed_under_load_loses_nothing_acknowledged_where_writes_wait(
    cluster: ClusterProcesses,
) -> None:
    async with (
        Store(cluster.url, timeout=0.5, connect_timeout=0.3, replicas=1, replicas_ms=300) as store,
        writing(store, 6) as writers,
    ):
        await progress(writers, 20)
        lost = await cluster.owner_of("written-0")
        cluster.nodes[lost].kill()
        await cluster.until_moved("written-0", lost)
        cluster.nodes[lost].start()  # the new primary needs a replica again
        await progress(writers, 20)
        assert writers[0].failures
        for writer in writers:
            await writer.check(store)


async def test_a_password_is_asked_for_by_every_node(cluster: ClusterProcesses) -> None:
    async with Store(cluster.url.replace("hush", "wrong")) as store:
        with pytest.raises(StoreUnavailable):
            await store.load("m")


async def test_a_node_of_a_cluster_that_is_given_as_a_server_says_what_to_write(cluster: ClusterProcesses) -> None:
    port = await cluster.owner_of("m")
    async with Store(f"redis://:hush@127.0.0.1:{port}") as store:
        with pytest.raises(StoreUnavailable, match=r"redis\+cluster://"):
            await store.claim_due(range(BUCKETS), 10, 1000)
        with pytest.raises(StoreUnavailable, match=r"redis\+cluster://"):
            await store.load(await match_elsewhere(cluster, port))


def test_a_cluster_has_no_numbered_databases() -> None:
    with pytest.raises(BadAddress, match=r"redis\+cluster://host:port"):
        Store("redis+cluster://127.0.0.1:1/5")
