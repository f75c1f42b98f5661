"""Codes: what players say to each other leads to a match in the lobby, and to nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import grpc
import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_pb2, table_service_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1.lobby_service_pb2 import LookUpMatchRequest

from service.access.auth import CODE_LENGTH, CODE_LETTERS, Caller, Keyring, SeatToken
from service.errors import ServiceError
from service.store import EmbeddedServer, Store
from tests.service.lobbies import create, join, look_up
from tests.service.replica import SOMEBODY, Replica
from tests.service.serving import SERVER_KEY, Server
from tests.service.tables import Calls, refusal, request_id, ruleset

UNKNOWN = (grpc.StatusCode.NOT_FOUND, "CODE_UNKNOWN")
MATCH = match_pb2.Match(ruleset=ruleset(4))


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("twin"), redis_url=backing.url) as started:
        yield started


def retyped(code: str) -> list[str]:
    """What people make of a code."""
    return [code, code.lower(), code.title(), f"  {code}\t", f"{code[:4]} {code[4:]}", " ".join(code.lower())]


@pytest.mark.parametrize("unlisted", [False, True])
async def test_a_code_leads_to_its_match_however_it_is_typed(calls: Calls, unlisted: bool) -> None:
    match = await create(calls, match_pb2.Match(ruleset=ruleset(4), unlisted=unlisted))
    for typed in retyped(match.code):
        assert await look_up(calls, typed) == match
    assert await look_up(calls, match.code) == await calls.get(match.name)


async def test_a_code_leads_to_the_match_as_it_is_now(calls: Calls) -> None:
    match = await calls.create(4)
    await join(calls, match.name, 2, "Zhao")
    found = await look_up(calls, match.code)
    assert found == await calls.get(match.name)
    assert found.seats[2].display_name == "Zhao"


@pytest.mark.parametrize(
    "code",
    [
        "",
        " ",
        "ABCD",
        "ABCDEFG",
        "ABCDEFGH0",
        "ABCDEFGU",
        "ABCDEFGI",
        "四五六七八九十百",
        "ABCD\0FGH",
        "ßßßß",
        "A" * 60_000,
    ],
    ids=lambda code: repr(code[:12]),
)
async def test_what_is_no_code_is_unknown_like_a_code_of_nothing(calls: Calls, code: str) -> None:
    assert (await refusal(look_up(calls, code)))[:2] == UNKNOWN


async def test_an_unknown_code_and_a_malformed_one_are_told_alike(calls: Calls) -> None:
    """Whoever guesses learns nothing but that it was wrong."""
    said = []
    for code in ("ABCDEFGH", "nonsense!"):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await look_up(calls, code)
        said.append((refused.value.code(), refused.value.details(), refused.value.trailing_metadata()))
    assert said[0] == said[1]


async def test_a_code_of_what_is_no_code_costs_the_store_nothing(store: Store, redis: Redis) -> None:
    replica = Replica(store)
    await redis.config_resetstat()
    for code in ("", "nonsense!", "A" * 60_000):
        with pytest.raises(ServiceError):
            await replica.app.call("LookUpMatch")(LookUpMatchRequest(code=code), SOMEBODY)
    assert "cmdstat_get" not in await redis.info("commandstats")


async def test_a_code_is_good_in_the_lobby_only(calls: Calls) -> None:
    table = await calls.lobby(4)
    waiting = await table.match()
    assert await look_up(calls, waiting.code) == waiting
    started = await calls.start(table.name)
    assert started.code == ""
    assert (await table.match()).code == ""
    assert (await refusal(look_up(calls, waiting.code)))[:2] == UNKNOWN
    other = await calls.create(4)
    abandoned = await calls.abandon(other.name)
    assert abandoned.code == ""
    assert (await refusal(look_up(calls, other.code)))[:2] == UNKNOWN


async def test_codes_are_unlike_each_other_and_of_letters_that_cannot_be_mistaken(calls: Calls) -> None:
    codes = [match.code for match in await asyncio.gather(*(calls.create(4) for _ in range(50)))]
    assert len(set(codes)) == len(codes)
    assert {len(code) for code in codes} == {CODE_LENGTH}
    assert set("".join(codes)) <= set(CODE_LETTERS)
    assert not set("ILOU") & set(CODE_LETTERS)
    assert len({letter for code in codes for letter in code}) > 25


async def test_a_code_that_another_match_has_is_not_given_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """By chance two matches would have the same one: the later gets its next."""
    code = Keyring.code
    monkeypatch.setattr(
        Keyring, "code", lambda self, match_id, attempt: code(self, match_id, attempt) if attempt else "SAMESAME"
    )
    replica = Replica(store)
    asked = [pb.CreateMatchRequest(match=MATCH, request_id=request_id()) for _ in range(2)]
    first, second = [await replica.app.call("CreateMatch")(each, SOMEBODY) for each in asked]
    assert first.code == "SAMESAME" != second.code
    for match in (first, second):
        found = await replica.app.call("LookUpMatch")(LookUpMatchRequest(code=match.code), SOMEBODY)
        assert found.name == match.name
    assert await replica.app.call("CreateMatch")(asked[1], SOMEBODY) == second


async def test_codes_are_good_at_every_replica(calls: Calls, twin: Server) -> None:
    match = await calls.create(4)
    async with Calls(twin.address) as there:
        assert await look_up(there, match.code) == match


async def test_a_repeated_creation_has_the_same_code(calls: Calls, twin: Server) -> None:
    once = request_id()
    first = await calls.create(4, id=once)
    async with Calls(twin.address) as there:
        again = await asyncio.gather(*(place.create(4, id=once) for place in (calls, there) * 4))
    assert {match.code for match in again} == {first.code}
    await calls.abandon(first.name)
    assert (await calls.create(4, id=once)).code == first.code
    assert (await refusal(look_up(calls, first.code)))[:2] == UNKNOWN


async def code_in(redis: Redis) -> Any:
    [key] = [key async for key in redis.scan_iter("code:*")]
    return key


async def created(replica: Replica) -> match_pb2.Match:
    request = pb.CreateMatchRequest(match=MATCH, request_id=request_id())
    match: match_pb2.Match = await replica.app.call("CreateMatch")(request, SOMEBODY)
    return match


async def test_a_code_expires_with_a_match_that_nobody_touches(store: Store, redis: Redis) -> None:
    replica = Replica(store, idle_expiry=60)
    await created(replica)
    assert 59_000 < await redis.pttl(await code_in(redis)) <= 60_000


async def test_a_code_lives_on_with_a_match_that_somebody_joins(store: Store, redis: Redis) -> None:
    replica = Replica(store, idle_expiry=60)
    match = await created(replica)
    await redis.pexpire(await code_in(redis), 1000)
    await replica.app.call("JoinMatch")(pb.JoinMatchRequest(name=match.name, request_id=request_id()), SOMEBODY)
    assert await redis.pttl(await code_in(redis)) > 59_000


async def test_a_code_lives_on_when_a_token_is_issued_and_when_somebody_leaves(store: Store, redis: Redis) -> None:
    replica = Replica(store, idle_expiry=60)
    match = await created(replica)
    match_id = match.name.removeprefix("matches/")
    await redis.pexpire(await code_in(redis), 1000)
    issue = table_service_pb2.IssueTokenRequest(name=match.name, request_id=request_id(), seat=0)
    await replica.app.call("IssueToken")(issue, SOMEBODY)
    assert await redis.pttl(await code_in(redis)) > 59_000
    seat = (await replica.app.backend.host.read(match_id)).stored.seats[0]
    await redis.pexpire(await code_in(redis), 1000)
    leave = table_service_pb2.LeaveMatchRequest(name=match.name, request_id=request_id())
    await replica.app.call("LeaveMatch")(leave, Caller("", SeatToken(match_id, 0, seat.generation)))
    assert await redis.pttl(await code_in(redis)) > 59_000


async def test_a_code_of_a_match_that_is_gone_is_unknown(calls: Calls, records: Store) -> None:
    match = await calls.create(4)
    await records.delete(match.name.removeprefix("matches/"))
    assert (await refusal(look_up(calls, match.code)))[:2] == UNKNOWN


def test_a_code_is_known_only_to_who_has_the_key() -> None:
    """Not out of the match's name, nor by another server's key; and the name not out of the code."""
    match_id = Keyring(bytes.fromhex(SERVER_KEY)).match_id("", request_id())
    codes = {Keyring(key).code(match_id, 0) for key in (bytes.fromhex(SERVER_KEY), bytes(32), bytes(31) + b"1")}
    assert len(codes) == 3
    plain = sha256(match_id.encode()).digest()
    for start in range(24):
        digest = int.from_bytes(plain[start : start + 8])
        assert "".join(CODE_LETTERS[digest >> 5 * n & 31] for n in range(CODE_LENGTH)) not in codes
    for code in codes:
        assert code.lower() not in match_id


async def test_a_code_says_nothing_in_a_log(tmp_path: Any, backing: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=backing.url, log_level="debug") as server:
        async with Calls(server.address) as calls:
            match = await calls.create(4)
            await look_up(calls, match.code)
            await refusal(look_up(calls, match.code[::-1]))
        assert match.code not in server.log()
