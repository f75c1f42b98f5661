"""Giving up: the house plays the seat until its character dies, and nobody has killed it."""

from __future__ import annotations

import signal
from pathlib import Path

from grpc import StatusCode
from sanguosha.v1 import match_pb2, replay_service_pb2

from service.matches.stored import Answerer, decode_log
from service.store import EmbeddedServer, Store
from tests.service.asking import does
from tests.service.planting import plant, stop_where
from tests.service.replaying import check_replay
from tests.service.serving import Server
from tests.service.streaming import play_until, update_of, update_where, watch
from tests.service.tables import BEGINNING, Calls, Table, refusal, request_id

FAILED = StatusCode.FAILED_PRECONDITION


def others(table: Table, *seats: int) -> set[int]:
    return table.tokens.keys() - set(seats)


async def dead(table: Table, seat: int) -> None:
    """Play on until the seat's character is dead."""

    async def died() -> bool:
        return not (await table.view()).view.seats[seat].alive

    await play_until(table, others(table, seat), died)


async def over(table: Table, *absent: int) -> match_pb2.Match:
    """Play on until the match is over."""

    async def ended() -> bool:
        return (await table.match()).state != match_pb2.MATCH_STATE_PLAYING

    await play_until(table, others(table, *absent), ended)
    return await table.match()


async def commoner(table: Table) -> int:
    """A seat whose death does not end the match, and that is not asked anything."""
    asked = (await table.asked()).seat
    seats = (await table.view()).view.seats
    return next(seat.seat for seat in seats if seat.role != "lord" and seat.seat != asked)


async def lord(table: Table) -> int:
    return next(seat.seat for seat in (await table.view()).view.seats if seat.role == "lord")


async def test_who_concedes_dies_without_a_killer_when_what_is_going_on_is_done(calls: Calls) -> None:
    table = await calls.table(6)
    seat = await commoner(table)
    stream = watch(table, cursor=BEGINNING)
    await update_of(stream)
    before = (await table.view()).view
    match = await does(table, "ConcedeMatch", seat)
    assert match == await table.match()
    assert (match.seats[seat].conceded, match.seats[seat].away, match.seats[seat].bot) == (True, True, False)
    assert (await table.view()).view == before  # not yet
    await dead(table, seat)
    died = []
    while not died:
        died = [e.died for e in (await update_of(stream)).events if e.WhichOneof("event") == "died"]
    assert [(event.seat, event.HasField("killer")) for event in died] == [(seat, False)]


async def test_the_house_answers_for_who_has_conceded_until_the_end(calls: Calls, records: Store) -> None:
    table = await calls.table(6)
    asked = await table.asked()
    await does(table, "ConcedeMatch", asked.seat)
    refused = await refusal(table.act(asked.seat, asked.default_answer))
    assert refused[1] in ("SEAT_CONCEDED", "MATCH_OVER")  # where the house was faster, and the lord is dead by now
    await over(table, asked.seat)
    entries = [decode_log(timed.entry) for timed in await records.log(table.id)]
    given = [entry.answerer for entry in entries if entry.seat == asked.seat and entry.decision]
    assert given
    assert set(given) == {Answerer.HOUSE}


async def test_a_concession_is_for_good(calls: Calls) -> None:
    table = await calls.table(6)
    seat = await commoner(table)
    once = request_id()
    conceded = await does(table, "ConcedeMatch", seat, request_id=once)
    methods = ("ConcedeMatch", "TakeBackSeat", "PauseMatch", "ResumeMatch")

    async def refused() -> None:
        for method in methods:
            assert (await refusal(does(table, method, seat)))[:2] == (FAILED, "SEAT_CONCEDED"), method
        answer = (await table.asked()).default_answer  # another's: a seat that has conceded answers nothing at all
        assert (await refusal(table.act(seat, answer)))[:2] == (FAILED, "SEAT_CONCEDED")

    await refused()
    await dead(table, seat)
    await refused()
    assert await does(table, "ConcedeMatch", seat, request_id=once) == conceded
    assert (await table.view(seat)).view.viewer == seat  # but it may look on
    await does(table, "HandOverSeat", seat=seat)
    found = (await table.match()).seats[seat]
    assert (found.conceded, found.away) == (True, True)


