"""Strangers who want to play the same find each other: tables fill, and nobody sits twice or alone."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_pb2, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.errors import ServiceError
from service.matches.stored import State
from service.store import EmbeddedServer, Store
from tests.service.dying import dying_replica
from tests.service.lobbies import holds, issue, leave, quick, quickly
from tests.service.replica import Replica
from tests.service.serving import Server
from tests.service.tables import Calls, refusal, request_id, ruleset

LOBBY, PLAYING = match_pb2.MATCH_STATE_LOBBY, match_pb2.MATCH_STATE_PLAYING
_numbers = count(1)


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("twin"), redis_url=backing.url, bot_delay_ms=1, sweep_ms=20) as started:
        yield started


def unheard_of(seats: int = 4) -> ruleset_pb2.Ruleset:
    """A ruleset that no other test asks for."""
    playing = ruleset(seats)
    playing.options.deadlines.setup.FromMilliseconds(5_000_000 + next(_numbers))
    return playing


async def fill(calls: Calls, playing: ruleset_pb2.Ruleset, seats: int) -> list[pb.JoinMatchResponse]:
    return [await quick(calls, playing) for _ in range(seats)]


async def test_the_first_waits_in_an_unlisted_match_and_the_last_starts_it(calls: Calls) -> None:
    playing = unheard_of()
    first = await quick(calls, playing, display_name="Zhao")
    assert (first.seat, first.match.state) == (0, LOBBY)
    assert first.match.unlisted
    assert first.match.auto_start
    assert first.match.seats[0].display_name == "Zhao"
    assert first.match.ruleset.options.deadlines.setup == playing.options.deadlines.setup
    rest = await fill(calls, playing, 3)
    assert [joined.seat for joined in rest] == [1, 2, 3]
    assert {joined.match.name for joined in rest} == {first.match.name}
    assert [joined.match.state for joined in rest] == [LOBBY, LOBBY, PLAYING]
    assert (await quick(calls, playing)).match.name != first.match.name


@pytest.mark.parametrize("seats", [4, 5])
async def test_callers_at_once_at_two_replicas_fill_tables_exactly(
    calls: Calls, twin: Server, seats: int, pytestconfig: pytest.Config
) -> None:
    playing, tables = unheard_of(seats), 60 if pytestconfig.getoption("nightly") else 6
    async with Calls(twin.address) as there:
        callers = [quick((calls, there)[n % 2], playing) for n in range(tables * seats)]
        joined = await asyncio.gather(*callers)
    assert Counter(each.match.name for each in joined) == {each.match.name: seats for each in joined}
    assert len({each.match.name for each in joined}) == tables
    assert len({(each.match.name, each.seat) for each in joined}) == len(joined)
    for name in {each.match.name for each in joined}:
        assert (await calls.get(name)).state == PLAYING
    assert all([await holds(calls, each) for each in joined])


async def test_one_call_sent_many_times_at_once_takes_one_seat(calls: Calls, twin: Server) -> None:
    playing, once = unheard_of(), request_id()
    async with Calls(twin.address) as there:
        joined = await asyncio.gather(*(quick((calls, there)[n % 2], playing, id=once) for n in range(8)))
    assert {(each.match.name, each.seat, each.seat_token) for each in joined} == {
        (joined[0].match.name, 0, joined[0].seat_token)
    }
    assert sum(seat.taken for seat in (await calls.get(joined[0].match.name)).seats) == 1


async def test_a_repeat_gets_the_same_seat_whatever_the_queue_has_become(calls: Calls, twin: Server) -> None:
    playing, once = unheard_of(), request_id()
    first = await quick(calls, playing, id=once)
    assert await quick(calls, playing, id=once) == first
    await fill(calls, playing, 3)
    assert await quick(calls, playing, id=once) == first
    await fill(calls, playing, 2)
    async with Calls(twin.address) as there:
        assert await quick(there, playing, id=once) == first


async def test_a_request_id_used_for_something_else_is_refused(calls: Calls) -> None:
    playing, once = unheard_of(), request_id()
    await quick(calls, playing, id=once)
    for call in (quick(calls, unheard_of(), id=once), quick(calls, playing, id=once, display_name="Qian")):
        assert (await refusal(call)).reason == "REQUEST_ID_REUSED"


async def test_different_rulesets_never_meet(calls: Calls) -> None:
    asked = [unheard_of(), unheard_of(), unheard_of(5)]
    asked.append(unheard_of())
    asked[-1].options.talk = True
    joined = [await quick(calls, playing) for playing in asked]
    assert len({each.match.name for each in joined}) == len(asked)


async def test_one_ruleset_is_one_queue_however_it_is_written(calls: Calls) -> None:
    written = unheard_of()
    spelt_out = (await quick(calls, written)).match
    assert (await quick(calls, spelt_out.ruleset)).match.name == spelt_out.name


async def test_a_ruleset_that_does_not_exist_is_refused_and_nobody_waits(calls: Calls) -> None:
    assert (await refusal(quick(calls, ruleset(11)))).reason == "RULESET_INVALID"


async def test_who_leaves_makes_room_for_the_next(calls: Calls) -> None:
    playing = unheard_of()
    first, second, third = await fill(calls, playing, 3)
    left = await leave(calls, second.match.name, second.seat_token)
    assert [seat.taken for seat in left.seats] == [True, False, True, False]
    fourth, fifth = await fill(calls, playing, 2)
    assert [joined.seat for joined in (first, third, fourth, fifth)] == [0, 2, 1, 3]
    assert fifth.match.state == PLAYING
    assert {joined.match.name for joined in (fourth, fifth)} == {first.match.name}
    assert await holds(calls, fourth)


async def test_a_table_that_everybody_left_is_used_again(calls: Calls) -> None:
    playing = unheard_of()
    first = await quick(calls, playing)
    await leave(calls, first.match.name, first.seat_token)
    second = await quick(calls, playing)
    assert (second.match.name, second.seat) == (first.match.name, 0)
    assert second.seat_token != first.seat_token


async def test_an_issued_token_may_be_the_one_that_fills_the_table(calls: Calls) -> None:
    playing = unheard_of()
    first, *_ = await fill(calls, playing, 3)
    await issue(calls, first.match.name, 3)
    assert (await calls.get(first.match.name)).state == PLAYING
    assert (await quick(calls, playing)).match.name != first.match.name


async def abandoned(calls: Calls, records: Store, name: str) -> None:
    await calls.abandon(name)


async def deleted(calls: Calls, records: Store, name: str) -> None:
    await records.delete(name.removeprefix("matches/"))


@pytest.mark.parametrize("end", [abandoned, deleted])
async def test_a_match_of_the_queue_that_is_no_more_is_replaced(
    calls: Calls, records: Store, end: Callable[..., Any]
) -> None:
    playing = unheard_of()
    first = await quick(calls, playing)
    await end(calls, records, first.match.name)
    joined = await fill(calls, playing, 4)
    assert [each.seat for each in joined] == [0, 1, 2, 3]
    assert first.match.name not in {each.match.name for each in joined}
    assert joined[-1].match.state == PLAYING


async def test_the_queue_lives_as_long_as_its_match(store: Store, redis: Redis) -> None:
    """Whoever comes in late must still be found: its match lives on from then, and so must the queue."""
    replica = Replica(store, idle_expiry=60)
    match_id = (await quickly(replica, request_id())).match.name.removeprefix("matches/").encode()
    [queue] = [key async for key in redis.scan_iter("queue:*") if await redis.get(key) == match_id]
    await redis.pexpire(queue, 1000)
    await quickly(replica, request_id())
    assert await redis.pttl(queue) > 50_000


KEYS = "east:0123456789abcdef,west:fedcba9876543210"


async def test_hosts_have_queues_of_their_own(
    tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer
) -> None:
    playing = unheard_of()
    with Server(tmp_path_factory.mktemp("keyed"), redis_url=backing.url, api_keys=KEYS) as keyed:
        east = Calls(keyed.address, api_key="0123456789abcdef")
        west = Calls(keyed.address, api_key="fedcba9876543210")
        async with east, west, Calls(keyed.address) as nobody:
            once = request_id()
            first, other = await quick(east, playing, id=once), await quick(west, playing, id=once)
            assert first.match.name != other.match.name
            assert (await quick(east, playing)).match.name == first.match.name
            assert (await refusal(quick(nobody, playing))).reason == "KEY_REQUIRED"


# -- a replica that dies between any two calls of its store


async def nobody_waits(replica: Replica) -> None:
    pass


async def somebody_waits(replica: Replica) -> None:
    await quickly(replica, request_id())


async def a_table_has_just_filled(replica: Replica) -> None:
    for _ in range(4):
        await quickly(replica, request_id())


async def the_last_seat_is_free(replica: Replica) -> None:
    for _ in range(3):
        await quickly(replica, request_id())


@pytest.mark.parametrize("happens", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("before", [nobody_waits, somebody_waits, a_table_has_just_filled, the_last_seat_is_free])
async def test_a_replica_that_dies_anywhere_seats_nobody_twice_and_leaves_no_queue_stuck(
    store: Store, redis: Redis, before: Callable[[Replica], Any], happens: bool
) -> None:
    deaths, said = 0, set[str]()
    for alive in count():
        await redis.flushall()
        await before(Replica(store))
        once = request_id()
        replica, dying = dying_replica(store, alive, happens)
        first: pb.JoinMatchResponse | None = None
        try:
            first = await quickly(replica, once)
        except ServiceError as error:
            said.add(error.reason)
            deaths += 1
        others = [await quickly(Replica(store), request_id()) for _ in range(3)]  # come before the repeats
        again, elsewhere = await asyncio.gather(*(quickly(Replica(store), once) for _ in range(2)))
        assert again == elsewhere
        assert first in (None, again)
        others += [await quickly(Replica(store), request_id()) for _ in range(4)]
        seated = [(each.match.name, each.seat) for each in (again, *others)]
        assert len(set(seated)) == len(seated), alive
        await every_seat_belongs_to_somebody(store, [again, *others])
        if not dying.died:
            break
    assert (deaths >= 5, said) == (True, {"STORE_UNAVAILABLE"})


async def test_a_request_that_died_is_not_led_to_what_another_ruleset_asked_for(store: Store, redis: Redis) -> None:
    for alive in count():
        await redis.flushall()
        once = request_id()
        replica, dying = dying_replica(store, alive, happens=True)
        with suppress(ServiceError):
            await quickly(replica, once, ruleset(4))
        try:
            other = await quickly(Replica(store), once, ruleset(5))
        except ServiceError as error:
            other, reason = None, error.reason
        assert other.match.ruleset.seat_count == 5 if other else reason == "REQUEST_ID_REUSED"
        if not dying.died:
            break


async def every_seat_belongs_to_somebody(store: Store, joined: list[pb.JoinMatchResponse]) -> None:
    """Who was seated holds the seat, and all but three of them sit in a match that has started."""
    host = Replica(store).app.backend.host
    waiting = 0
    for name in {each.match.name for each in joined}:
        match_id = name.removeprefix("matches/")
        stored = (await host.read(match_id)).stored
        assert all(stored.seats[each.seat].taken for each in joined if each.match.name == name)
        tokens = {each.seat_token.split(".")[2] for each in joined if each.match.name == name}
        assert tokens <= {str(seat.generation) for seat in stored.seats}
        waiting += sum(seat.taken for seat in stored.seats) if stored.state == State.LOBBY else 0
    assert waiting <= 3, "those who wait are in two matches"
