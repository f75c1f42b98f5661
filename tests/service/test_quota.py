"""How many matches a host may have open, and streams a caller: what counts, and what is left where something dies."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from typing import Any

import grpc
import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_service_pb2 as pb

from service.errors import ServiceError
from service.store import EmbeddedServer, OutcomeUnknown, Store
from service.store.open_count import open_key
from tests.service.asking import ask, does, request_of
from tests.service.replica import SOMEBODY, Replica
from tests.service.rest.calling import Refused, Rest, RestCalls
from tests.service.serving import EAST, WEST, Server
from tests.service.tables import Calls, Table, bearer, request_id, ruleset, why

MOST, STREAMS, EACH = 3, 6, 2
LONG_MS = 60_000


# -- the count in the store


async def test_no_more_are_counted_than_there_may_be_and_a_repeat_counts_once(store: Store) -> None:
    opened = store.open_matches
    assert [await opened.reserve("east", id, 2, LONG_MS) for id in "aabbc"] == [True, False, True, False, None]
    assert await opened.reserve("west", "c", 2, LONG_MS) is True
    await opened.release("east", "a")
    await opened.release("east", "a")
    assert [await opened.reserve("east", id, 2, LONG_MS) for id in "cd"] == [True, None]


async def test_those_who_count_at_once_never_come_to_more(store: Store, embedded: EmbeddedServer) -> None:
    async with Store(embedded.url) as other:
        counted = await asyncio.gather(
            *(at.open_matches.reserve("east", f"m{n}", 10, LONG_MS) for n in range(40) for at in (store, other))
        )
    assert sum(one is True for one in counted) == 10


async def test_what_died_between_two_steps_is_presumed_gone_in_time(store: Store, redis: Redis) -> None:
    """Counted, and never created or never released: the host is not locked out for ever, and nothing is left."""
    opened = store.open_matches
    assert [await opened.reserve("east", "a", 2, 200), await opened.reserve("east", "b", 2, LONG_MS)] == [True, True]
    until = time.monotonic() + 5
    while await opened.reserve("east", "c", 2, LONG_MS) is None:
        assert time.monotonic() < until
        await asyncio.sleep(0.02)
    assert await redis.zrange(open_key("east"), 0, -1) == [b"b", b"c"]


async def test_nothing_is_left_of_a_host_that_does_not_come_back(store: Store, redis: Redis) -> None:
    for ttl_ms in (100, 200, 100):
        await store.open_matches.reserve("east", f"m{ttl_ms}", 5, ttl_ms)
    assert 100 < await redis.pttl(open_key("east")) <= 200
    until = time.monotonic() + 5
    while await redis.exists(open_key("east")):
        assert time.monotonic() < until
        await asyncio.sleep(0.02)


# -- what is counted


async def create(replica: Replica, id: str = "", bots: int = 0) -> Any:
    request = pb.CreateMatchRequest(request_id=id or request_id(), bot_seats=range(bots))
    request.match.ruleset.CopyFrom(ruleset(4))
    return await replica.app.call("CreateMatch")(request, SOMEBODY)


async def test_a_creation_whose_replica_dies_is_repeated_and_counts_once(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    dying, other, once = Replica(store, max_open_matches=MOST), Replica(store, max_open_matches=MOST), request_id()

    async def dies(*_: Any) -> None:
        raise OutcomeUnknown("dead")

    for step in ("create", "open_matches.reserve"):  # before the match is stored, and before anything is
        at: Any = store.open_matches if "." in step else store
        with monkeypatch.context() as broken:
            broken.setattr(at, step.rpartition(".")[2], dies)
            with pytest.raises(ServiceError, match=r"repeat|reached"):
                await create(dying, once)
    created = await create(other, once)
    assert (await create(dying, once)).name == created.name
    assert await redis.zcard(open_key("")) == 1


async def test_a_repeat_after_the_end_is_not_counted_again(store: Store, redis: Redis) -> None:
    replica, once = Replica(store, max_open_matches=MOST), request_id()
    created = await create(replica, once)
    abandon = pb.AbandonMatchRequest(name=created.name, request_id=request_id())
    await replica.app.call("AbandonMatch")(abandon, SOMEBODY)
    assert await redis.zcard(open_key("")) == 0
    assert (await create(replica, once)).name == created.name
    assert await redis.zcard(open_key("")) == 0


async def test_who_hangs_up_as_a_match_ends_leaves_nothing_counted(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He may have heard on another stream that it is over."""
    replica = Replica(store, max_open_matches=MOST)
    match_id = await replica.table()
    commit, written, goes_on = store.commit, asyncio.Event(), asyncio.Event()

    async def commit_slowly(*which: Any, **expected: Any) -> Any:
        answer = await commit(*which, **expected)
        written.set()
        await goes_on.wait()
        return answer

    monkeypatch.setattr(store, "commit", commit_slowly)
    abandon = pb.AbandonMatchRequest(name=f"matches/{match_id}", request_id=request_id())
    calling = asyncio.create_task(replica.app.call("AbandonMatch")(abandon, SOMEBODY))
    await written.wait()
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    goes_on.set()
    async with asyncio.timeout(5):
        while await redis.zcard(open_key("")):
            await asyncio.sleep(0.01)
    assert replica.counted("sanguosha_matches", state="abandoned") == 1