async def test_who_has_conceded_and_leaves_has_conceded_still(calls: Calls) -> None:
    table = await calls.table(6)
    seat = await commoner(table)
    await does(table, "ConcedeMatch", seat)
    assert (await does(table, "LeaveMatch", seat)).seats[seat].conceded
    assert (await refusal(does(table, "IssueToken", seat=seat)))[:2] == (FAILED, "SEAT_CONCEDED")
    await dead(table, seat)


async def test_the_dead_cannot_concede(calls: Calls, records: Store) -> None:
    live = stop_where(lambda match: not match.over and not all(player.alive for player in match.game.players))
    table = await plant(calls, records, live)
    seat = next(player.seat for player in live.game.players if not player.alive)
    before = await table.match()
    assert (await refusal(does(table, "ConcedeMatch", seat)))[:2] == (FAILED, "SEAT_DEAD")
    assert await table.match() == before


async def test_there_is_nothing_to_concede_before_the_start_and_after_the_end(calls: Calls) -> None:
    table = await calls.lobby()
    assert (await refusal(does(table, "ConcedeMatch", 0)))[:2] == (FAILED, "MATCH_NOT_STARTED")
    await calls.abandon(table.name)
    assert (await refusal(does(table, "ConcedeMatch", 0)))[:2] == (FAILED, "MATCH_OVER")


async def test_if_the_lord_concedes_the_rebels_win(calls: Calls) -> None:
    table = await calls.table(5)
    seat = await lord(table)
    await does(table, "ConcedeMatch", seat)
    match = await over(table, seat)
    assert match.state == match_pb2.MATCH_STATE_FINISHED
    rebels = [n for n, role in enumerate(match.result.roles) if role == "rebel"]
    assert list(match.result.winners) == rebels
    assert [each.seat for each in match.result.seats if each.won] == rebels
    assert (match.result.seats[seat].alive, match.result.seats[seat].played_by_house) == (False, True)
    assert [each.played_by_house for each in match.result.seats].count(True) == 1
    update = await update_of(watch(table))
    assert update.match.result == update.snapshot.result == match.result
    assert await does(table, "GetMatchResult") == match.result


async def test_all_players_may_concede_and_the_match_ends(calls: Calls, records: Store) -> None:
    table = await calls.table(5)
    for seat in range(5):
        if (await table.match()).state == match_pb2.MATCH_STATE_PLAYING:
            await does(table, "ConcedeMatch", seat)
    stream = watch(table)
    await update_where(stream, lambda update: update.state == match_pb2.MATCH_STATE_FINISHED)
    await check_replay(records, table.id)


async def test_a_concession_is_in_the_replay_at_its_place(calls: Calls, records: Store) -> None:
    table = await calls.table(6, playing=None)
    await table.move(3)
    seat = await commoner(table)
    await does(table, "ConcedeMatch", seat)
    await over(table, seat)
    await check_replay(records, table.id)
    steps = list((await does(table, "GetReplay")).steps)
    kinds = [step.WhichOneof("step") for step in steps]
    assert kinds.count("conceded") == 1
    place = kinds.index("conceded")
    assert steps[place].conceded == seat
    answers = [step.answer for step in steps[:place] if step.HasField("answer")]
    assert [answer.answerer for answer in answers] == [replay_service_pb2.ANSWERER_PLAYER] * 3


async def test_a_concession_survives_the_server_that_took_it(
    tmp_path: Path, apart: EmbeddedServer, apart_records: Store
) -> None:
    house = {"redis_url": apart.url, "bot_delay_ms": 1, "sweep_ms": 20, "lease_ms": 200}
    first = Server(tmp_path / "a", **house).start()
    async with Calls(first.address) as calls:
        table = await calls.table(5)
        seat = await lord(table)
        await does(table, "ConcedeMatch", seat)
        first.stop(signal.SIGKILL)
    with Server(tmp_path / "b", **house) as second:
        async with Calls(second.address) as calls:
            again = Table(calls, table.name, table.tokens)
            assert (await again.match()).seats[seat].conceded
            match = await over(again, seat)
    assert match.result.seats[seat].played_by_house
    await check_replay(apart_records, table.id)
