"""Deadlines: who is late has answered with the default; who is late again and again is played by the house."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from redis.asyncio import Redis
from sanguosha.v1 import decision_pb2, match_pb2, ruleset_pb2, table_service_pb2, table_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as pb

from engine.events import Event, PhaseBegan, WindowOpened
from engine.match import Match
from service.matches.stored import Answerer, LogEntry, decode_log
from service.store import EmbeddedServer, Store, bucket_of
from tests.service.planting import logged
from tests.service.playing import any_answer
from tests.service.replica import Replica, seated
from tests.service.serving import Server
from tests.service.tables import Calls, bearer, request_id, ruleset

ALLOWED = {"setup": 60, "play": 20, "respond": 5, "invoke": 5, "choose": 10, "discard": 15}


def limited(seats: int = 5, missed_limit: int = 0, **seconds: int) -> ruleset_pb2.Ruleset:
    """A ruleset whose decisions of some kinds may take that many seconds."""
    playing = ruleset(seats)
    for kind, allowed in seconds.items():
        getattr(playing.options.deadlines, kind).seconds = allowed
    playing.options.deadlines.missed_limit = missed_limit
    return playing


@pytest.fixture
def replica(store: Store) -> Replica:
    return Replica(store)


async def live(replica: Replica, match_id: str) -> Match:
    found = (await replica.app.backend.host.read(match_id)).live
    assert found is not None
    return found


async def seat_of(replica: Replica, match_id: str, seat: int) -> match_pb2.MatchSeat:
    get = replica.app.call("GetMatch")
    match: match_pb2.Match = await get(pb.GetMatchRequest(name=f"matches/{match_id}"), None)
    return match.seats[seat]


def until(decision: decision_pb2.Decision) -> int:
    return decision.deadline.ToMilliseconds()


async def test_a_decision_says_until_when_and_each_kind_has_its_own_time(replica: Replica) -> None:
    match_id = await replica.table(playing=limited(**ALLOWED))
    kinds = set()
    for _ in range(60):
        opened = (await replica.app.backend.host.read(match_id)).opened_ms
        for decision in await replica.asked(match_id):
            kind = decision_pb2.DecisionKind.Name(decision.kind).removeprefix("DECISION_KIND_").lower()
            assert until(decision) == opened + 1000 * ALLOWED[kind]
            kinds.add(kind)
        decision = (await replica.asked(match_id))[0]
        await replica.act(match_id, decision.default_answer, decision.seat)
    assert {"play", "discard"} <= kinds


async def test_a_kind_without_a_deadline_waits_for_ever(replica: Replica) -> None:
    match_id = await replica.table(playing=limited(discard=5))
    decision = (await replica.asked(match_id))[0]
    assert decision.kind == decision_pb2.DECISION_KIND_PLAY
    assert not decision.HasField("deadline")
    await replica.serve_due(match_id, 2**52)
    assert await replica.asked(match_id) == [decision]


async def test_the_reply_to_an_answer_has_the_deadline_of_what_is_asked_next(replica: Replica) -> None:
    match_id = await replica.table(playing=limited(**ALLOWED))
    for _ in range(40):
        decision = (await replica.asked(match_id))[0]
        response = await replica.act(match_id, decision.default_answer, decision.seat)
        for following in response.update.decisions:
            assert following in await replica.asked(match_id)
            assert until(following) > 0
            return
    raise AssertionError("nobody was asked twice in a row")


async def test_the_default_is_given_at_the_deadline_and_not_before(replica: Replica, store: Store) -> None:
    match_id = await replica.table(playing=limited(play=20))
    decision = (await replica.asked(match_id))[0]
    await replica.serve_due(match_id, until(decision) - 1)
    assert await replica.asked(match_id) == [decision]
    await replica.serve_due(match_id, until(decision))
    assert decision not in await replica.asked(match_id)
    entry = decode_log((await logged(store, match_id))[-1])
    assert (entry.seat, entry.decision, entry.answerer) == (decision.seat, decision.id, Answerer.DEADLINE)
    assert entry.answer.option == decision.default_answer.option
    assert replica.counted("sanguosha_answers", answerer="deadline") == 1


async def test_an_answer_that_comes_after_the_default_is_superseded(replica: Replica) -> None:
    match_id = await replica.table(playing=limited(play=20))
    decision = (await replica.asked(match_id))[0]
    await replica.serve_due(match_id, until(decision))
    late = await replica.act(match_id, decision.default_answer, decision.seat)
    assert late.outcome == pb.OUTCOME_SUPERSEDED


async def test_others_who_answer_do_not_move_a_deadline(replica: Replica) -> None:
    """Everybody is asked for a hero at once; one after the other picks."""
    match_id = await replica.table(playing=limited_with_heroes())
    lord = (await replica.asked(match_id))[0]
    await replica.act(match_id, lord.default_answer, lord.seat)
    picking = await replica.asked(match_id)
    assert len(picking) == 4
    first, *others = picking
    await replica.act(match_id, first.default_answer, first.seat)
    assert await replica.asked(match_id) == others
    assert {until(decision) for decision in picking} == {until(first)}
    await replica.serve_due(match_id, until(first))
    assert not set(map(_key, others)) & set(map(_key, await replica.asked(match_id)))


def limited_with_heroes() -> ruleset_pb2.Ruleset:
    playing = limited(setup=30, play=20)
    playing.options.heroes = True
    return playing


def _key(decision: decision_pb2.Decision) -> tuple[int, int]:
    return decision.seat, decision.id


async def miss(replica: Replica, match_id: str) -> decision_pb2.Decision:
    """Let the deadline of whoever is asked pass."""
    decision = (await replica.asked(match_id))[0]
    await replica.serve_due(match_id, until(decision))
    return decision


async def test_who_misses_several_in_a_row_is_away_and_the_house_plays(replica: Replica, store: Store) -> None:
    match_id = await replica.table(playing=limited(missed_limit=3, **ALLOWED))
    missed: dict[int, int] = {}
    while True:
        decision = await miss(replica, match_id)
        missed[decision.seat] = missed.get(decision.seat, 0) + 1
        seat = await seat_of(replica, match_id, decision.seat)
        assert seat.away == (missed[decision.seat] == 3)
        if seat.away:
            break
    while not [asked for asked in await replica.asked(match_id) if asked.seat == seat.seat]:
        other = (await replica.asked(match_id))[0]
        await replica.act(match_id, other.default_answer, other.seat)
    before = len(await logged(store, match_id))
    await replica.serve_due(match_id)  # long before any deadline
    entries = [decode_log(entry) for entry in (await logged(store, match_id))[before:]]
    assert [(entry.seat, entry.answerer) for entry in entries] == [(seat.seat, Answerer.HOUSE)]


async def test_an_answer_in_time_begins_the_count_anew(replica: Replica) -> None:
    match_id = await replica.table(playing=limited(missed_limit=2, **ALLOWED))
    first = await miss(replica, match_id)
    for _ in range(200):
        decision = (await replica.asked(match_id))[0]
        await replica.act(match_id, decision.default_answer, decision.seat)
        if decision.seat == first.seat:
            break
    while (decision := (await replica.asked(match_id))[0]).seat != first.seat:
        await replica.act(match_id, decision.default_answer, decision.seat)
    await miss(replica, match_id)
    assert not (await seat_of(replica, match_id, first.seat)).away


async def test_a_player_who_was_away_is_back_with_the_first_answer_even_if_it_is_late(replica: Replica) -> None:
    match_id = await replica.table(playing=limited(missed_limit=1, **ALLOWED))
    decision = await miss(replica, match_id)
    assert (await seat_of(replica, match_id, decision.seat)).away
    late = await replica.act(match_id, decision.default_answer, decision.seat)
    assert late.outcome == pb.OUTCOME_SUPERSEDED
    assert not (await seat_of(replica, match_id, decision.seat)).away


async def test_a_seat_of_the_house_has_no_deadline(replica: Replica, store: Store) -> None:
    match_id = await replica.table(bots=range(5), playing=limited(missed_limit=1, **ALLOWED))
    await replica.serve_due(match_id, 2**52)
    entries = [decode_log(entry) for entry in await logged(store, match_id)]
    assert Answerer.DEADLINE not in {entry.answerer for entry in entries if entry.decision}


@pytest.fixture
async def pair(tmp_path: Path, apart: EmbeddedServer) -> AsyncIterator[tuple[Server, Server]]:
    with (
        Server(tmp_path / "one", redis_url=apart.url, sweep_ms=20, lease_ms=300) as one,
        Server(tmp_path / "two", redis_url=apart.url, sweep_ms=20, lease_ms=300) as two,
    ):
        yield one, two


async def test_of_two_replicas_one_enforces_a_deadline_and_either_is_enough(
    pair: tuple[Server, Server], apart_records: Store
) -> None:
    one, two = pair
    async with Calls(two.address) as calls:
        playing = limited(4, missed_limit=100, play=1, respond=1, choose=1, discard=1, invoke=1)
        match = await calls.create(4, playing=playing)
        for _ in range(4):
            await calls.join(match.name)
        await calls.start(match.name)
        match_id = match.name.removeprefix("matches/")
        entries = await answers_after(apart_records, match_id, 1)
        one.signal(9)
        one.wait()
        entries = await answers_after(apart_records, match_id, len(entries) + 2)
    assert {entry.answerer for entry in entries} == {Answerer.DEADLINE}
    named = [(entry.seat, entry.decision) for entry in entries]
    assert len(set(named)) == len(named)


async def answers_after(store: Store, match_id: str, count: int) -> list[LogEntry]:
    """The answers, as soon as there are so many."""
    async with store.watch(match_id) as watch:
        while True:
            entries = [entry for entry in map(decode_log, await logged(store, match_id)) if entry.decision]
            if len(entries) >= count:
                return entries
            await watch.changed()


async def test_no_answer_is_taken_twice_from_the_same_request_at_the_deadline(replica: Replica) -> None:
    """The player's answer was stored before the deadline passed; its repeat comes after."""
    match_id = await replica.table(playing=limited(play=20))
    decision = (await replica.asked(match_id))[0]
    once = request_id()
    first = await replica.act(match_id, decision.default_answer, decision.seat, once)
    await replica.serve_due(match_id, until(decision) + 60_000)
    again = await replica.act(match_id, decision.default_answer, decision.seat, once)
    assert (first.outcome, again.outcome) == (pb.OUTCOME_APPLIED, pb.OUTCOME_APPLIED)


