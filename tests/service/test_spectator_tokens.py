"""Who may watch without a seat, and what the token to watch with is good for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest
from grpc import StatusCode
from sanguosha.v1 import match_pb2

from tests.service.asking import METHODS, NEEDED, does, has
from tests.service.streaming import SOON, update_of, watch
from tests.service.tables import Calls, Table, refusal, request_id

EVERYBODY, TOKEN, NOBODY = (
    match_pb2.SPECTATOR_ACCESS_EVERYBODY,
    match_pb2.SPECTATOR_ACCESS_TOKEN,
    match_pb2.SPECTATOR_ACCESS_NOBODY,
)
REFUSED = (StatusCode.PERMISSION_DENIED, "SPECTATORS_REFUSED")
FOR_SEATS = sorted(
    method
    for method in METHODS
    if has(method, "name")
    and (METHODS[method].containing_service.name == "TableService" or method in ("Act", "NextDecision", "Rematch"))
    and method not in ("IssueToken", "IssueTicket")
)


async def spectator_token(table: Table, **fields: Any) -> str:
    return (await does(table, "IssueToken", spectator=True, **fields)).token


def watching(table: Table, token: str = "") -> dict[str, Awaitable[Any]]:
    """The calls of who watches a match that is over."""
    return {
        "GetView": does(table, "GetView", token=token),
        "WatchMatch": watch(table, token=token).read(),
        "GetReplay": does(table, "GetReplay", token=token),
    }


async def test_everybody_may_watch_with_a_token_or_without(calls: Calls) -> None:
    table = await calls.table()
    token = await spectator_token(table)
    await calls.abandon(table.name)
    for with_token, without in zip(watching(table, token).values(), watching(table).values(), strict=True):
        assert await with_token == await without


@pytest.mark.parametrize("access", [TOKEN, NOBODY])
async def test_without_a_token_nobody_watches_a_match_that_is_not_open_to_all(calls: Calls, access: Any) -> None:
    table = await calls.table(spectator_access=access)
    assert (await table.match()).spectator_access == access
    assert (await refusal(does(table, "GetView")))[:2] == REFUSED
    assert (await refusal(watch(table).read()))[:2] == REFUSED
    await calls.abandon(table.name)
    for method, call in watching(table).items():
        assert (await refusal(call))[:2] == REFUSED, method
    for call in watching(table, table.tokens[1]).values():
        await call


async def test_with_its_token_a_spectator_watches_as_one_without_a_seat(calls: Calls) -> None:
    table, open_to_all = await calls.table(spectator_access=TOKEN), await calls.table()
    token = await spectator_token(table)
    seen = await does(table, "GetView", token=token)
    assert seen.view == (await open_to_all.view()).view  # of the same seed
    assert not seen.decisions
    assert (await update_of(watch(table, token=token))).snapshot == seen.view
    await calls.abandon(table.name)
    for call in watching(table, token).values():
        await call


async def test_a_match_that_nobody_may_watch_has_no_token_to_watch_with(calls: Calls) -> None:
    table = await calls.table(spectator_access=NOBODY)
    assert (await refusal(does(table, "IssueToken", spectator=True)))[:2] == REFUSED


@pytest.mark.parametrize("access", [EVERYBODY, TOKEN])
async def test_a_token_to_watch_with_replaces_the_one_before(calls: Calls, access: Any) -> None:
    table = await calls.table(spectator_access=access)
    once = request_id()
    old = await spectator_token(table, request_id=once)
    stream = watch(table, token=old)
    await update_of(stream)
    new = await spectator_token(table)
    assert (await refusal(asyncio.wait_for(stream.read(), SOON))).reason == "TOKEN_INVALID"
    assert await spectator_token(table, request_id=once) == old != new
    await calls.abandon(table.name)
    for method, call in watching(table, old).items():
        assert (await refusal(call)).reason == "TOKEN_INVALID", method
    for call in watching(table, new).values():
        await call


async def test_a_new_token_to_watch_with_changes_nothing_that_anybody_sees(calls: Calls) -> None:
    table = await calls.table(5, bots=[2])
    before = await table.match()
    cursors = [(await table.next(seat)).cursor for seat in table.tokens]
    await spectator_token(table)
    assert await table.match() == before
    assert [(await table.next(seat)).cursor for seat in table.tokens] == cursors


async def test_a_token_to_watch_with_is_given_after_the_end_too(calls: Calls) -> None:
    table = await calls.table(spectator_access=TOKEN)
    await calls.abandon(table.name)
    assert (await does(table, "GetReplay", token=await spectator_token(table))).match.name == table.name


async def test_a_token_to_watch_with_does_nothing_for_a_seat(calls: Calls) -> None:
    table = await calls.table(playing=None, spectator_access=TOKEN)
    before = await table.match()
    token = await spectator_token(table)
    for method in FOR_SEATS:
        refused = await refusal(does(table, method, token=token, **NEEDED.get(method, {})))
        assert refused[:2] == (StatusCode.UNAUTHENTICATED, "TOKEN_MISSING"), method
    assert await table.match() == before
