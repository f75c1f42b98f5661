"""Seats that their players leave, hand over to the house and take back; and what the others hear of it."""

from __future__ import annotations

from typing import Any

import pytest
from grpc import StatusCode
from sanguosha.v1 import decision_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.matches.stored import Answerer, decode_log
from service.store import EmbeddedServer, Store
from tests.service.asking import ask, does, issue
from tests.service.serving import WEST, Server
from tests.service.streaming import play_until, update_of, watch
from tests.service.tables import Calls, Table, refusal, request_id, ruleset

VOID = (StatusCode.UNAUTHENTICATED, "TOKEN_INVALID")
FAILED = StatusCode.FAILED_PRECONDITION


async def answerers(records: Store, table: Table, seat: int) -> list[Answerer]:
    """Who has answered for a seat, in order."""
    entries = [decode_log(timed.entry) for timed in await records.log(table.id)]
    return [entry.answerer for entry in entries if entry.seat == seat and entry.decision]


async def away(table: Table) -> list[int]:
    return [seat.seat for seat in (await table.match()).seats if seat.away]


async def until_house_answers(records: Store, table: Table, seat: int) -> None:
    """Play the other seats until the house has answered for this one."""

    async def answered() -> bool:
        return Answerer.HOUSE in await answerers(records, table, seat)

    await play_until(table, table.tokens.keys() - {seat}, answered)


# -- leaving


async def test_who_leaves_the_lobby_makes_room_for_others(calls: Calls) -> None:
    table = await calls.lobby(4, names={2: "Ann"})
    await issue(table, 2)
    assert (await refusal(calls.join(table.name)))[:2] == (FAILED, "MATCH_FULL")
    once = request_id()
    left = await does(table, "LeaveMatch", 2, request_id=once)
    assert left == await table.match()
    assert left.seats[2] == match_pb2.MatchSeat(seat=2)
    assert (await refusal(does(table, "LeaveMatch", 2)))[:2] == VOID
    joined = await calls.join(table.name)
    assert joined.seat == 2
    assert await does(table, "LeaveMatch", 2, request_id=once) == left  # a repeat, whose reply was lost
    assert (await table.match()).seats[2].taken
    await calls.start(table.name)
    assert (await refusal(table.view(2)))[:2] == VOID
    table.tokens[2] = joined.seat_token
    assert (await table.view(2)).view.viewer == 2


async def test_a_repeated_join_does_not_bring_who_left_back(calls: Calls) -> None:
    once = request_id()
    match = await calls.create(4)
    table = Table(calls, match.name, {0: (await calls.join(match.name, once)).seat_token})
    await does(table, "LeaveMatch", 0)
    assert (await calls.join(match.name, once)).seat_token == table.tokens[0]
    assert not (await table.match()).seats[0].taken
    assert (await refusal(does(table, "LeaveMatch", 0)))[:2] == VOID


async def test_the_house_plays_on_for_who_leaves_in_play(calls: Calls, records: Store) -> None:
    table = await calls.table(4)
    seat = (await table.asked()).seat
    left = await does(table, "LeaveMatch", seat)
    assert (left.seats[seat].taken, left.seats[seat].bot, left.seats[seat].away) == (True, True, False)
    for method in ("GetView", "TakeBackSeat", "LeaveMatch", "ConcedeMatch"):
        assert (await refusal(does(table, method, seat)))[:2] == VOID
    await until_house_answers(records, table, seat)
    assert (await refusal(calls.join(table.name)))[:2] == (FAILED, "MATCH_STARTED")


async def test_nobody_leaves_a_match_that_is_over(calls: Calls) -> None:
    table = await calls.table()
    await calls.abandon(table.name)
    assert (await refusal(does(table, "LeaveMatch", 1)))[:2] == (FAILED, "MATCH_OVER")
    assert (await table.view(1)).view.viewer == 1


# -- handing over and taking back


async def test_the_house_plays_a_seat_from_when_it_is_handed_over_until_it_is_taken_back(
    calls: Calls, records: Store
) -> None:
    table = await calls.table(4)
    seat = (await table.asked()).seat
    handed = await does(table, "HandOverSeat", seat)
    assert (handed.seats[seat].away, handed.seats[seat].bot) == (True, False)
    await until_house_answers(records, table, seat)
    taken = await does(table, "TakeBackSeat", seat)
    assert not any(each.away for each in taken.seats)

    async def asked() -> bool:
        return bool((await table.next(seat)).open)

    await play_until(table, table.tokens.keys() - {seat}, asked)
    count = len(await answerers(records, table, seat))
    await table.act(seat, (await table.next(seat)).decisions[0].default_answer)
    assert (await answerers(records, table, seat))[count:] == [Answerer.PLAYER]


async def test_a_player_hands_over_no_seat_but_its_own(keyed: Server, east: Calls) -> None:
    table = await east.table()
    async with Calls(keyed.address) as player, Calls(keyed.address, api_key=WEST) as west:
        named = {"name": table.name, "seat": 2}
        for caller, token, code, reason in (
            (player, table.tokens[1], StatusCode.UNAUTHENTICATED, "KEY_REQUIRED"),
            (player, "", StatusCode.UNAUTHENTICATED, "KEY_REQUIRED"),
            (west, table.tokens[1], StatusCode.PERMISSION_DENIED, "NOT_CREATOR"),
            (west, "", StatusCode.PERMISSION_DENIED, "NOT_CREATOR"),
        ):
            assert (await refusal(ask(caller, "HandOverSeat", token, **named)))[:2] == (code, reason)
        assert await away(table) == []
        await ask(player, "HandOverSeat", table.tokens[2], **named)
        assert await away(table) == [2]