async def test_a_deadline_that_a_pause_has_moved_is_told_to_who_watches(calls: Calls) -> None:
    """The decision is sent again without a deadline when the match is paused, and with the new one afterwards."""
    table = await calls.table(4, playing=limited(4, play=60))
    asked = await table.asked()
    stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name), metadata=bearer(table.tokens[asked.seat]))
    assert list((await stream.read()).update.decisions) == [asked]
    tables = table_service_pb2_grpc.TableServiceStub(calls.channels[0])
    for seat, token in table.tokens.items():
        pause = table_service_pb2.PauseMatchRequest(name=table.name, request_id=request_id())
        paused = await tables.PauseMatch(pause, metadata=bearer(token))
        update = (await stream.read()).update
        assert [decision.HasField("deadline") for decision in update.decisions] == [False] * (seat == 3)
    assert paused.paused
    resume = table_service_pb2.ResumeMatchRequest(name=table.name, request_id=request_id())
    await tables.ResumeMatch(resume, metadata=bearer(table.tokens[0]))
    [again] = (await stream.read()).update.decisions
    assert (again.id, until(again) > until(asked)) == (asked.id, True)


async def secret_window(replica: Replica, match_id: str) -> list[decision_pb2.Decision]:
    """Play on until some are asked in a window that names others too; who was asked."""
    while True:
        hosted = await replica.app.backend.host.read(match_id)
        assert hosted.live is not None
        asked = await replica.asked(match_id)
        named = next(event for event in reversed(hosted.live.game.events) if isinstance(event, WindowOpened))
        if named.kind == "RESPOND" and len(named.seats) > len(asked):
            return asked
        for decision in asked:
            rng = Random(decision.id)
            await replica.act(match_id, any_answer(rng, decision), decision.seat)