async def test_a_match_that_is_played_to_its_end_counts_no_more(store: Store, redis: Redis) -> None:
    replica = Replica(store, max_open_matches=MOST, bot_delay_ms=0)
    match = await create(replica, bots=4)
    await replica.app.call("StartMatch")(pb.StartMatchRequest(name=match.name, request_id=request_id()), SOMEBODY)
    assert await redis.zcard(open_key("")) == 1
    for _ in range(2000):
        await replica.serve_due(match.name.removeprefix("matches/"))
        if not await redis.exists(open_key("")):
            break
    over = await replica.app.call("GetMatch")(pb.GetMatchRequest(name=match.name), SOMEBODY)
    assert over.HasField("result")


async def test_tables_that_nobody_needed_count_no_more(store: Store, redis: Redis) -> None:
    """Who asks for a quick match at the same time as others opens a table, and all but one are deleted."""
    replicas = [Replica(store, max_open_matches=50) for _ in range(2)]
    asked = [request_of("QuickMatch", ruleset={"seat_count": 8}) for _ in range(6)]
    calls = [replicas[n % 2].app.call("QuickMatch")(request, SOMEBODY) for n, request in enumerate(asked)]
    joined = await asyncio.gather(*calls)
    assert len({response.match.name for response in joined}) == 1
    assert await redis.zcard(open_key("")) == 1


async def test_zero_is_as_many_as_they_like(store: Store, redis: Redis) -> None:
    replica = Replica(store, max_open_matches=0)
    for _ in range(MOST + 1):
        await create(replica)
    assert not await redis.exists(open_key(""))


# -- over both transports


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("limited")
    bounds = {"max_open_matches": MOST, "max_streams": STREAMS, "max_streams_per_token": EACH}
    with Server(folder, api_keys=f"east:{EAST},west:{WEST}", **bounds) as started:
        yield started


@pytest.fixture(params=["grpc", "http"])
async def calling(request: pytest.FixtureRequest, limited: Server) -> AsyncIterator[Callable[[str], Calls]]:
    """Calls with a key. Whatever they leave open is abandoned."""
    rest, made = Rest(limited.http_address), list[Calls]()

    def calls(key: str) -> Calls:
        made.append(Calls(limited.address, api_key=key) if request.param == "grpc" else RestCalls(rest, key))
        return made[-1]

    yield calls
    for key in (EAST, WEST):
        async with Calls(limited.address, api_key=key) as host:
            for match in (await host.stub.ListMatches(pb.ListMatchesRequest(), metadata=host.key)).matches:
                with suppress(grpc.aio.AioRpcError):
                    await host.abandon(match.name)
    for opened in made:
        await opened.__aexit__()
    await rest.client.aclose()