async def test_the_creator_hands_over_any_seat(east: Calls) -> None:
    table = await east.table()
    await does(table, "HandOverSeat", seat=3)
    assert await away(table) == [3]
    refused = await refusal(ask(east, "HandOverSeat", name=table.name))
    assert refused[:2] == (StatusCode.UNAUTHENTICATED, "TOKEN_MISSING")


async def test_a_seat_of_the_house_has_no_player_who_could_be_away(calls: Calls) -> None:
    table = await calls.table(5, bots=[4])
    await does(table, "HandOverSeat", seat=4)
    assert await away(table) == []


@pytest.mark.parametrize("method", ["HandOverSeat", "TakeBackSeat"])
async def test_seats_are_handed_over_and_taken_back_in_play_alone(calls: Calls, method: str) -> None:
    table = await calls.lobby()
    assert (await refusal(does(table, method, 1)))[:2] == (FAILED, "MATCH_NOT_STARTED")
    await calls.abandon(table.name)
    assert (await refusal(does(table, method, 1)))[:2] == (FAILED, "MATCH_OVER")


async def handed_over(calls: Calls) -> tuple[Table, decision_pb2.Decision]:
    """A seat that the house has, and a decision that it was asked and has answered."""
    table = await calls.table()
    asked = await table.asked()
    await table.act(asked.seat, asked.default_answer)
    await does(table, "HandOverSeat", asked.seat)
    return table, asked


async def test_an_answer_takes_the_seat_back_even_if_it_comes_too_late(calls: Calls) -> None:
    table, asked = await handed_over(calls)
    once = request_id()
    response = await table.act(asked.seat, asked.default_answer, id=once)
    assert response.outcome == pb.OUTCOME_SUPERSEDED
    assert await away(table) == []
    await does(table, "HandOverSeat", asked.seat)
    assert (await table.act(asked.seat, asked.default_answer, id=once)).outcome == pb.OUTCOME_SUPERSEDED
    assert await away(table) == [asked.seat]  # a repeat happens once


async def test_a_refused_answer_does_not_take_the_seat_back(calls: Calls) -> None:
    table, asked = await handed_over(calls)
    for answer in (decision_pb2.Answer(decision=asked.id + 50, option="pass"), decision_pb2.Answer()):
        assert (await refusal(table.act(asked.seat, answer))).reason == "DECISION_UNKNOWN"
    assert await away(table) == [asked.seat]


async def test_an_answer_in_time_takes_the_seat_back(tmp_path_factory: Any, apart: EmbeddedServer) -> None:
    """The house of this server thinks for ever."""
    folder = tmp_path_factory.mktemp("slow")
    with Server(folder, redis_url=apart.url, bot_delay_ms=10**7) as slow:
        async with Calls(slow.address) as calls:
            table = await calls.table()
            asked = await table.asked()
            await does(table, "HandOverSeat", asked.seat)
            refused = decision_pb2.Answer(decision=asked.id, option="no such")
            assert (await refusal(table.act(asked.seat, refused))).reason == "OPTION_NOT_LISTED"
            assert await away(table) == [asked.seat]
            response = await table.act(asked.seat, asked.default_answer)
            assert response.outcome == pb.OUTCOME_APPLIED
            assert not response.update.match.seats[asked.seat].away
            assert await away(table) == []


# -- what the others hear

TALKING = ruleset(5, talk=True)
CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("IssueToken", {"display_name": "Ann"}),
    ("LeaveMatch", {}),
    ("HandOverSeat", {}),
    ("ConcedeMatch", {}),
    ("PauseMatch", {}),
]


@pytest.mark.parametrize("seated", [False, True], ids=["spectator", "seat"])
@pytest.mark.parametrize(("method", "fields"), CHANGES, ids=[method for method, _ in CHANGES])
async def test_everybody_is_sent_the_match_with_a_change_of_a_seat_and_nothing_else(
    calls: Calls, method: str, fields: dict[str, Any], seated: bool
) -> None:
    table = await calls.table(playing=TALKING)
    seat = await table.idle_seat()
    fields = {**fields, "seat": seat} if method == "IssueToken" else fields
    stream = watch(table, (await table.asked()).seat if seated else None)
    first = await update_of(stream)
    await does(table, method, seat, **fields)
    update = await update_of(stream)
    now = await table.match()
    now.etag = ""
    assert update.match == now != first.match
    assert update == pb.Update(
        cursor=update.cursor,
        state=first.state,
        match=now,
        open=first.open,
        viewer=first.viewer if first.HasField("viewer") else None,
    )
    assert bool(update.open) is seated


async def test_who_hears_of_a_seat_taken_back_hears_nothing_else(calls: Calls) -> None:
    table = await calls.table()
    seat = await table.idle_seat()
    await does(table, "HandOverSeat", seat)
    stream = watch(table)
    first = await update_of(stream)
    await does(table, "TakeBackSeat", seat)
    update = await update_of(stream)
    assert [each.away for each in update.match.seats] == [False] * 5
    assert first.match.seats[seat].away
    assert update == pb.Update(cursor=update.cursor, state=update.state, match=update.match)


async def test_the_lobby_hears_of_who_comes_and_goes(calls: Calls) -> None:
    match = await calls.create(4)
    table = Table(calls, match.name, {})
    stream = watch(table)
    await update_of(stream)
    await issue(table, 1, display_name="Ann")
    assert (await update_of(stream)).match.seats[1].display_name == "Ann"
    await does(table, "LeaveMatch", 1)
    assert not (await update_of(stream)).match.seats[1].taken
