"""A contest: as many matches as players, each of whom is the lord once, and the points of all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import grpc
import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_pb2, ruleset_pb2, series_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as matches
from sanguosha.v1 import series_service_pb2 as pb

from service.access.auth import Caller
from service.errors import ServiceError
from service.store import EmbeddedServer, Store
from service.store.open_count import open_key
from tests.service.dying import dying_replica
from tests.service.replica import SOMEBODY, Replica
from tests.service.serving import Server
from tests.service.tables import Calls, refusal, request_id, ruleset, why

FINISHED, ABANDONED = match_pb2.MATCH_STATE_FINISHED, match_pb2.MATCH_STATE_ABANDONED
NAMES = ("Zhao", "Qian", "Sun", "Li")


@pytest.fixture(scope="module")
def quick_house(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), redis_url=backing.url, bot_delay_ms=0, sweep_ms=20) as started:
        yield started


def stub(calls: Calls) -> Any:
    return series_service_pb2_grpc.SeriesServiceStub(calls.channels[0])


def house(seats: int) -> list[pb.SeriesPlayer]:
    return [pb.SeriesPlayer(display_name=f"House {seat}", bot=True) for seat in range(seats)]


def people() -> list[pb.SeriesPlayer]:
    return [pb.SeriesPlayer(display_name=name) for name in NAMES]


def asked(players: list[pb.SeriesPlayer], **more: Any) -> pb.Series:
    playing = more.pop("ruleset", None) or ruleset(len(players))
    return pb.Series(ruleset=playing, players=players, **more)


async def create(calls: Calls, series: pb.Series, id: str = "") -> pb.Series:
    request = pb.CreateSeriesRequest(series=series, request_id=id or request_id())
    return await stub(calls).CreateSeries(request, metadata=calls.key)


async def get(calls: Calls, name: str) -> pb.Series:
    return await stub(calls).GetSeries(pb.GetSeriesRequest(name=name))


async def start(calls: Calls, name: str, id: str = "") -> pb.Series:
    request = pb.StartSeriesMatchRequest(name=name, request_id=id or request_id())
    return await stub(calls).StartSeriesMatch(request, metadata=calls.key)


async def finished(calls: Calls, name: str) -> pb.Series:
    """The series when its last match is over."""
    while True:
        series = await get(calls, name)
        if series.matches[-1].state == FINISHED:
            return series
        await asyncio.sleep(0.02)


async def test_c758_everybody_is_the_lord_once_and_the_points_of_all_matches_count(quick_house: Server) -> None:
    async with Calls(quick_house.address) as calls:
        series = await create(calls, asked(house(5), ruleset=ruleset(5, last_blood=True), first_lord=2))
        assert not series.matches
        for number in range(5):
            assert not series.over
            assert not series.winners
            await start(calls, series.name)
            series = await finished(calls, series.name)
            assert len(series.matches) == number + 1
    assert [match.lord_seat for match in series.matches] == [2, 3, 4, 0, 1]
    assert all(match.result.roles[match.lord_seat] == "lord" for match in series.matches)
    assert len({tuple(match.result.roles) for match in series.matches}) == 5
    points = [sum(match.result.seats[seat].points for match in series.matches) for seat in range(5)]
    assert [player.points for player in series.players] == points
    assert series.over
    assert list(series.winners) == [seat for seat in range(5) if points[seat] == max(points)]
    assert not series.matches[0].HasField("protected_seat")
    for before, match in zip(series.matches, series.matches[1:], strict=False):
        assert match.HasField("protected_seat")
        assert not before.result.seats[match.protected_seat].alive
    async with Calls(quick_house.address) as calls:
        refused = await refusal(start(calls, series.name))
        assert (refused.code, refused.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "SERIES_OVER")
        played = await calls.get(series.matches[1].match)
        assert played.ruleset.options.lord_seat == 3
        assert played.ruleset.options.protected_seat == series.matches[1].protected_seat
        assert [seat.display_name for seat in played.seats] == [player.display_name for player in series.players]


async def test_a_match_that_was_broken_off_is_played_again(calls: Calls) -> None:
    series = await create(calls, asked(people(), first_lord=1))
    first = await start(calls, series.name)
    assert first.matches[0].state == match_pb2.MATCH_STATE_PLAYING
    assert (await refusal(start(calls, series.name))).reason == "MATCH_NOT_OVER"
    await calls.abandon(first.matches[0].match)
    assert (await get(calls, series.name)).matches[0].state == ABANDONED
    second = await start(calls, series.name)
    assert [match.lord_seat for match in second.matches] == [1]
    assert second.matches[0].match != first.matches[0].match


async def test_a_repeat_starts_no_second_match(calls: Calls) -> None:
    id = request_id()
    series = await create(calls, asked(people()), id)
    assert await create(calls, asked(people()), id) == series
    assert series.first_lord < 4
    reused = await refusal(create(calls, asked(people(), unlisted=True), id))
    assert reused.reason == "REQUEST_ID_REUSED"
    id = request_id()
    one = await asyncio.gather(*(start(calls, series.name, id) for _ in range(4)))
    assert all(each == one[0] for each in one)
    await calls.abandon(one[0].matches[0].match)
    assert (await start(calls, series.name, id)).matches[0].match == one[0].matches[0].match


async def test_of_two_who_start_a_match_one_does(calls: Calls) -> None:
    series = await create(calls, asked(people()))
    outcomes = await asyncio.gather(*(start(calls, series.name) for _ in range(4)), return_exceptions=True)
    started = [each for each in outcomes if isinstance(each, pb.Series)]
    assert len(started) == 1
    assert (await get(calls, series.name)).matches == started[0].matches


async def test_with_seats_by_lot_the_series_draws_them_once(calls: Calls) -> None:
    orders = set()
    for _ in range(8):
        series = await create(calls, asked(people(), ruleset=ruleset(4, seat_lottery=True)))
        order = tuple(player.display_name for player in series.players)
        orders.add(order)
        match = await calls.get((await start(calls, series.name)).matches[0].match)
        assert tuple(seat.display_name for seat in match.seats) == order
        assert sorted(order) == sorted(NAMES)
    assert len(orders) > 1


@pytest.mark.parametrize(
    ("series", "reason"),
    [
        (asked(people()[:3], ruleset=ruleset(4)), "FIELD_INVALID"),
        (asked([*people()[:3], pb.SeriesPlayer()]), "FIELD_INVALID"),
        (asked(people(), first_lord=4), "FIELD_INVALID"),
        (asked(people(), ruleset=ruleset(4, lord_seat=1)), "FIELD_INVALID"),
        (asked(people(), ruleset=ruleset(4, last_blood=True, protected_seat=1)), "FIELD_INVALID"),
        (asked(people()[:3]), "RULESET_INVALID"),
        (asked(people(), ruleset=ruleset_pb2.Ruleset(edition="no such", seat_count=4)), "RULESET_INVALID"),
    ],
)
async def test_what_is_no_series_is_refused(calls: Calls, series: pb.Series, reason: str) -> None:
    assert (await refusal(create(calls, series))).reason == reason


@pytest.mark.parametrize(
    ("playing", "reason", "said"),
    [
        (ruleset_pb2.Ruleset(mode="3v3", seat_count=6), "MODE_AND_SERIES", "mode '3v3' has no series"),
        (ruleset_pb2.Ruleset(edition="proto-1.0", seat_count=6), "EDITION_AND_SERIES", "edition 'proto-1.0' has no"),
    ],
)
async def test_where_nobody_can_be_made_the_lord_there_is_no_series(
    quick_house: Server, playing: ruleset_pb2.Ruleset, reason: str, said: str
) -> None:
    async with Calls(quick_house.address) as calls:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await create(calls, asked(house(6), ruleset=playing))
    assert (why(refused.value).reason, why(refused.value).about) == ("RULESET_INVALID", {"ruleset": reason})
    assert (refused.value.details() or "").startswith(said)


async def test_a_series_that_is_not_there_is_refused(calls: Calls) -> None:
    for wrong, reason in (("series/none", "SERIES_NOT_FOUND"), ("matches/none", "NAME_INVALID")):
        assert (await refusal(get(calls, wrong))).reason == reason
        assert (await refusal(start(calls, wrong))).reason == reason


async def test_a_result_outlives_its_match(quick_house: Server, backing: EmbeddedServer) -> None:
    async with Calls(quick_house.address) as calls, Store(backing.url) as store:
        series = await create(calls, asked(house(4)))
        await start(calls, series.name)
        series = await finished(calls, series.name)
        assert await store.delete(series.matches[0].match.removeprefix("matches/"))
        assert await get(calls, series.name) == series
        assert len((await start(calls, series.name)).matches) == 2


async def test_a_match_that_is_lost_is_played_again(store: Store) -> None:
    replica = Replica(store)
    create_series, get_series = replica.app.call("CreateSeries"), replica.app.call("GetSeries")
    start_match = replica.app.call("StartSeriesMatch")
    request = pb.CreateSeriesRequest(series=asked(people(), first_lord=0), request_id=request_id())
    series = await create_series(request, SOMEBODY)
    begin = pb.StartSeriesMatchRequest(name=series.name, request_id=request_id())
    match_id = (await start_match(begin, SOMEBODY)).matches[0].match.removeprefix("matches/")
    await store.delete(match_id)
    lost = await get_series(pb.GetSeriesRequest(name=series.name), SOMEBODY)
    assert lost.matches[0].state == ABANDONED
    begin = pb.StartSeriesMatchRequest(name=series.name, request_id=request_id())
    again = await start_match(begin, SOMEBODY)
    assert again.matches[0].lord_seat == 0
    assert again.matches[0].match != f"matches/{match_id}"


async def test_m802_only_its_creator_and_an_administrator_go_on_with_a_series(store: Store) -> None:
    """Not even with the request by which the creator did. The matches are the creator's, whoever starts them."""
    replica = Replica(store, max_open_matches=1)
    start_match, abandon = replica.app.call("StartSeriesMatch"), replica.app.call("AbandonMatch")
    east, west, ops = Caller("east", None), Caller("west", None), Caller("ops", None, admin=True)
    request = pb.CreateSeriesRequest(series=asked(people()), request_id=request_id())
    series = await replica.app.call("CreateSeries")(request, east)
    assert (await replica.app.call("CreateSeries")(request, west)).name != series.name
    begin = pb.StartSeriesMatchRequest(name=series.name, request_id=request_id())
    first = (await start_match(begin, east)).matches[0].match
    for caller in (west, SOMEBODY):
        with pytest.raises(ServiceError, match="only the creator"):
            await start_match(begin, caller)
    await abandon(matches.AbandonMatchRequest(name=first, request_id=request_id()), east)
    again = pb.StartSeriesMatchRequest(name=series.name, request_id=request_id())
    second = (await start_match(again, ops)).matches[0].match
    with pytest.raises(ServiceError, match="only the creator"):
        await abandon(matches.AbandonMatchRequest(name=second, request_id=request_id()), west)
    other = await replica.app.call("CreateSeries")(
        pb.CreateSeriesRequest(series=asked(people()), request_id=request_id()), east
    )
    wanted = pb.StartSeriesMatchRequest(name=other.name, request_id=request_id())
    with pytest.raises(ServiceError, match="at most 1 match"):
        await start_match(wanted, east)
    await abandon(matches.AbandonMatchRequest(name=second, request_id=request_id()), east)
    assert len((await start_match(wanted, east)).matches) == 1