async def limit_of(call: Any) -> str:
    """The name of the limit that a call fails with."""
    with pytest.raises((grpc.aio.AioRpcError, Refused)) as caught:
        await call
    if isinstance(caught.value, Refused):
        assert (caught.value.status, caught.value.reason) == (429, "LIMIT_REACHED")
        return caught.value.about["limit"]
    code, reason, about = why(caught.value)
    assert (code, reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT_REACHED")
    return about["limit"]


async def quick(calls: Calls, seats: int) -> Any:
    request = request_of("QuickMatch", ruleset={"seat_count": seats})
    if isinstance(calls, RestCalls):
        return await calls.stub.QuickMatch(request, metadata=calls.key)
    return await ask(calls, "QuickMatch", ruleset={"seat_count": seats})


async def test_a_host_has_at_most_so_many_matches_open(calling: Callable[[str], Calls]) -> None:
    east, west = calling(EAST), calling(WEST)
    tables = [await east.table(4) for _ in range(MOST - 1)]
    once = request_id()
    last = await east.create(id=once)
    assert await limit_of(east.create()) == "max_open_matches"
    assert (await east.create(id=once)).name == last.name
    assert await limit_of(quick(east, 4)) == "max_open_matches"
    await west.create()
    await east.abandon(tables[0].name)
    await east.create()
    assert await limit_of(east.create()) == "max_open_matches"


async def test_the_next_match_of_the_same_players_counts_as_well(calling: Callable[[str], Calls]) -> None:
    east = calling(EAST)
    table = await east.table(4)
    await east.abandon(table.name)
    for _ in range(MOST):
        await east.create()

    async def rematch(seat: int) -> Any:
        request = request_of("Rematch", name=table.name)
        if isinstance(east, RestCalls):
            return await east.stub.Rematch(request, metadata=bearer(table.tokens[seat]))
        return await does(table, "Rematch", seat)

    assert await limit_of(rematch(0)) == "max_open_matches"
    listed = (await east.stub.ListMatches(pb.ListMatchesRequest(page_size=1), metadata=east.key)).matches
    await east.abandon(listed[0].name)
    followed = [await rematch(seat) for seat in range(2)]
    assert followed[0].match.name == followed[1].match.name
    assert await limit_of(east.create()) == "max_open_matches"
    await east.abandon(followed[0].match.name)  # it is not listed


# -- streams


async def watched(stub: Any, name: str, *metadata: tuple[str, str]) -> Any:
    stream = stub.WatchMatch(pb.WatchMatchRequest(name=name), metadata=metadata)
    assert (await stream.read()).HasField("update")
    return stream


async def test_a_token_and_a_key_have_so_many_streams_each_and_all_together_too(limited: Server) -> None:
    async with Calls(limited.address, api_key=EAST) as calls, Rest(limited.http_address) as rest:
        table = await calls.table(4)
        token, other = bearer(table.tokens[0]), bearer(table.tokens[1])
        key = calls.key
        streams = [await watched(calls.stub, table.name, *token)]
        ticket = (await does(table, "IssueTicket", 0)).ticket
        async with rest.watch(table.name, ticket=ticket) as events:  # which stands for the token
            await anext(events)
            assert await limit_of(watched(calls.stub, table.name, *token)) == "max_streams_per_token"
            assert await limit_of(_played(calls, table)) == "max_streams_per_token"
            with pytest.raises(Refused) as caught:
                async with rest.watch(table.name, {"authorization": f"Bearer {table.tokens[0]}"}):
                    pass
            assert (caught.value.status, caught.value.about) == (429, {"limit": "max_streams_per_token"})
            streams.append(await watched(calls.stub, table.name, *other, *key))
            streams += [await watched(calls.stub, table.name, *key) for _ in range(EACH)]
            assert await limit_of(watched(calls.stub, table.name, *key)) == "max_streams_per_token"
            streams.append(await watched(calls.stub, table.name))
            assert await limit_of(watched(calls.stub, table.name)) == "max_streams"
            with pytest.raises(Refused) as caught:
                async with rest.watch(table.name):
                    pass
            assert (caught.value.status, caught.value.about) == (429, {"limit": "max_streams"})
        streams.pop(0).cancel()
        until = time.monotonic() + 5
        while True:  # the server sees in a moment that they are gone
            try:
                streams.append(await watched(calls.stub, table.name, *token))
                break
            except grpc.aio.AioRpcError:
                assert time.monotonic() < until
                await asyncio.sleep(0.02)
        for stream in streams:
            stream.cancel()
        await calls.abandon(table.name)


async def _played(calls: Calls, table: Table) -> None:
    stream = calls.stub.PlayMatch(metadata=bearer(table.tokens[0]))
    await stream.read()
