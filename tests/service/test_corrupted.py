"""A match whose stored bytes were spoilt is refused with a clear status; it alone, and without changing it further."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any

import grpc
import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store import EmbeddedServer, Store
from service.store.keys import keys_of
from tests.service.asking import does
from tests.service.serving import Server
from tests.service.tables import Calls, Table, reached, refusal

LOST = grpc.StatusCode.DATA_LOSS
STEP = 61  # bytes between two that are altered: coprime to whatever repeats


@pytest.fixture
async def raw(backing: EmbeddedServer) -> AsyncIterator[Any]:
    async with Redis.from_url(backing.url, protocol=2) as client:
        yield client


async def begun(calls: Calls) -> Table:
    table = await calls.table()
    await table.move(12)
    return table


async def test_no_altered_byte_goes_unnoticed(server: Server, calls: Calls, raw: Any) -> None:
    table = await begun(calls)
    key = keys_of(table.id).match
    state = await raw.hget(key, "state")
    asked = await table.asked()
    faults = server.metric("grpc_server_handled_total", grpc_code="INTERNAL")
    for place in range(0, len(state), STEP):
        for flip in (0x01, 0x80):
            spoilt = state[:place] + bytes([state[place] ^ flip]) + state[place + 1 :]
            await raw.hset(key, mapping={"state": spoilt, "commit": f"{place}.{flip}"})
            assert (await refusal(table.view()))[:2] == (LOST, "STATE_CORRUPTED"), (place, flip)
    assert (await refusal(table.act(asked.seat, asked.default_answer)))[:2] == (LOST, "STATE_CORRUPTED")
    assert await raw.hget(key, "state") == spoilt
    await raw.hset(key, mapping={"state": state, "commit": "restored"})
    assert (await table.act(asked.seat, asked.default_answer)).outcome == pb.OUTCOME_APPLIED
    assert server.metric("grpc_server_handled_total", grpc_code="INTERNAL") == faults


@pytest.mark.parametrize("keep", [0, 1, 7, 8, 9, 100, -1])
async def test_a_truncated_state_is_noticed(calls: Calls, raw: Any, keep: int) -> None:
    table = await begun(calls)
    key = keys_of(table.id).match
    state = await raw.hget(key, "state")
    await raw.hset(key, mapping={"state": state[:keep], "commit": "other"})
    assert (await refusal(table.view()))[:2] == (LOST, "STATE_CORRUPTED")
    assert (await refusal(calls.abandon(table.name)))[:2] == (LOST, "STATE_CORRUPTED")
    assert await raw.hget(key, "state") == state[:keep]


async def test_a_head_that_is_not_the_matchs_is_noticed(calls: Calls, raw: Any) -> None:
    table = await begun(calls)
    head = (await table.view()).view.event_ordinal
    await raw.hset(keys_of(table.id).match, mapping={"head": head + 3, "commit": "other"})
    async with asyncio.timeout(5):
        assert (await refusal(table.view()))[:2] == (LOST, "STATE_CORRUPTED")


async def test_no_token_is_issued_into_a_match_in_play_that_cannot_be_brought_up(calls: Calls, raw: Any) -> None:
    """A write that does not know what is asked would take the time from it at which the match is due."""
    table = await begun(calls)
    keys = keys_of(table.id)
    await raw.zadd(keys.due, {table.id: 2**45})
    await raw.hset(keys.match, mapping={"head": 10**6, "commit": "other"})
    for scope in ({"seat": 1}, {"spectator": True}):
        assert (await refusal(does(table, "IssueToken", **scope)))[:2] == (LOST, "STATE_CORRUPTED")
    assert await raw.zscore(keys.due, table.id) == 2**45


async def test_a_match_that_cannot_be_brought_up_is_seen_from_outside_and_can_be_broken_off(
    calls: Calls, raw: Any
) -> None:
    table = await begun(calls)
    await raw.hset(keys_of(table.id).match, mapping={"head": 3, "commit": "other"})
    assert (await refusal(table.view()))[:2] == (LOST, "STATE_CORRUPTED")
    assert (await calls.get(table.name)).state == match_pb2.MATCH_STATE_PLAYING
    broken_off = await calls.abandon(table.name)
    assert broken_off.state == match_pb2.MATCH_STATE_ABANDONED
    assert sha256(broken_off.seed + broken_off.salt).digest() == broken_off.commitment


async def test_events_that_are_gone_are_made_up_for_by_the_table(calls: Calls, raw: Any) -> None:
    table = await begun(calls)
    await raw.hset(keys_of(table.id).match, "commit", "cold")  # so that nothing is kept in memory
    await raw.ltrim(keys_of(table.id).events, 0, 3)
    update = await table.next(0, cursor=table.cursor(1))
    assert update.HasField("snapshot")
    assert reached(update) == update.snapshot.event_ordinal
    assert not update.events


async def test_an_event_that_cannot_be_read_is_noticed(calls: Calls, raw: Any) -> None:
    table = await begun(calls)
    await raw.hset(keys_of(table.id).match, "commit", "cold")
    await raw.lset(keys_of(table.id).events, 2, b"\xc1")
    assert (await refusal(table.next(0, cursor=table.cursor(1))))[:2] == (LOST, "STATE_CORRUPTED")


async def test_other_matches_go_on_and_the_house_too(calls: Calls, raw: Any) -> None:
    spoilt = await calls.table(5, bots=[1, 2, 3, 4])
    fine = await calls.table(5, bots=[1, 2, 3, 4])
    await raw.hset(keys_of(spoilt.id).match, mapping={"state": b"spoilt", "commit": "other"})
    await raw.zadd(keys_of(spoilt.id).due, {spoilt.id: 1})
    before = (await fine.view(0)).view.event_ordinal
    for _ in range(10):
        update = await fine.next(0, wait=20)
        if not update.decisions:
            break
        await fine.act(0, update.decisions[0].default_answer)
    assert (await fine.view(0)).view.event_ordinal > before
    await raw.zrem(keys_of(spoilt.id).due, spoilt.id)


async def test_a_match_that_is_gone_is_not_found(calls: Calls, records: Store) -> None:
    table = await begun(calls)
    asked = await table.asked()
    await records.delete(table.id)
    for call in (table.view(), table.act(asked.seat, asked.default_answer), calls.get(table.name)):
        assert (await refusal(call))[:2] == (grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND")
