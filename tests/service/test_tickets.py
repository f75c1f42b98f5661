"""Tickets: what stands for a token in the address of a stream, for watching and for a while only."""

from __future__ import annotations

import asyncio
import string
from random import Random
from typing import Any

import pytest
from grpc import StatusCode
from sanguosha.v1 import match_pb2

from service.access.auth import SPECTATOR, Keyring, SeatToken
from service.errors import ServiceError
from service.store import EmbeddedServer, Store
from tests.service.asking import METHODS, NEEDED, does, has, issue
from tests.service.serving import Server
from tests.service.streaming import SOON, update_of, watch
from tests.service.tables import Calls, Table, refusal

INVALID = (StatusCode.UNAUTHENTICATED, "TICKET_INVALID")
AGE_MS = 60_000
PRINTED = string.ascii_letters + string.digits + "-_.~ \0é"


async def ticket_of(table: Table, seat: int | None = None, token: str = "") -> str:
    return (await does(table, "IssueTicket", seat, token=token)).ticket


def watched(table: Table, ticket: str, **more: Any) -> Any:
    return does(table, "WatchMatch", ticket=ticket, **more)


async def test_a_ticket_watches_as_its_token_does(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    by_ticket, by_token = watched(table, await ticket_of(table, asked.seat)), watch(table, asked.seat)
    first = await update_of(by_ticket)
    assert first == await update_of(by_token)
    assert first.snapshot.viewer == asked.seat
    assert list(first.decisions) == [asked]
    await table.move()
    assert await update_of(by_ticket) == await update_of(by_token)


async def test_a_ticket_for_a_token_to_watch_with_watches(calls: Calls) -> None:
    table = await calls.table(spectator_access=match_pb2.SPECTATOR_ACCESS_TOKEN)
    token = (await does(table, "IssueToken", spectator=True)).token
    first = await update_of(watched(table, await ticket_of(table, token=token)))
    assert first == await update_of(watch(table, token=token))
    assert not first.decisions


async def test_there_is_no_ticket_without_a_token(calls: Calls) -> None:
    table, other = await calls.table(), await calls.table()
    assert (await refusal(ticket_of(table))).reason == "TOKEN_MISSING"
    assert (await refusal(ticket_of(table, token=other.tokens[0]))).reason == "TOKEN_INVALID"
    ticket = await ticket_of(table, 0)
    assert (await refusal(ticket_of(table, token=ticket))).reason == "TOKEN_INVALID"


async def test_a_ticket_says_until_when_it_opens_streams(calls: Calls, records: Store) -> None:
    table = await calls.table()
    before = await records.now_ms()
    response = await does(table, "IssueTicket", 0)
    assert before + AGE_MS <= response.expire_time.ToMilliseconds() <= await records.now_ms() + AGE_MS


async def test_a_ticket_opens_no_stream_when_it_is_old_and_those_open_go_on(
    tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer, records: Store
) -> None:
    folder = tmp_path_factory.mktemp("brief")
    with Server(folder, redis_url=backing.url, ticket_age=1.0) as brief:
        async with Calls(brief.address) as calls:
            table = await calls.table()
            response = await does(table, "IssueTicket", 0)
            stream = watched(table, response.ticket)
            await update_of(stream)
            expires_ms = response.expire_time.ToMilliseconds()
            while (now_ms := await records.now_ms()) < expires_ms:
                await asyncio.sleep((expires_ms - now_ms) / 1000)
            assert (await refusal(watched(table, response.ticket).read()))[:2] == INVALID
            await table.move()
            assert (await update_of(stream)).events


async def test_a_ticket_is_for_its_own_match(calls: Calls) -> None:
    table, other = await calls.table(), await calls.table()
    assert (await refusal(watched(other, await ticket_of(table, 0)).read()))[:2] == INVALID


async def test_a_ticket_goes_before_a_token(calls: Calls) -> None:
    table = await calls.table()
    ticket = await ticket_of(table, 1)
    update = await update_of(watched(table, ticket, token=table.tokens[0]))
    assert update.snapshot.viewer == 1
    assert (await refusal(watched(table, "forged", token=table.tokens[0]).read()))[:2] == INVALID


async def test_a_ticket_opens_no_call_but_a_watch(calls: Calls) -> None:
    table = await calls.table()
    ticket = await ticket_of(table, 0)
    for method, descriptor in METHODS.items():
        if descriptor.client_streaming or not has(method, "name"):
            continue
        call = does(table, method, token=ticket, **NEEDED.get(method, {}))
        refused = await refusal(call.read() if descriptor.server_streaming else call)
        assert refused[:2] == (StatusCode.UNAUTHENTICATED, "TOKEN_INVALID"), method
    played = calls.stub.PlayMatch(metadata=(("authorization", f"Bearer {ticket}"),))
    assert (await refusal(played.read())).reason == "TOKEN_INVALID"
    assert [method for method in METHODS if has(method, "ticket")] == ["WatchMatch"]


async def test_a_token_is_no_ticket(calls: Calls) -> None:
    table = await calls.table()
    assert (await refusal(watched(table, table.tokens[0]).read()))[:2] == INVALID


async def test_a_ticket_is_void_when_its_token_is_replaced(calls: Calls) -> None:
    table = await calls.table()
    ticket = await ticket_of(table, 0)
    stream = watched(table, ticket)
    await update_of(stream)
    await issue(table, 0)
    assert (await refusal(asyncio.wait_for(stream.read(), SOON)))[:2] == INVALID
    assert (await refusal(watched(table, ticket).read()))[:2] == INVALID
    await update_of(watched(table, await ticket_of(table, 0)))


GARBAGE = ["x", ".", "....", "é", "0" * 60_000, "." * 60_000, "matches/a", "\0", "a.b.c.d.e", f"a.0.1.{2**63}.AAAA"]


@pytest.mark.parametrize("ticket", GARBAGE, ids=lambda ticket: ascii(ticket[:12]))
async def test_what_is_no_ticket_is_refused(calls: Calls, ticket: str) -> None:
    table = await calls.table()
    assert (await refusal(watched(table, ticket).read()))[:2] == INVALID


async def test_an_altered_ticket_is_refused_by_the_server(calls: Calls) -> None:
    table = await calls.table()
    ticket = await ticket_of(table, 0)
    for altered in Random(1).sample([*alterations(ticket)], 20):
        assert (await refusal(watched(table, altered).read()))[:2] == INVALID


def alterations(ticket: str) -> set[str]:
    """Every ticket with one letter another, one letter less, or one letter more."""
    found = {ticket[:n] + letter + ticket[n + 1 :] for n in range(len(ticket)) for letter in PRINTED}
    found |= {ticket[:n] + ticket[n + 1 :] for n in range(len(ticket))}
    found |= {ticket[:n] + letter + ticket[n:] for n in range(len(ticket) + 1) for letter in PRINTED}
    return found - {ticket, ""}


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 9])
def test_a_ticket_altered_in_any_letter_is_refused(seat: int) -> None:
    keyring = Keyring(bytes(32))
    token = SeatToken("abc", seat, 123)
    ticket = keyring.ticket(token, 1000)
    assert keyring.read_ticket(ticket, 999) == token
    for altered in alterations(ticket):
        with pytest.raises(ServiceError) as refused:
            keyring.read_ticket(altered, 0)
        assert refused.value.reason == "TICKET_INVALID"
    with pytest.raises(ServiceError) as refused:
        keyring.read_ticket(ticket, 1000)
    assert refused.value.reason == "TICKET_INVALID"


def test_tickets_of_another_key_are_refused() -> None:
    ticket = Keyring(b"x" * 32).ticket(SeatToken("abc", 0, 123), 1000)
    with pytest.raises(ServiceError):
        Keyring(bytes(32)).read_ticket(ticket, 0)


async def test_a_ticket_goes_on_from_a_cursor(calls: Calls) -> None:
    table = await calls.table()
    cursor = (await table.next(0)).cursor
    await table.move(3)
    update = await update_of(watched(table, await ticket_of(table, 0), cursor=cursor))
    assert update == await update_of(watch(table, 0, cursor))
    assert update.events
