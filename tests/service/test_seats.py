"""Tokens of seats: who gets one, and what becomes of the one before."""

from __future__ import annotations

import asyncio

import pytest
from grpc import StatusCode
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.errors import ServiceError
from service.hosting import Hosted
from service.store import Store
from tests.service.asking import METHODS, NEEDED, ask, collection, does, issue, request_of
from tests.service.planting import answered
from tests.service.replica import SOMEBODY, Replica
from tests.service.serving import WEST, Server
from tests.service.streaming import SOON, update_of, update_where, watch
from tests.service.tables import BEGINNING, Calls, Table, bearer, reached, refusal, request_id, ruleset

VOID = (StatusCode.UNAUTHENTICATED, "TOKEN_INVALID")
FOR_THE_TABLE = {"GetMatch", "JoinMatch", "StartMatch", "AbandonMatch", "IssueToken", "GetMatchResult"}
BY_TOKEN = sorted(method for method in METHODS if collection(method) == "matches" and method not in FOR_THE_TABLE)


async def seats_of(table: Table) -> list[match_pb2.MatchSeat]:
    return list((await table.match()).seats)


# -- replaced tokens


async def test_a_token_issued_anew_opens_the_seat_and_the_old_one_opens_no_call(calls: Calls) -> None:
    table = await calls.table()
    old = table.tokens[1]
    assert await issue(table, 1) != old
    assert (await table.view(1)).view.viewer == 1
    for method in BY_TOKEN:
        if method in ("GetReplay", "Rematch"):
            continue  # of a match that is over, below
        call = does(table, method, token=old, **NEEDED.get(method, {}))
        assert (await refusal(call.read() if METHODS[method].server_streaming else call))[:2] == VOID, method
    assert (await refusal(does(table, "HandOverSeat", token=old, seat=1)))[:2] == VOID
    await calls.abandon(table.name)
    for method in ("GetReplay", "Rematch"):
        assert (await refusal(does(table, method, token=old)))[:2] == VOID
        await does(table, method, 1)


async def test_an_open_stream_of_a_replaced_token_ends_with_its_next_update(calls: Calls) -> None:
    table = await calls.table()
    watched, played = watch(table, 1), calls.stub.PlayMatch(metadata=bearer(table.tokens[1]))
    await played.write(pb.PlayMatchRequest(start=pb.PlayStart(name=table.name)))
    for stream in (watched, played):
        await update_of(stream)
    await issue(table, 1)
    for stream in (watched, played):
        assert (await refusal(asyncio.wait_for(stream.read(), SOON)))[:2] == VOID


async def test_a_wait_with_a_token_that_is_replaced_meanwhile_ends_and_tells_nothing(calls: Calls) -> None:
    table = await calls.table()
    seat = await table.idle_seat()
    waiting = asyncio.create_task(refusal(table.next(seat, wait=20)))
    await asyncio.sleep(0.05)  # most likely it waits by then; it is refused in any case
    await issue(table, seat)
    assert (await asyncio.wait_for(waiting, SOON))[:2] == VOID


async def test_a_token_replaced_between_two_looks_at_the_match_tells_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    replica = Replica(store)
    match_id = await replica.table(5)
    host = replica.app.backend.host
    read = host.read

    async def replaced_after(match_id: str, commit: bytes | None = None) -> Hosted:
        found = await read(match_id, commit)
        if commit is None:
            await replica.app.call("IssueToken")(request_of("IssueToken", name=f"matches/{match_id}", seat=1), SOMEBODY)
        return found

    monkeypatch.setattr(host, "read", replaced_after)
    with pytest.raises(ServiceError) as refused:
        await replica.next(match_id, 1, 0)
    assert refused.value.reason == "TOKEN_INVALID"


@pytest.mark.parametrize("late", [False, True])
async def test_a_repeated_act_tells_the_holder_of_a_replaced_token_nothing_new(calls: Calls, late: bool) -> None:
    """It would be answered with everything after its cursor, if its token were good still."""
    table = await calls.table()
    asked = await table.asked()
    seat, once, old = asked.seat, request_id(), table.tokens[asked.seat]
    if late:
        await does(table, "HandOverSeat", seat)
    first = await table.act(seat, asked.default_answer, id=once, cursor=BEGINNING)
    await issue(table, seat)
    await table.move(5)
    repeated = table.act(seat, asked.default_answer, id=once, cursor=BEGINNING, token=old)
    assert (await refusal(repeated))[:2] == VOID
    assert reached(first.update) > 0