async def test_m803_a_series_that_is_gone_meanwhile_is_not_found(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    replica, swap = Replica(store), store.swap
    request = pb.CreateSeriesRequest(series=asked(people()), request_id=request_id())
    series = await replica.app.call("CreateSeries")(request, SOMEBODY)

    async def too_late(name: str, *how: Any) -> str:
        await redis.delete(name)
        return await swap(name, *how)

    monkeypatch.setattr(store, "swap", too_late)
    begin = pb.StartSeriesMatchRequest(name=series.name, request_id=request_id())
    with pytest.raises(ServiceError) as refused:
        await replica.app.call("StartSeriesMatch")(begin, SOMEBODY)
    assert refused.value.reason == "SERIES_NOT_FOUND"


@pytest.mark.parametrize("happens", [False, True])
async def test_a_start_that_died_on_the_way_is_finished_by_a_repeat(store: Store, happens: bool) -> None:
    replica = Replica(store)
    request = pb.CreateSeriesRequest(series=asked(people()), request_id=request_id())
    series = await replica.app.call("CreateSeries")(request, SOMEBODY)
    begin = pb.StartSeriesMatchRequest(name=series.name, request_id=request_id())
    for alive in range(12):
        poor, dying = dying_replica(store, alive, happens)
        with suppress(ServiceError):
            await poor.app.call("StartSeriesMatch")(begin, SOMEBODY)
        if not dying.died:
            break
    assert alive > 2
    done = await replica.app.call("StartSeriesMatch")(begin, SOMEBODY)
    assert len(done.matches) == 1
    listed = await replica.app.call("ListMatches")(matches.ListMatchesRequest(), SOMEBODY)
    started = [match.create_time.ToMilliseconds() >= done.create_time.ToMilliseconds() for match in listed.matches]
    assert sum(started) == 1, "no match beside it"


async def test_a_host_has_so_many_series_that_are_not_over(store: Store, redis: Redis) -> None:
    replica, east, west = Replica(store, max_open_series=2, bot_delay_ms=0), Caller("east", None), Caller("west", None)
    create_series, start_match = replica.app.call("CreateSeries"), replica.app.call("StartSeriesMatch")
    requests = [pb.CreateSeriesRequest(series=asked(house(4)), request_id=request_id()) for _ in range(3)]
    first, _ = [await create_series(request, east) for request in requests[:2]]
    with pytest.raises(ServiceError, match="at most 2 series that are not over") as refused:
        await create_series(requests[2], east)
    assert (refused.value.reason, refused.value.metadata) == ("LIMIT_REACHED", {"limit": "max_open_series"})
    assert await create_series(requests[0], east) == first, "a repeat counts once"
    await create_series(requests[2], west)
    while not (series := await replica.app.call("GetSeries")(pb.GetSeriesRequest(name=first.name), east)).over:
        if not series.matches or series.matches[-1].state == FINISHED:
            series = await start_match(pb.StartSeriesMatchRequest(name=first.name, request_id=request_id()), east)
        await replica.serve_due(series.matches[-1].match.removeprefix("matches/"))
    assert (await create_series(requests[0], east)).over
    assert await redis.zcard(open_key("east", "open-series")) == 1, "neither it nor a repeat after its end counts"
    await create_series(requests[2], east)