async def test_who_is_late_where_nobody_knows_who_is_asked_is_away_for_nobody_yet(replica: Replica) -> None:
    match_id = await replica.table(8, playing=limited(8, missed_limit=1, **ALLOWED))
    asked = await secret_window(replica, match_id)
    get = replica.app.call("GetMatch")
    before = await get(pb.GetMatchRequest(name=f"matches/{match_id}"), None)
    await replica.serve_due(match_id, until(asked[0]))
    assert await get(pb.GetMatchRequest(name=f"matches/{match_id}"), None) == before
    late = asked[0].seat
    for _ in range(400):
        if (await seat_of(replica, match_id, late)).away:
            break
        for decision in await replica.asked(match_id):
            if decision.seat != late:
                await replica.act(match_id, decision.default_answer, decision.seat)
        await replica.serve_due(match_id)
    open_now = [event.seat for event in await events_of(replica, match_id) if isinstance(event, PhaseBegan)]
    assert late in open_now


async def events_of(replica: Replica, match_id: str) -> list[Event]:
    return (await live(replica, match_id)).game.events


async def test_who_answers_where_nobody_knows_who_is_asked_is_back_for_nobody_yet(replica: Replica) -> None:
    match_id = await replica.table(8, playing=limited(8, missed_limit=1, **ALLOWED))
    asked = await secret_window(replica, match_id)
    seat = asked[0].seat
    hand_over = replica.app.call("HandOverSeat")
    request = table_service_pb2.HandOverSeatRequest(name=f"matches/{match_id}", request_id=request_id())
    await hand_over(request, seated(match_id, seat))
    assert (await seat_of(replica, match_id, seat)).away
    await replica.act(match_id, asked[0].default_answer, seat)
    assert (await seat_of(replica, match_id, seat)).away


async def test_a_match_lives_longer_than_its_deadlines(store: Store, redis: Redis) -> None:
    replica = Replica(store, idle_expiry=60)
    match_id = await replica.table(playing=limited(play=90))
    expires = await redis.zscore(f"{{b{bucket_of(match_id):03d}}}:expiry", match_id)
    assert expires is not None
    assert expires >= until((await replica.asked(match_id))[0]) + 30_000


async def test_calls_that_change_nothing_do_not_hold_up_the_house(replica: Replica, redis: Redis) -> None:
    match_id = await replica.table(bots=(0, 1, 2, 3))
    while (decision := (await replica.asked(match_id))[0]).seat == 4:
        await replica.act(match_id, decision.default_answer, 4)
    due = await redis.zscore(f"{{b{bucket_of(match_id):03d}}}:due", match_id)
    assert due is not None
    for _ in range(3):
        take_back = table_service_pb2.TakeBackSeatRequest(name=f"matches/{match_id}", request_id=request_id())
        await replica.app.call("TakeBackSeat")(take_back, seated(match_id, 4))
        assert await redis.zscore(f"{{b{bucket_of(match_id):03d}}}:due", match_id) == due
