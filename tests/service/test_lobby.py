"""From an empty lobby to a started match, and the breaking off of one: what the contract says of these calls."""

from __future__ import annotations

import asyncio
from hashlib import sha256

import grpc
import pytest
from sanguosha.v1 import match_pb2, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store import Store
from tests.service.serving import WEST, Server
from tests.service.tables import SEED, Calls, Table, bearer, refusal, request_id, ruleset

FAILED = grpc.StatusCode.FAILED_PRECONDITION


async def test_a_new_match_waits_in_the_lobby_with_free_seats_and_every_default_filled_in(calls: Calls) -> None:
    match = await calls.create(playing=ruleset_pb2.Ruleset(seat_count=6))
    assert match.state == match_pb2.MATCH_STATE_LOBBY
    assert [(seat.seat, seat.taken, seat.bot) for seat in match.seats] == [(n, False, False) for n in range(6)]
    assert (match.ruleset.edition, match.ruleset.mode, list(match.ruleset.packs)) == ("standard", "identity", ["ex"])
    assert match.ruleset.options.heroes
    assert match.HasField("create_time")
    assert await calls.get(match.name) == match


async def test_the_servers_own_seed_is_committed_to_and_hidden(calls: Calls) -> None:
    match = await calls.create()
    assert len(match.commitment) == 32
    assert (match.seed, match.salt, match.seeded_by_creator) == (b"", b"", False)


async def test_a_chosen_seed_marks_the_match_and_is_hidden_too(calls: Calls) -> None:
    match = await calls.create(seed=SEED)
    assert match.seeded_by_creator
    assert match.seed == b""


async def test_equal_seeds_have_unequal_commitments_by_their_salt(calls: Calls) -> None:
    assert (await calls.create(seed=SEED)).commitment != (await calls.create(seed=SEED)).commitment


async def test_creating_again_with_the_same_request_id_gives_the_same_match(calls: Calls) -> None:
    once = request_id()
    first = await calls.create(id=once)
    assert await calls.create(id=once) == first
    assert (await calls.create()).name != first.name


async def test_creating_again_gives_the_first_answer_although_the_match_has_moved_on(calls: Calls) -> None:
    once = request_id()
    first = await calls.create(id=once)
    await calls.join(first.name)
    assert await calls.create(id=once) == first


