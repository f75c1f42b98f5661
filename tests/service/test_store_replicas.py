"""A write that has to wait for replicas is acknowledged when they have it, or nobody says that it happened."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from service.store import Applied, OutcomeUnknown, Repeat, Request, Said, Store, StoredMatch, StoreUnavailable, Write
from service.store.keys import match_key
from tests.loopback import free_ports
from tests.service.redis_processes import Process, ask, until, until_replicated

CREATE = Request.of("host", "create-1", b"")
ACT = Request.of("bot", "act-1", b"")
DEAL = Write(commit=b"c1", state=b"dealt", reply=b"your match")
STEP = Write(commit=b"c2", state=b"slashed", events=[b"e1"], log=[b"slash"], reply=b"done")
PATIENT_MS, SHORT_MS = 10_000, 50


class Pair:
    """A primary and its replica."""

    def __init__(self, folder: Path) -> None:
        first, second = free_ports(2)
        self.primary = Process(folder / "first", first)
        self.replica = Process(folder / "second", second, "--replicaof", f"127.0.0.1 {first}")

    def __enter__(self) -> Pair:
        self.primary.start()
        self.replica.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.primary.kill()
        self.replica.kill()


@pytest.fixture(scope="module")
def replicating(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with Pair(tmp_path_factory.mktemp("pair")) as started:
        yield started


@pytest.fixture
async def pair(replicating: Pair) -> Pair:
    await until_replicated(replicating.primary.port)
    await ask(replicating.primary.port, "FLUSHALL")
    return replicating


class Waiting(Store):
    """The store, waiting for one replica."""

    def __init__(self, pair: Pair, patience_ms: int = PATIENT_MS, replicas: int = 1) -> None:
        self.late = 0
        super().__init__(pair.primary.url, replicas=replicas, replicas_ms=patience_ms, on_late_replicas=self._count)

    def _count(self) -> None:
        self.late += 1


async def test_a_write_that_the_replica_has_is_acknowledged(pair: Pair) -> None:
    async with Waiting(pair) as store:
        assert isinstance(await store.create("m", CREATE, DEAL), Applied)
        assert isinstance(await store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0), Applied)
        assert store.late == 0
    assert await ask(pair.replica.port, "HGET", match_key("m"), "commit") == "c2"


async def test_a_write_that_the_replica_does_not_get_is_not_acknowledged_and_a_repeat_is_when_it_has(
    pair: Pair,
) -> None:
    async with Waiting(pair, SHORT_MS) as store:
        with pair.replica.stopped():
            with pytest.raises(OutcomeUnknown, match="0 of 1 replicas"):
                await store.create("m", CREATE, DEAL)
            assert store.late == 1
    async with Waiting(pair) as store:
        answer = await store.create("m", CREATE, DEAL)
        assert isinstance(answer, Repeat)
        assert answer.reply == b"your match"


REPEATED: dict[str, Callable[[Store], Awaitable[object]]] = {
    "create": lambda store: store.create("m", CREATE, DEAL),
    "commit": lambda store: store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0),
    "reply_for": lambda store: store.reply_for("m", ACT),
    "say": lambda store: store.say("m", Request.of("bot", "say-1", b""), 0, b"hello", 20),
    "swap": lambda store: store.swap("queue:x", "", "m", 60_000),
}


async def test_no_repeat_is_acknowledged_before_the_replica_has_what_it_repeats(pair: Pair) -> None:
    """Also not on a connection that has written nothing, for which WAIT has nothing to wait for."""
    with pair.replica.stopped():
        for _ in range(2):
            for call in REPEATED.values():
                async with Waiting(pair, SHORT_MS) as store:
                    with pytest.raises(OutcomeUnknown, match="0 of 1 replicas"):
                        await call(store)
    async with Waiting(pair) as store:
        answers = {name: await call(store) for name, call in REPEATED.items()}
    kinds = {name: type(answer) for name, answer in answers.items()}
    assert kinds == {"create": Repeat, "commit": Repeat, "reply_for": Repeat, "say": Said, "swap": str}


async def test_reads_and_claims_go_on_while_writes_wait(pair: Pair) -> None:
    async with Waiting(pair) as store:
        await store.create("m", CREATE, DEAL)
        with pair.replica.stopped():
            writing = asyncio.create_task(store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0))
            async with asyncio.timeout(PATIENT_MS / 2000):
                while (match := await store.load("m")) is None or match.commit != b"c2":
                    pass  # who reads may see what is not acknowledged yet
                await store.claim_due([0], 1, 1)
            assert not writing.done()
        assert isinstance(await writing, Applied)


async def test_writes_wait_together(pair: Pair) -> None:
    async with Waiting(pair) as store, Redis(port=pair.primary.port, protocol=2) as client:
        await client.config_resetstat()
        answers = await asyncio.gather(*(store.create(f"m{n}", CREATE, DEAL) for n in range(200)))
        assert all(isinstance(answer, Applied) for answer in answers)
        assert (await client.info("commandstats"))["cmdstat_wait"]["calls"] < 20


async def test_writes_that_come_while_the_replica_is_away_learn_it_together(pair: Pair) -> None:
    async with Waiting(pair, SHORT_MS) as store:
        with pair.replica.stopped():
            began = time.monotonic()
            creations = (store.create(f"m{n}", CREATE, DEAL) for n in range(200))
            failures = await asyncio.gather(*creations, return_exceptions=True)
            assert all(isinstance(failure, OutcomeUnknown) for failure in failures)
            assert store.late == 200
            assert time.monotonic() - began < 200 * SHORT_MS / 1000 / 4


async def test_a_cancelled_write_does_not_disturb_those_beside_it(pair: Pair) -> None:
    async with Waiting(pair) as store:
        await store.ping()
        for ticks in range(20):
            cancelled = asyncio.create_task(store.create(f"a{ticks}", CREATE, DEAL))
            other = asyncio.create_task(store.create(f"b{ticks}", CREATE, DEAL))
            for _ in range(ticks % 7):
                await asyncio.sleep(0)
            cancelled.cancel()
            assert isinstance(await other, Applied)


async def test_more_replicas_than_there_are_acknowledge_nothing(pair: Pair) -> None:
    async with Waiting(pair, SHORT_MS, replicas=2) as store:
        with pytest.raises(OutcomeUnknown, match="1 of 2 replicas"):
            await store.create("m", CREATE, DEAL)


async def overtaken(pair: Pair, store: Store) -> Applied | OutcomeUnknown:
    """A commit that the old primary takes after its replica has become the new one; and then the old one dies."""
    async with Waiting(pair) as patient:
        await patient.create("m", CREATE, DEAL)
    await ask(pair.replica.port, "REPLICAOF", "NO", "ONE")
    outcome: Applied | OutcomeUnknown
    try:
        answer = await store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0)
        assert isinstance(answer, Applied)
        outcome = answer
    except OutcomeUnknown as error:
        outcome = error
    pair.primary.kill()
    return outcome


async def survived(pair: Pair) -> StoredMatch | None:
    async with Store(pair.replica.url) as store:
        return await store.load("m")


async def test_without_waiting_a_failover_loses_an_acknowledged_commit(tmp_path: Path) -> None:
    with Pair(tmp_path) as pair:
        await until_replicated(pair.primary.port)
        async with Store(pair.primary.url) as store:
            assert isinstance(await overtaken(pair, store), Applied)
        match = await survived(pair)
        assert match is not None
        assert match.commit == b"c1"


async def test_with_waiting_what_a_failover_loses_was_never_acknowledged_and_the_repeat_makes_it(
    tmp_path: Path,
) -> None:
    with Pair(tmp_path) as pair:
        await until_replicated(pair.primary.port)
        async with Waiting(pair, SHORT_MS) as store:
            assert isinstance(await overtaken(pair, store), OutcomeUnknown)
        match = await survived(pair)
        assert match is not None
        assert match.commit == b"c1"
        async with Store(pair.replica.url) as store:
            assert isinstance(await store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0), Applied)


async def test_with_min_replicas_to_write_nothing_is_written_while_replicas_are_missing(pair: Pair) -> None:
    async with Waiting(pair) as patient:
        await patient.create("m", CREATE, DEAL)
    async with Waiting(pair, SHORT_MS) as store:
        await ask(pair.primary.port, "CONFIG", "SET", "min-replicas-to-write", 1)
        pair.replica.kill()
        try:
            await until(pair.primary.port, "INFO", "replication", answer="'connected_slaves': 0")
            with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
                await store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0)
            match = await store.load("m")
            assert match is not None
            assert match.commit == b"c1"
        finally:
            await ask(pair.primary.port, "CONFIG", "SET", "min-replicas-to-write", 0)
            pair.replica.start()