async def test_a_repeated_join_gives_who_was_replaced_the_old_token_again(calls: Calls) -> None:
    match = await calls.create()
    once = request_id()
    table = Table(calls, match.name, {0: (await calls.join(match.name, once)).seat_token})
    old = table.tokens[0]
    new = await issue(table, 0)
    assert (await calls.join(match.name, once)).seat_token == old != new


async def test_a_repeated_issue_gives_the_token_that_it_gave_first(calls: Calls) -> None:
    table = await calls.table()
    once = request_id()
    first = await issue(table, 2, request_id=once)
    assert await issue(table, 2, request_id=once) == first
    second = await issue(table, 2)
    assert await issue(table, 2, request_id=once) == first != second
    assert (await refusal(table.view(2)))[:2] == VOID
    other = does(table, "IssueToken", seat=3, request_id=once)
    assert (await refusal(other))[:2] == (StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")


async def test_a_token_is_good_for_its_own_seat_alone(calls: Calls) -> None:
    table = await calls.table()
    match_id, _, generation, mac = (await issue(table, 1)).split(".")
    for seat in ("0", "2", "w"):
        token = f"{match_id}.{seat}.{generation}.{mac}"
        assert (await refusal(does(table, "GetView", token=token)))[:2] == VOID


# -- seats that get a player by their token


async def test_ready_made_seats_are_taken_from_the_beginning_and_played_by_issued_tokens(calls: Calls) -> None:
    match = await calls.create(4, names={2: "华佗", 0: "Ann"}, bots=[1])
    assert [(seat.taken, seat.bot, seat.display_name) for seat in match.seats] == [
        *((True, False, "Ann"), (True, True, ""), (True, False, "华佗"), (False, False, ""))
    ]
    table = Table(calls, match.name, {})
    assert (await calls.join(match.name)).seat == 3
    await issue(table, 0)
    await issue(table, 2, display_name="Cao")
    assert [seat.display_name for seat in await seats_of(table)] == ["Ann", "", "Cao", ""]
    await calls.start(match.name)
    assert [(await table.view(seat)).view.viewer for seat in (0, 2)] == [0, 2]


async def test_a_token_for_a_free_seat_takes_it(calls: Calls) -> None:
    match = await calls.create(4, bots=[0])
    table = Table(calls, match.name, {})
    await issue(table, 2, display_name="Ann")
    assert [seat.taken for seat in await seats_of(table)] == [True, False, True, False]
    assert [(await calls.join(match.name)).seat for _ in range(2)] == [1, 3]
    await calls.start(match.name)
    assert (await table.view(2)).view.viewer == 2


async def test_a_match_that_starts_by_itself_does_so_when_a_token_takes_its_last_seat(calls: Calls) -> None:
    match = await calls.create(4, bots=[0, 1, 2], auto_start=True)
    table = Table(calls, match.name, {})
    once = request_id()
    token = await issue(table, 3, request_id=once)
    assert (await table.match()).state == match_pb2.MATCH_STATE_PLAYING
    assert await issue(table, 3, request_id=once) == token
    assert (await table.view(3)).view.viewer == 3


async def test_a_match_that_starts_by_itself_does_so_when_the_last_seat_is_joined(calls: Calls) -> None:
    match = await calls.create(4, bots=[0, 1], auto_start=True)
    assert (await calls.join(match.name)).match.state == match_pb2.MATCH_STATE_LOBBY
    assert (await calls.join(match.name)).match.state == match_pb2.MATCH_STATE_PLAYING
    waiting = await calls.create(4, bots=[0, 1, 2])
    assert (await calls.join(waiting.name)).match.state == match_pb2.MATCH_STATE_LOBBY


async def test_a_token_for_a_seat_of_the_house_in_the_lobby_makes_it_a_players(calls: Calls) -> None:
    table = Table(calls, (await calls.create(4, bots=[0, 1, 2, 3])).name, {})
    await issue(table, 2)
    found = (await seats_of(table))[2]
    assert (found.taken, found.bot, found.away) == (True, False, False)


async def test_the_house_goes_on_with_a_seat_in_play_until_who_got_its_token_acts(calls: Calls) -> None:
    table = await calls.table(4, bots=[0, 1, 2, 3])
    await issue(table, 0)
    found = (await seats_of(table))[0]
    assert (found.taken, found.bot, found.away) == (True, False, True)
    stream = watch(table)
    head = reached(await update_of(stream))
    await update_where(stream, lambda update: reached(update) > head + 20)
    async with asyncio.timeout(SOON):
        # Who answers late, when others are asked in secret, is not seen to be back.
        while (await seats_of(table))[0].away:
            [decision] = (await table.next(0, wait=SOON)).decisions
            await table.act(0, decision.default_answer)
    assert (await table.next(0, wait=SOON)).open


async def test_a_conceded_seat_gets_no_token(calls: Calls) -> None:
    table = await calls.table()
    await does(table, "ConcedeMatch", 1)
    refused = await refusal(does(table, "IssueToken", seat=1))
    assert refused[:2] == (StatusCode.FAILED_PRECONDITION, "SEAT_CONCEDED")
    assert (await table.view(1)).view.viewer == 1


@pytest.mark.parametrize("seat", [5, 2**32 - 1])
@pytest.mark.parametrize("method", ["IssueToken", "HandOverSeat"])
async def test_there_must_be_such_a_seat(calls: Calls, method: str, seat: int) -> None:
    table = await calls.table(5)
    refused = await refusal(does(table, method, seat=seat))
    assert refused == (StatusCode.INVALID_ARGUMENT, "FIELD_INVALID", {"field": "seat"})


@pytest.mark.parametrize("scope", [{}, {"spectator": False}])
async def test_a_token_is_for_something(calls: Calls, scope: dict[str, bool]) -> None:
    table = await calls.table()
    refused = await refusal(does(table, "IssueToken", **scope))
    assert refused == (StatusCode.INVALID_ARGUMENT, "FIELD_INVALID", {"field": "scope"})


@pytest.mark.parametrize("name", ["x" * 33, "a\nb", "\u202egnik", "\u200b"])
async def test_a_name_that_cannot_be_shown_is_refused(calls: Calls, name: str) -> None:
    table = await calls.table()
    refused = await refusal(does(table, "IssueToken", seat=1, display_name=name))
    assert refused == (StatusCode.INVALID_ARGUMENT, "FIELD_INVALID", {"field": "display_name"})


async def test_no_seat_is_given_away_when_the_match_is_over(calls: Calls) -> None:
    table = await calls.table()
    await calls.abandon(table.name)
    refused = await refusal(does(table, "IssueToken", seat=1))
    assert refused[:2] == (StatusCode.FAILED_PRECONDITION, "MATCH_OVER")
    await does(table, "GetReplay", 1)


async def test_only_the_creator_gives_tokens_away(keyed: Server, east: Calls, records: Store) -> None:
    table = await east.table()
    old = dict(table.tokens)
    async with Calls(keyed.address, api_key=WEST) as west, Calls(keyed.address) as nobody:
        for scope in ({"seat": 1}, {"spectator": True}):
            for caller, code, reason in (
                (west, StatusCode.PERMISSION_DENIED, "NOT_CREATOR"),
                (nobody, StatusCode.UNAUTHENTICATED, "KEY_REQUIRED"),
            ):
                for token in ("", old[1]):
                    call = ask(caller, "IssueToken", token, name=table.name, **scope)
                    assert (await refusal(call))[:2] == (code, reason)
    assert (await table.view(1)).view.viewer == 1
    assert await issue(table, 1) != old[1]


async def test_a_repeat_by_another_host_gives_no_token(keyed: Server, east: Calls) -> None:
    table = await east.table()
    once = request_id()
    await issue(table, 1, request_id=once)
    async with Calls(keyed.address, api_key=WEST) as west, Calls(keyed.address) as nobody:
        for caller in (west, nobody):
            call = ask(caller, "IssueToken", name=table.name, seat=1, request_id=once)
            assert (await refusal(call)).reason in ("NOT_CREATOR", "KEY_REQUIRED")


async def test_a_match_that_starts_by_itself_does_so_at_once_when_every_seat_is_taken_from_the_beginning(
    calls: Calls, records: Store
) -> None:
    match = match_pb2.Match(ruleset=ruleset(4), auto_start=True)
    create = pb.CreateMatchRequest(match=match, bot_seats=range(4), request_id=request_id())
    created = await calls.stub.CreateMatch(create)
    assert created.state == match_pb2.MATCH_STATE_PLAYING
    assert await calls.stub.CreateMatch(create) == created
    async with asyncio.timeout(10):
        while not await answered(records, created.name.removeprefix("matches/")):  # the house plays
            await asyncio.sleep(0.01)
