"""After a match its players go on to the next one, in the same seats."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

import grpc
import pytest
from sanguosha.v1 import lobby_service_pb2 as lobby
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.errors import ServiceError
from service.matches.stored import decode_stored
from service.store import EmbeddedServer, Store
from tests.service.dying import dying_replica
from tests.service.lobbies import create, holds, issue, join, leave, rematch
from tests.service.replica import SEATED, SOMEBODY, Replica
from tests.service.serving import Server
from tests.service.tables import BEGINNING, Calls, Table, refusal, request_id, ruleset

LOBBY, PLAYING = match_pb2.MATCH_STATE_LOBBY, match_pb2.MATCH_STATE_PLAYING
NAMES = {0: "Zhao", 2: "Qian", 3: "孙尚香"}
HOUSE = [1, 4]


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("twin"), redis_url=backing.url, bot_delay_ms=1, sweep_ms=20) as started:
        yield started


async def seated(calls: Calls) -> Table:
    """A match in play with everything that the next one takes over; the house has two seats."""
    playing = ruleset(5)
    playing.options.talk = True
    playing.options.deadlines.play.FromSeconds(5000)
    asked = match_pb2.Match(
        ruleset=playing,
        annotations={"room": "7", "round": "1"},
        spectator_access=match_pb2.SPECTATOR_ACCESS_TOKEN,
    )
    match = await create(calls, asked, bot_seats=HOUSE)
    joined = [await join(calls, match.name, seat, name) for seat, name in NAMES.items()]
    await calls.start(match.name)
    return Table(calls, match.name, {each.seat: each.seat_token for each in joined})


async def over(calls: Calls) -> Table:
    """The same, broken off."""
    table = await seated(calls)
    await calls.abandon(table.name)
    return table


async def test_the_next_match_has_the_same_seats_ruleset_annotations_and_names(calls: Calls) -> None:
    table = await over(calls)
    last = await table.match()
    joined = {seat: await rematch(calls, table.name, table.tokens[seat]) for seat in (3, 0, 2)}
    assert {seat: each.seat for seat, each in joined.items()} == {0: 0, 2: 2, 3: 3}
    following = await calls.get(joined[0].match.name)
    assert following.name != last.name
    assert following.ruleset == last.ruleset
    assert following.annotations == last.annotations
    assert following.spectator_access == last.spectator_access
    assert [(seat.seat, seat.bot, seat.display_name) for seat in following.seats] == [
        (seat.seat, seat.bot, seat.display_name) for seat in last.seats
    ]
    assert following.unlisted
    assert following.auto_start
    assert following.commitment != last.commitment
    assert all([await holds(calls, each) for each in joined.values()])


async def test_it_starts_when_every_player_has_called_and_no_sooner(calls: Calls) -> None:
    table = await over(calls)
    states = [(await rematch(calls, table.name, table.tokens[seat])).match.state for seat in (0, 2, 3)]
    assert states == [LOBBY, LOBBY, PLAYING]


async def test_house_seats_stay_the_houses_and_so_do_those_that_were_left(calls: Calls) -> None:
    table = await seated(calls)
    await leave(calls, table.name, table.tokens[2])
    await calls.abandon(table.name)
    first = await rematch(calls, table.name, table.tokens[0])
    assert [seat.bot for seat in first.match.seats] == [False, True, True, False, True]
    assert (await rematch(calls, table.name, table.tokens[3])).match.state == PLAYING
    assert (await refusal(rematch(calls, table.name, table.tokens[2]))).reason == "TOKEN_INVALID"


async def test_a_match_played_to_its_end_goes_on_as_well(calls: Calls) -> None:
    table = await calls.table(4)
    await table.play_out()
    joined = [await rematch(calls, table.name, table.tokens[seat]) for seat in range(4)]
    assert joined[-1].match.state == PLAYING
    again = Table(calls, joined[0].match.name, {each.seat: each.seat_token for each in joined})
    await again.move(3)


async def test_in_a_rematch_the_sides_of_3v3_change_their_colours(calls: Calls) -> None:
    playing = ruleset(6, heroes=True)
    playing.mode = "3v3"
    table = await calls.table(6, playing=playing)
    await table.play_out()
    roles = (await table.match()).result.roles
    joined = [await rematch(calls, table.name, table.tokens[seat]) for seat in range(6)]
    following = joined[-1].match
    assert following.ruleset.options.warm_seat == list(roles).index("renegade")
    again = Table(calls, following.name, {each.seat: each.seat_token for each in joined})
    seats = (await again.next(0)).snapshot.seats
    changed = {"lord": "renegade", "loyalist": "rebel", "renegade": "lord", "rebel": "loyalist"}
    assert [seat.role for seat in seats] == [changed[role] for role in roles]


async def test_m801_in_a_rematch_who_died_first_keeps_the_last_blood(calls: Calls, records: Store) -> None:
    table = await calls.table(4, playing=ruleset(4, last_blood=True, protected_seat=1))
    await table.play_out()
    found = await records.load(table.id)
    assert found is not None
    result = decode_stored(found.state).result
    assert result is not None
    second = await rematch(calls, table.name, table.tokens[0])
    assert second.match.ruleset.options.protected_seat == result.first_out
    await calls.abandon(second.match.name)
    third = await rematch(calls, second.match.name, second.seat_token)
    assert third.match.ruleset == second.match.ruleset, "nobody has died since"


async def test_a_rematch_has_a_rematch_of_its_own(calls: Calls) -> None:
    table = await over(calls)
    second = await rematch(calls, table.name, table.tokens[0])
    await calls.abandon(second.match.name)
    third = await rematch(calls, second.match.name, second.seat_token)
    assert len({table.name, second.match.name, third.match.name}) == 3


async def test_a_repeat_gets_the_same_seat_and_token(calls: Calls, twin: Server) -> None:
    table, once = await over(calls), request_id()
    first = await rematch(calls, table.name, table.tokens[0], id=once)
    await rematch(calls, table.name, table.tokens[2])
    assert await rematch(calls, table.name, table.tokens[0], id=once) == first
    await rematch(calls, table.name, table.tokens[3])
    async with Calls(twin.address) as there:
        assert await rematch(there, table.name, table.tokens[0], id=once) == first


async def test_who_has_called_has_a_seat_already(calls: Calls) -> None:
    table = await over(calls)
    await rematch(calls, table.name, table.tokens[0])
    assert (await refusal(rematch(calls, table.name, table.tokens[0]))).reason == "SEAT_TAKEN"


async def test_before_the_end_it_is_refused_and_nothing_is_created(calls: Calls) -> None:
    table = await seated(calls)
    for token in table.tokens.values():
        refused = await refusal(rematch(calls, table.name, token))
        assert refused[:2] == (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_NOT_OVER")
    assert (await table.match()).rematch == ""


async def test_spectators_and_strangers_are_refused(calls: Calls) -> None:
    table = await over(calls)
    other = await over(calls)
    spectator = await seated(calls)
    watching = (await issue(calls, spectator.name)).token
    await calls.abandon(spectator.name)
    assert (await refusal(rematch(calls, table.name, ""))).reason == "TOKEN_MISSING"
    assert (await refusal(rematch(calls, spectator.name, watching))).reason == "TOKEN_MISSING"
    assert (await refusal(rematch(calls, table.name, other.tokens[0]))).reason == "TOKEN_INVALID"
    for name in (table.name, spectator.name):
        assert (await calls.get(name)).rematch == ""


async def test_a_token_that_was_replaced_leads_to_no_rematch(calls: Calls) -> None:
    table = await seated(calls)
    fresh = (await issue(calls, table.name, 0)).token
    await calls.abandon(table.name)
    assert (await refusal(rematch(calls, table.name, table.tokens[0]))).reason == "TOKEN_INVALID"
    assert (await rematch(calls, table.name, fresh)).seat == 0


async def test_callers_at_once_at_two_replicas_create_one_match(calls: Calls, twin: Server) -> None:
    async with Calls(twin.address) as there:
        for _ in range(5):
            table = await over(calls)
            joined = await asyncio.gather(
                *(
                    rematch(place, table.name, table.tokens[seat])
                    for place, seat in zip((calls, there, calls), NAMES, strict=True)
                )
            )
            assert len({each.match.name for each in joined}) == 1
            assert (await calls.get(joined[0].match.name)).state == PLAYING
            assert (await table.match()).rematch == joined[0].match.name


async def test_the_match_that_is_over_names_the_next_one_and_changes_in_nothing_else(calls: Calls) -> None:
    """A watch has ended with the match: who wants to know asks for the match, and finds another etag."""
    table = await over(calls)
    last = await table.match()
    first = await rematch(calls, table.name, table.tokens[0])
    now = await table.match()
    assert now.rematch == first.match.name
    assert now.etag != last.etag
    await rematch(calls, table.name, table.tokens[2])
    assert await table.match() == now
    now.ClearField("rematch")
    now.etag = last.etag
    assert now == last


async def test_who_comes_to_watch_then_is_told_as_well(calls: Calls) -> None:
    table = await calls.table(4)
    await calls.abandon(table.name)
    joined = await rematch(calls, table.name, table.tokens[0])
    stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name, cursor=BEGINNING))
    assert (await stream.read()).update.match.rematch == joined.match.name
    assert (await stream.read()).end == pb.STREAM_END_MATCH_OVER


async def test_a_next_match_that_is_gone_is_created_again(calls: Calls, records: Store) -> None:
    table = await over(calls)
    first = await rematch(calls, table.name, table.tokens[0])
    await records.delete(first.match.name.removeprefix("matches/"))
    second = await rematch(calls, table.name, table.tokens[2])
    assert second.match.name == first.match.name
    assert [seat.taken for seat in second.match.seats] == [False, True, True, False, True]


@pytest.mark.parametrize("happens", [False, True], ids=["before", "after"])
async def test_a_replica_that_dies_anywhere_seats_nobody_twice(store: Store, happens: bool) -> None:
    for alive in count():
        replica = Replica(store)
        match_id = await replica.table(4, bots=[2, 3])
        name = f"matches/{match_id}"
        await replica.app.call("AbandonMatch")(pb.AbandonMatchRequest(name=name, request_id=request_id()), SOMEBODY)
        asked = [lobby.RematchRequest(name=name, request_id=request_id()) for _ in range(2)]
        poor, dying = dying_replica(store, alive, happens)
        with suppress(ServiceError):
            await poor.app.call("Rematch")(asked[0], SEATED[match_id, 0])
        joined = [await replica.app.call("Rematch")(asked[seat], SEATED[match_id, seat]) for seat in (1, 0)]
        assert [each.seat for each in joined] == [1, 0]
        assert joined[0].match.name == joined[1].match.name
        following = await replica.app.call("GetMatch")(pb.GetMatchRequest(name=joined[0].match.name), SOMEBODY)
        assert following.state == PLAYING
        if not dying.died:
            break
    assert alive >= 5
