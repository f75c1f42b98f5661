"""What a caller learns when the wire or the server fails: nothing happened, or nobody knows and a repeat will tell."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection

from service.store import (
    BUCKETS,
    Applied,
    At,
    EmbeddedServer,
    OutcomeUnknown,
    Repeat,
    Request,
    Store,
    StoreUnavailable,
    Write,
    address,
    bucket_of,
)
from service.store.errors import NotConnected
from service.store.wire import Wire
from tests.service.conftest import Proxy
from tests.service.planting import logged

CREATE = Request.of("host", "create-1", b"")
ACT = Request.of("bot", "act-1", b"")
DEAL = Write(commit=b"c1", state=b"dealt", reply=b"your match")
STEP = Write(commit=b"c2", state=b"slashed", events=[b"e1"], log=[b"slash"], reply=b"done")


@pytest.fixture
async def far(proxy: Proxy) -> AsyncIterator[Store]:
    """The store seen through the proxy."""
    async with Store(proxy.url, timeout=0.2, connect_timeout=0.2) as opened:
        yield opened


async def test_after_a_lost_reply_the_repeat_is_answered_and_nothing_is_doubled(far: Store, proxy: Proxy) -> None:
    await far.create("m", CREATE, DEAL)
    await far.commit("m", None, Write(commit=b"c1'", state=b""), expected_commit=b"c1", expected_head=0)
    proxy.cut_at_next_reply = True
    with pytest.raises(OutcomeUnknown):
        await far.commit("m", ACT, STEP, expected_commit=b"c1'", expected_head=0)
    answer = await far.commit("m", ACT, STEP, expected_commit=b"c1'", expected_head=0)
    assert isinstance(answer, Repeat)
    assert answer.reply == b"done"
    assert await logged(far, "m") == [b"slash"]
    page = await far.events("m", 0, 10)
    assert page is not None
    assert page.events == [b"e1"]


async def test_a_write_is_sent_once_only(far: Store, proxy: Proxy, redis: Redis) -> None:
    await far.create("m", CREATE, DEAL)
    await redis.config_resetstat()
    proxy.cut_at_next_reply = True
    with pytest.raises(OutcomeUnknown):
        await far.create("m", CREATE, DEAL)
    assert (await redis.info("commandstats"))["cmdstat_evalsha"]["calls"] == 1


async def test_a_reply_that_does_not_come_in_time_leaves_the_outcome_unknown(far: Store, proxy: Proxy) -> None:
    await far.create("m", CREATE, DEAL)
    await far.commit("m", None, Write(commit=b"c1'", state=b""), expected_commit=b"c1", expected_head=0)
    proxy.silent = True
    with pytest.raises(OutcomeUnknown):
        await far.commit("m", ACT, STEP, expected_commit=b"c1'", expected_head=0)
    proxy.silent = False
    proxy.cut()
    assert isinstance(await far.commit("m", ACT, STEP, expected_commit=b"c1'", expected_head=0), Repeat)


async def test_every_reply_may_take_the_whole_time_whatever_came_before_it(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, passed = asyncio.get_running_loop(), [0.0]
    clock = loop.time
    monkeypatch.setattr(loop, "time", lambda: clock() + passed[0])
    async with Store(proxy.url, timeout=1000) as store:
        await store.ping()
        passed[0] = 900.0
        proxy.silent = True
        reading = asyncio.create_task(store.load("m"))
        await asyncio.sleep(0)
        for seconds in (1100.0, 1850.0):  # the time of the first reply, which came, is over
            passed[0] = seconds
            await asyncio.sleep(0.01)
            assert not reading.done()
        passed[0] = 1950.0
        with pytest.raises(StoreUnavailable, match="in time"):
            await reading


async def test_a_dead_connection_is_given_up_though_nobody_waits_for_its_replies_any_more(proxy: Proxy) -> None:
    async with Store(proxy.url, timeout=0.1) as store:
        await store.ping()
        proxy.silent = True
        reading = asyncio.create_task(store.load("m"))
        await asyncio.sleep(0)
        reading.cancel()
        await asyncio.sleep(0.2)
        proxy.silent = False
        assert await store.load("m") is None


@pytest.mark.parametrize("reply", [b"+OK\r\n", b"?\r\n"], ids=["nobody asked for", "no reply at all"])
async def test_after_a_reply_that_makes_no_sense_the_connection_is_made_anew(
    far: Store, proxy: Proxy, reply: bytes
) -> None:
    await far.create("m", CREATE, DEAL)
    to_us = next(writer for writer in proxy._writers if writer.get_extra_info("sockname")[1:2] == (proxy.port,))
    to_us.write(reply)
    await asyncio.sleep(0.05)
    assert isinstance(await far.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0), Applied)


async def test_a_connection_that_ends_as_it_is_made_is_none(proxy: Proxy) -> None:
    connect = address.read(proxy.url, connect_timeout=1)
    assert callable(connect)

    async def connect_late() -> AbstractConnection:
        connection = await connect()
        proxy.cut()
        await asyncio.sleep(0.05)
        return connection

    wire = Wire(connect_late, timeout=1, connect_timeout=1)
    with pytest.raises(NotConnected):
        await wire.call("PING")
    await wire.close()


async def test_a_read_whose_reply_is_lost_is_merely_unavailable(far: Store, proxy: Proxy) -> None:
    await far.create("m", CREATE, DEAL)
    await far.load("m")
    proxy.cut_at_next_reply = True
    with pytest.raises(StoreUnavailable):
        await far.load("m")
    assert await far.load("m") is not None


async def test_a_connection_cut_while_idle_is_made_anew_unnoticed(far: Store, proxy: Proxy) -> None:
    await far.create("m", CREATE, DEAL)
    proxy.cut()
    await asyncio.sleep(0.01)
    assert isinstance(await far.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0), Applied)


async def test_while_the_server_is_down_every_call_fails_at_once(far: Store, proxy: Proxy) -> None:
    await far.create("m", CREATE, DEAL)
    await proxy.close()
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        await far.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0)
    with pytest.raises(StoreUnavailable):
        await far.load("m")
    with pytest.raises(StoreUnavailable):
        await far.ping()
    with pytest.raises(StoreUnavailable):
        await far.claim_due([0], 1, 1)
    with pytest.raises(StoreUnavailable):
        await far.list_matches(1)
    assert time.monotonic() - began < 1
    await proxy.open()
    assert isinstance(await far.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0), Applied)


async def test_any_number_of_concurrent_calls_share_one_connection(store: Store, redis: Redis) -> None:
    before = (await redis.info("clients"))["connected_clients"]
    answers = await asyncio.gather(*(store.create(f"m{n}", CREATE, DEAL) for n in range(500)))
    assert all(isinstance(answer, Applied) for answer in answers)
    assert (await redis.info("clients"))["connected_clients"] == before + 1


async def test_concurrent_calls_of_a_cut_connection_fail_at_once_and_are_told_apart_by_the_repeat(proxy: Proxy) -> None:
    async with Store(proxy.url, timeout=5) as store:
        await store.ping()
        proxy.cut_at_next_reply = True
        began = time.monotonic()
        creations = [store.create(f"m{n}", CREATE, DEAL) for n in range(20)]
        failures = await asyncio.gather(*creations, return_exceptions=True)
        assert all(isinstance(failure, OutcomeUnknown) for failure in failures)
        assert time.monotonic() - began < 1
        answers = await asyncio.gather(*(store.create(f"m{n}", CREATE, DEAL) for n in range(20)))
        assert all(isinstance(answer, Applied | Repeat) for answer in answers)
        assert len((await store.list_matches(100)).matches) == 20


async def test_waiting_calls_learn_together_that_the_server_is_down(far: Store, proxy: Proxy) -> None:
    await proxy.close()
    failures = await asyncio.gather(*(far.load("m") for _ in range(20)), return_exceptions=True)
    assert all(isinstance(failure, StoreUnavailable) for failure in failures)


@pytest.fixture
async def full(store: Store, redis: Redis) -> AsyncIterator[Store]:
    """A store that holds the match m and has no memory left."""
    deal = Write(commit=b"c1", state=b"dealt", events=[b"e1"], due=[At(1)], expiry=At(1), summary=b"open")
    await store.create("m", CREATE, deal)
    await store.say("m", Request.of("bot", "say-1", b""), 0, b"hello", 20)
    await store.commit("m", ACT, msgspec.structs.replace(deal, commit=b"c2"), expected_commit=b"c1", expected_head=1)
    await redis.config_set("maxmemory", 1)
    yield store
    await redis.config_set("maxmemory", 0)


async def test_without_memory_nothing_is_written(full: Store) -> None:
    with pytest.raises(StoreUnavailable, match="maxmemory"):
        await full.commit("m", None, Write(commit=b"c3", state=b""), expected_commit=b"c2", expected_head=2)
    with pytest.raises(StoreUnavailable, match="maxmemory"):
        await full.create("n", CREATE, DEAL)
    with pytest.raises(StoreUnavailable, match="maxmemory"):
        await full.say("m", Request.of("bot", "say-2", b""), 0, b"hello", 20)
    with pytest.raises(StoreUnavailable, match="maxmemory"):
        await full.swap("queue:x", "", "m", 60_000)
    match = await full.load("m")
    assert match is not None
    assert (match.commit, match.head) == (b"c2", 2)


async def test_without_memory_everything_can_be_read(full: Store) -> None:
    page = await full.events("m", 0, 10)
    assert page is not None
    assert page.events == [b"e1", b"e1"]
    assert isinstance(await full.reply_for("m", ACT), Repeat)
    assert len(await full.messages("m", 0)) == 1
    assert await full.log("m") == []
    assert await full.value("queue:x") == ""
    assert len((await full.list_matches(10)).matches) == 1
    async with full.watch("m"):
        pass


async def test_without_memory_a_sweep_still_deletes_what_has_expired(full: Store) -> None:
    [due] = await full.claim_due(range(BUCKETS), 10, 60_000)
    assert due.match_id == "m"
    assert await full.delete_expired(bucket_of("m"), 10) == ["m"]
    assert await full.load("m") is None


async def test_without_memory_a_match_can_be_deleted(full: Store) -> None:
    assert await full.delete("m"), "deleting is how it gets memory again"


async def test_a_replica_refuses_the_step_and_nothing_is_written(store: Store, redis: Redis) -> None:
    await store.create("m", CREATE, DEAL)
    await redis.execute_command("REPLICAOF", "127.0.0.1", "1")
    try:
        with pytest.raises(StoreUnavailable):
            await store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0)
    finally:
        await redis.execute_command("REPLICAOF", "NO", "ONE")
    assert await logged(store, "m") == []


async def test_a_cancelled_call_neither_goes_on_nor_disturbs_the_replies_of_others(store: Store) -> None:
    await store.create("m", CREATE, DEAL)
    for ticks in range(20):
        call = asyncio.create_task(store.load("m"))
        other = asyncio.create_task(store.events("m", 0, 10))
        for _ in range(ticks % 4):
            await asyncio.sleep(0)
        call.cancel()
        [outcome] = await asyncio.gather(call, return_exceptions=True)
        assert isinstance(outcome, asyncio.CancelledError)
        page = await other
        assert page is not None
        assert (page.events, page.head) == ([], 0)


async def test_a_call_cancelled_while_connecting_does_not_take_the_others_along(store: Store) -> None:
    cancelled, other = asyncio.create_task(store.now_ms()), asyncio.create_task(store.now_ms())
    await asyncio.sleep(0)
    cancelled.cancel()
    assert await other > 0
    assert cancelled.cancelled()


async def test_a_server_busy_with_a_script_is_unavailable(store: Store, redis: Redis, embedded: EmbeddedServer) -> None:
    await redis.config_set("busy-reply-threshold", 1)
    async with Redis.from_url(embedded.url, protocol=2) as other:
        endless = asyncio.create_task(other.eval("while true do end", 0))
        await asyncio.sleep(0.05)
        try:
            with pytest.raises(StoreUnavailable):
                await store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0)
        finally:
            await redis.script_kill()
            await asyncio.gather(endless, return_exceptions=True)
            await redis.config_set("busy-reply-threshold", 5000)


async def test_a_caller_that_calls_without_end_can_be_cancelled(store: Store) -> None:
    async def busy() -> None:
        while True:
            await store.load("m")

    for _ in range(50):
        caller = asyncio.create_task(busy())
        await asyncio.sleep(0.002)
        caller.cancel()
        done, _ = await asyncio.wait([caller], timeout=1)
        assert done


async def test_a_server_that_answers_nothing_at_all_is_unavailable_fast(tmp_path: Path) -> None:
    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(mute, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    began = time.monotonic()
    async with Store(f"redis://127.0.0.1:{port}", timeout=0.2, connect_timeout=0.2) as store:
        with pytest.raises(StoreUnavailable):
            await store.commit("m", ACT, STEP, expected_commit=b"c1", expected_head=0)
    server.close()
    assert time.monotonic() - began < 1