async def test_a_request_id_used_for_another_ruleset_is_refused(calls: Calls) -> None:
    once = request_id()
    await calls.create(5, id=once)
    refused = await refusal(calls.create(6, id=once))
    assert refused[:2] == (grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")


async def test_the_house_takes_the_seats_it_is_given(calls: Calls) -> None:
    match = await calls.create(bots=[1, 3])
    assert [(seat.taken, seat.bot) for seat in match.seats] == [
        *((False, False), (True, True), (False, False), (True, True), (False, False))
    ]
    assert {(await calls.join(match.name)).seat for _ in range(3)} == {0, 2, 4}


async def test_joining_takes_the_first_free_seat(calls: Calls) -> None:
    match = await calls.create()
    joined = [await calls.join(match.name) for _ in range(5)]
    assert [answer.seat for answer in joined] == [0, 1, 2, 3, 4]
    assert len({answer.seat_token for answer in joined}) == 5
    assert all(seat.taken for seat in (await calls.get(match.name)).seats)


async def test_joining_again_with_the_same_request_id_gives_the_same_seat_and_token(calls: Calls) -> None:
    match = await calls.create()
    once = request_id()
    first = await calls.join(match.name, once)
    assert await calls.join(match.name, once) == first
    assert [seat.taken for seat in (await calls.get(match.name)).seats] == [True, False, False, False, False]


async def test_a_repeated_join_is_answered_even_after_the_start(calls: Calls) -> None:
    match = await calls.create(4, bots=[1, 2, 3])
    once = request_id()
    first = await calls.join(match.name, once)
    await calls.start(match.name)
    assert await calls.join(match.name, once) == first


async def test_all_who_join_at_once_get_seats_of_their_own(calls: Calls) -> None:
    match = await calls.create(10)
    joined = await asyncio.gather(*(calls.join(match.name) for _ in range(10)))
    assert {answer.seat for answer in joined} == set(range(10))


async def test_of_two_who_want_the_last_seat_one_gets_it(calls: Calls) -> None:
    match = await calls.create(4, bots=[1, 2, 3])
    answers = await asyncio.gather(*(calls.join(match.name) for _ in range(2)), return_exceptions=True)
    assert sorted(isinstance(answer, pb.JoinMatchResponse) for answer in answers) == [False, True]


async def test_one_join_sent_twice_at_once_takes_one_seat(calls: Calls) -> None:
    match = await calls.create()
    once = request_id()
    first, second = await asyncio.gather(calls.join(match.name, once), calls.join(match.name, once))
    assert first == second
    assert sum(seat.taken for seat in (await calls.get(match.name)).seats) == 1


async def test_a_full_match_takes_nobody_else(calls: Calls) -> None:
    table = await calls.lobby()
    assert (await refusal(calls.join(table.name)))[:2] == (FAILED, "MATCH_FULL")


async def test_a_match_with_free_seats_does_not_start(calls: Calls) -> None:
    match = await calls.create()
    assert (await refusal(calls.start(match.name)))[:2] == (FAILED, "SEATS_FREE")
    assert await calls.get(match.name) == match


async def test_starting_deals_and_asks(calls: Calls) -> None:
    table = await calls.lobby()
    started = await calls.start(table.name)
    assert started.state == match_pb2.MATCH_STATE_PLAYING
    assert started == await table.match()
    assert (await table.asked()).options
    assert started.seed == b""


async def test_a_match_starts_once(calls: Calls) -> None:
    table = await calls.lobby()
    once = request_id()
    started = await calls.start(table.name, once)
    assert await calls.start(table.name, once) == started
    assert (await refusal(calls.start(table.name)))[:2] == (FAILED, "MATCH_STARTED")
    assert (await refusal(calls.join(table.name)))[:2] == (FAILED, "MATCH_STARTED")


@pytest.mark.parametrize("begun", [False, True])
async def test_an_abandoned_match_reveals_its_seed_and_takes_nobody(calls: Calls, begun: bool) -> None:
    table = await (calls.table() if begun else calls.lobby())
    before = await table.match()
    over = await calls.abandon(table.name)
    assert over.state == match_pb2.MATCH_STATE_ABANDONED
    assert over.seed == SEED
    assert sha256(over.seed + over.salt).digest() == over.commitment == before.commitment
    assert not over.HasField("result")
    assert over == await table.match()
    for call in (calls.join(table.name), calls.start(table.name), calls.abandon(table.name)):
        assert (await refusal(call))[:2] == (FAILED, "MATCH_OVER")


async def test_abandoning_again_with_the_same_request_id_gives_the_same_answer(calls: Calls) -> None:
    table = await calls.table()
    once = request_id()
    assert await calls.abandon(table.name, once) == await calls.abandon(table.name, once)


async def test_a_request_id_used_for_another_method_is_refused(calls: Calls) -> None:
    table = await calls.lobby()
    once = request_id()
    await calls.start(table.name, once)
    refused = await refusal(calls.abandon(table.name, once))
    assert refused[:2] == (grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    assert (await table.match()).state == match_pb2.MATCH_STATE_PLAYING


async def test_a_finished_match_tells_how_it_ended_and_where_its_chance_came_from(calls: Calls) -> None:
    table = await calls.table()
    over = await table.play_out()
    assert over.state == match_pb2.MATCH_STATE_FINISHED
    assert sorted(over.result.roles) == ["lord", "loyalist", "rebel", "rebel", "renegade"]
    assert over.result.winners
    assert over.result.reason
    assert sha256(over.seed + over.salt).digest() == over.commitment
    assert (await refusal(calls.abandon(table.name)))[:2] == (FAILED, "MATCH_OVER")


async def test_a_listing_has_every_match_once_and_its_present_state(calls: Calls) -> None:
    made = []
    for _ in range(7):
        made.append((await calls.create(4)).name)
        await asyncio.sleep(0.002)  # within a millisecond the order is by bucket
    await calls.abandon(made[3])
    listed: list[match_pb2.Match] = []
    request = pb.ListMatchesRequest(page_size=3)
    while True:
        page = await calls.stub.ListMatches(request)
        assert len(page.matches) <= 3
        listed += page.matches
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
    names = [match.name for match in listed]
    assert len(set(names)) == len(names)
    assert [name for name in names if name in made] == made[::-1]
    assert {match.name: match.state for match in listed}[made[3]] == match_pb2.MATCH_STATE_ABANDONED


async def listed(calls: Calls, name: str) -> match_pb2.Match:
    page = await calls.stub.ListMatches(pb.ListMatchesRequest())
    [found] = [match for match in page.matches if match.name == name]
    return found


async def test_a_listing_shows_a_match_as_it_is_after_every_change(calls: Calls) -> None:
    name = (await calls.create(4)).name
    table = Table(calls, name, {})
    for _ in range(4):
        joined = await calls.join(name)
        table.tokens[joined.seat] = joined.seat_token
        assert await listed(calls, name) == await calls.get(name)
    await calls.start(name)
    assert await listed(calls, name) == await calls.get(name)
    playing = await calls.get(name)
    for _ in range(12):
        await table.move()
        assert await listed(calls, name) == await calls.get(name) == playing  # which says nothing of the table
    await calls.abandon(name)
    assert await listed(calls, name) == await calls.get(name)


async def test_a_page_without_a_size_is_as_long_as_the_server_likes(calls: Calls) -> None:
    await calls.create(4)
    page = await calls.stub.ListMatches(pb.ListMatchesRequest())
    assert 1 <= len(page.matches) <= 100
    huge = await calls.stub.ListMatches(pb.ListMatchesRequest(page_size=2**31 - 1))
    assert len(huge.matches) <= 100


async def test_with_keys_only_the_creator_starts_and_abandons(keyed: Server, east: Calls) -> None:
    table = await east.lobby()
    async with Calls(keyed.address, api_key=WEST) as west, Calls(keyed.address) as nobody:
        for call in (west.start(table.name), west.abandon(table.name)):
            assert (await refusal(call))[:2] == (grpc.StatusCode.PERMISSION_DENIED, "NOT_CREATOR")
        for call in (nobody.start(table.name), nobody.abandon(table.name), nobody.create()):
            assert (await refusal(call))[:2] == (grpc.StatusCode.UNAUTHENTICATED, "KEY_REQUIRED")
    assert (await east.start(table.name)).state == match_pb2.MATCH_STATE_PLAYING


async def test_a_foreign_key_is_refused_everywhere(keyed: Server, east: Calls) -> None:
    match = await east.create()
    call = east.stub.GetMatch(pb.GetMatchRequest(name=match.name), metadata=(("x-api-key", "0123456789abcdeX"),))
    assert (await refusal(call))[:2] == (grpc.StatusCode.UNAUTHENTICATED, "KEY_REQUIRED")


async def test_a_server_without_keys_does_not_mind_one(calls: Calls) -> None:
    match = await calls.create()
    for key in ("", "0123456789abcdef"):
        call = calls.stub.GetMatch(pb.GetMatchRequest(name=match.name), metadata=(("x-api-key", key),))
        assert await call == match


async def test_hosts_share_no_request_ids(keyed: Server, east: Calls) -> None:
    once = request_id()
    async with Calls(keyed.address, api_key=WEST) as west:
        assert (await west.create(id=once)).name != (await east.create(id=once)).name


async def test_players_need_no_key(keyed: Server, east: Calls) -> None:
    table = await east.table()
    async with Calls(keyed.address) as player:
        response = await player.stub.GetView(pb.GetViewRequest(name=table.name), metadata=bearer(table.tokens[0]))
    assert response.view.viewer == 0


async def test_rulesets_come_back_as_they_were_asked(calls: Calls) -> None:
    match = await calls.create(playing=ruleset(8, heroes=True, dual_renegade=True))
    assert (match.ruleset.seat_count, match.ruleset.options.dual_renegade) == (8, True)
    assert match.ruleset.options.heroes


async def test_one_uuid_is_one_request_in_whatever_case_it_is_written(calls: Calls) -> None:
    match = await calls.create()
    id = request_id()
    first = await calls.join(match.name, id)
    again = await calls.join(match.name, id.upper())
    assert (first.seat, first.seat_token) == (again.seat, again.seat_token)


async def test_no_token_of_a_match_is_valid_in_a_later_one_of_the_same_name(calls: Calls, records: Store) -> None:
    id = request_id()
    match = await calls.create(id=id)
    before = [await calls.join(match.name) for _ in match.seats]
    assert await records.delete(match.name.removeprefix("matches/"))  # as when it has expired
    assert (await calls.create(id=id)).name == match.name
    after = [await calls.join(match.name) for _ in match.seats]
    assert not {seat.seat_token for seat in before} & {seat.seat_token for seat in after}
    await calls.start(match.name)
    for seat in before:
        old = pb.GetViewRequest(name=match.name)
        refused = await refusal(calls.stub.GetView(old, metadata=bearer(seat.seat_token)))
        assert refused.reason == "TOKEN_INVALID"
