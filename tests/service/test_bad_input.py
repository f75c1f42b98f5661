"""Calls that are wrong: each gets a clear status and a stable reason, and changes nothing that is stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from sanguosha.v1 import decision_pb2, match_pb2, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store import Store
from tests.service.asking import METHODS, NEEDED, ask, collection, has, series
from tests.service.serving import Server
from tests.service.tables import SEED, Calls, Metadata, Table, bearer, refusal, request_id, ruleset, why

UNKNOWN = "matches/aaaaaaaaaaaaaaaaaaaaaaaa"
UNKNOWN_SERIES = "series/aaaaaaaaaaaaaaaaaaaaaaaa"
FORGED = "forged.0.0.AAAA"
INVALID, UNAUTHENTICATED, FAILED = (
    StatusCode.INVALID_ARGUMENT,
    StatusCode.UNAUTHENTICATED,
    StatusCode.FAILED_PRECONDITION,
)


@asynccontextmanager
async def unchanged(records: Store, match_id: str) -> AsyncIterator[None]:
    """What is stored of the match is the same bytes afterwards, log and events too."""

    async def stored() -> tuple[Any, ...]:
        found = await records.load(match_id)
        assert found is not None
        return found.state, found.commit, found.head, await records.log(match_id)

    before = await stored()
    yield
    assert await stored() == before


SEATS_ALONE = {"Act", "NextDecision", "PlayMatch", "Rematch", "IssueTicket", "LeaveMatch", "HandOverSeat"}
SEATS_ALONE |= {"TakeBackSeat", "ConcedeMatch", "PauseMatch", "ResumeMatch", "SendMessage"}
"""The methods that are for a seat, or for whoever has a token."""


def every_call(calls: Calls, name: str, token: str = "") -> dict[str, Any]:
    """Each method of the contract that names a match, called with the token."""
    return {**every_call_of("matches", calls, name, token), "PlayMatch": first_of_stream(calls, name, bearer(token))}


def every_call_of(named: str, calls: Calls, name: str, token: str = "") -> dict[str, Any]:
    """Each method whose `name` is of the collection."""
    return {method: call_of(calls, method, token, name=name) for method in METHODS if collection(method) == named}


def call_of(calls: Calls, method: str, token: str = "", **fields: Any) -> Any:
    """The call, with all that it needs; the first message of a stream."""
    call = ask(calls, method, token, **NEEDED.get(method, {}), **fields)
    return call.read() if METHODS[method].server_streaming else call


async def first_of_stream(calls: Calls, name: str, metadata: Metadata) -> pb.PlayMatchResponse:
    while True:
        stream = calls.stub.PlayMatch(metadata=metadata)
        try:
            await stream.write(pb.PlayMatchRequest(start=pb.PlayStart(name=name)))
            return await stream.read()
        except grpc.aio.AioRpcError as error:
            # The client library's own, where the stream was refused while the message was under way; ours has a reason.
            if why(error)[:2] != (StatusCode.INTERNAL, ""):
                raise


@pytest.mark.parametrize(
    "name", ["", "matches", "matches/", "games/abc", "matches/a/b", "matches/é", "matches/../x", "m" * 60_000]
)
async def test_a_name_of_another_form_is_invalid_in_every_call(calls: Calls, name: str) -> None:
    for method, call in {**every_call(calls, name), **every_call_of("series", calls, name)}.items():
        assert (await refusal(call))[:2] == (INVALID, "NAME_INVALID"), method


async def test_a_name_of_a_match_is_none_of_a_series_nor_the_other_way_round(calls: Calls) -> None:
    match, contest = (await calls.create()).name, (await series(calls)).name
    for method, call in {**every_call(calls, contest), **every_call_of("series", calls, match)}.items():
        assert (await refusal(call))[:2] == (INVALID, "NAME_INVALID"), method


async def test_an_unknown_match_is_not_found_by_any_call(calls: Calls) -> None:
    made = every_call(calls, UNKNOWN)
    assert made.keys() > SEATS_ALONE
    for method, call in made.items():
        expected = (StatusCode.NOT_FOUND, "MATCH_NOT_FOUND")
        if method in SEATS_ALONE:
            expected = (UNAUTHENTICATED, "TOKEN_MISSING")
        assert (await refusal(call))[:2] == expected, method


async def test_an_unknown_series_is_not_found_by_any_call(calls: Calls) -> None:
    made = every_call_of("series", calls, UNKNOWN_SERIES)
    assert made.keys() == {"GetSeries", "StartSeriesMatch"}
    for method, call in made.items():
        assert (await refusal(call))[:2] == (StatusCode.NOT_FOUND, "SERIES_NOT_FOUND"), method


async def test_a_match_that_is_gone_is_not_found_by_who_had_a_seat_in_it(calls: Calls, records: Store) -> None:
    table = await calls.table()
    await records.delete(table.id)
    for method, call in every_call(calls, table.name, table.tokens[0]).items():
        assert (await refusal(call))[:2] == (StatusCode.NOT_FOUND, "MATCH_NOT_FOUND"), method


# -- request ids

WITH_REQUEST_ID = partial(has, field="request_id")


@pytest.mark.parametrize("id", ["", "1", "x" * 36, "{00000000-0000-4000-8000-000000000000}", "0" * 32, "é"])
async def test_a_request_id_that_is_no_uuid_is_refused(calls: Calls, records: Store, id: str) -> None:
    table = await calls.table()
    names = {"matches": table.name, "series": (await series(calls)).name}
    async with unchanged(records, table.id):
        for method in filter(WITH_REQUEST_ID, METHODS):
            named = {"name": names[collection(method)]} if has(method, "name") else {}
            call = call_of(calls, method, table.tokens[0], request_id=id, **named)
            assert (await refusal(call))[:2] == (INVALID, "REQUEST_ID_INVALID"), method


async def test_a_request_id_of_a_seat_is_for_one_method(calls: Calls, records: Store) -> None:
    table = await calls.table(playing=ruleset(talk=True))
    asked = await table.asked()
    once = request_id()
    await table.act(asked.seat, asked.default_answer, id=once)
    async with unchanged(records, table.id):
        for method in filter(WITH_REQUEST_ID, SEATS_ALONE - {"Act", "Rematch"}):
            call = call_of(calls, method, table.tokens[asked.seat], name=table.name, request_id=once)
            assert (await refusal(call))[:2] == (StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED"), method


async def test_a_request_id_used_for_another_answer_is_refused(calls: Calls, records: Store) -> None:
    table = await calls.table()
    asked = await table.asked()
    once = request_id()
    await table.act(asked.seat, asked.default_answer, id=once)
    other = decision_pb2.Answer(decision=asked.id, option="another")
    async with unchanged(records, table.id):
        refused = await refusal(table.act(asked.seat, other, id=once))
        assert refused[:2] == (StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")


async def test_the_same_request_id_with_two_bodies_at_once_happens_once(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    once = request_id()
    answers = await asyncio.gather(
        *(table.act(asked.seat, asked.default_answer, id=once, cursor=table.cursor(n)) for n in range(3)),
        return_exceptions=True,
    )
    assert [isinstance(answer, pb.ActResponse) for answer in answers].count(True) == 1


# -- rulesets and what else a match is created with

R, Options = ruleset_pb2.Ruleset, ruleset_pb2.RulesetOptions


@pytest.mark.parametrize(
    "wanted",
    [
        R(),
        *(R(seat_count=seats) for seats in (1, 3, 11, 2**32 - 1)),
        *(R(seat_count=seats, options=Options(dual_renegade=True)) for seats in (4, 5, 7, 9, 10)),
        R(seat_count=5, edition="no such"),
        R(seat_count=5, mode="no such"),
        R(seat_count=8, mode="4v4"),
        R(seat_count=5, mode="3v3"),
        R(seat_count=5, packs=["no such"]),
        R(seat_count=5, packs=["ex", "ex "]),
        R(seat_count=5, packs=["x" * 60_000]),
        *(R(seat_count=5, options=Options(**{option: True})) for option in ("first_game", "competitive")),
        R(seat_count=5, options=Options(warm_seat=1)),
        R(seat_count=5, options=Options(reincarnation=True, dark_souls=True)),
        R(seat_count=5, options=Options.FromString(b"\xf8\x3f\x01")),  # a field of a later contract
        R.FromString(R(seat_count=5).SerializeToString() + b"\xf8\x3f\x01"),
    ],
    ids=lambda wanted: str(wanted).replace("\n", " ")[:60],
)
async def test_a_ruleset_that_the_server_does_not_have_is_refused(calls: Calls, wanted: ruleset_pb2.Ruleset) -> None:
    refused = await refusal(calls.create(playing=wanted))
    assert refused[:2] == (INVALID, "RULESET_INVALID")
    assert refused.about["ruleset"]


async def test_a_match_without_a_ruleset_is_refused(calls: Calls) -> None:
    refused = await refusal(calls.stub.CreateMatch(pb.CreateMatchRequest(request_id=request_id())))
    assert refused[:2] == (INVALID, "RULESET_INVALID")


@pytest.mark.parametrize("seed", [b"abc", SEED + b"x", bytes(60_000)])
async def test_a_seed_of_another_length_is_refused(calls: Calls, seed: bytes) -> None:
    assert (await refusal(calls.create(seed=seed)))[:2] == (INVALID, "SEED_INVALID")


async def test_a_refused_creation_may_be_corrected_under_its_request_id(calls: Calls) -> None:
    once = request_id()
    await refusal(calls.create(seed=b"abc", id=once))
    assert (await calls.create(seed=SEED, id=once)).seeded_by_creator


@pytest.mark.parametrize("bots", [[5], [0, 2**32 - 1]])
async def test_the_house_cannot_sit_where_there_is_no_seat(calls: Calls, bots: list[int]) -> None:
    refused = await refusal(calls.create(5, bots=bots))
    assert refused == (INVALID, "FIELD_INVALID", {"field": "bot_seats"})


async def test_a_negative_page_size_is_refused(calls: Calls) -> None:
    refused = await refusal(calls.stub.ListMatches(pb.ListMatchesRequest(page_size=-1)))
    assert refused == (INVALID, "FIELD_INVALID", {"field": "page_size"})


@pytest.mark.parametrize("token", ["x", "MS4y.", "é", "OQ" * 20_000])
async def test_a_made_up_page_token_is_refused(calls: Calls, token: str) -> None:
    refused = await refusal(calls.stub.ListMatches(pb.ListMatchesRequest(page_token=token)))
    assert refused[:2] == (INVALID, "PAGE_TOKEN_INVALID")


@pytest.mark.parametrize(("seconds", "nanos"), [(-1, 0), (0, -1), (-(2**63), 0), (2**63 - 1, 0), (1, 2**31 - 1)])
async def test_a_wait_that_is_no_time_is_refused_or_cut_down(calls: Calls, seconds: int, nanos: int) -> None:
    table = await calls.table()
    asked = await table.asked()
    request = pb.NextDecisionRequest(name=table.name)
    request.wait.seconds, request.wait.nanos = seconds, nanos
    call = calls.stub.NextDecision(request, metadata=bearer(table.tokens[asked.seat]))
    if seconds > 0:
        assert (await call).update.open
    else:
        assert await refusal(call) == (INVALID, "FIELD_INVALID", {"field": "wait"})


async def test_a_message_beyond_the_limit_is_refused(calls: Calls, records: Store) -> None:
    table = await calls.table()
    too_long = (StatusCode.RESOURCE_EXHAUSTED, "LIMIT_REACHED", {"limit": "max_request_bytes"})
    async with unchanged(records, table.id):
        assert await refusal(table.act(0, decision_pb2.Answer(decision=1, option="x" * 70_000))) == too_long
        stream = calls.stub.PlayMatch(metadata=bearer(table.tokens[0]))
        await stream.write(pb.PlayMatchRequest(start=pb.PlayStart(name=table.name)))
        await stream.read()
        await stream.write(pb.PlayMatchRequest(answer=pb.PlayAnswer(request_id="x" * 70_000)))
        assert await refusal(stream.read()) == too_long
        # So long that the library itself does not take it.
        refused = await refusal(table.act(0, decision_pb2.Answer(decision=1, option="x" * 2**21)))
        assert refused == (StatusCode.RESOURCE_EXHAUSTED, "", {})


JUNK = (b"\xff" * 20, b"\x0a\x05ab", b"\x0b", b"\x0c")
"""A tag without end, fewer bytes than announced, and groups that do not open or close."""


@pytest.mark.parametrize("junk", JUNK)
async def test_bytes_that_are_no_message_are_refused_by_every_method(calls: Calls, server: Server, junk: bytes) -> None:
    def counted() -> float:
        return server.metric("grpc_server_handled_total", grpc_code="INVALID_ARGUMENT")

    before = counted()
    for method, descriptor in METHODS.items():
        path = f"/{descriptor.containing_service.full_name}/{method}"
        channel = calls.channels[0]
        if descriptor.client_streaming:
            stream = channel.stream_stream(path)()
            await stream.write(junk)
            call = stream.read()
        else:
            streaming = descriptor.server_streaming
            call = channel.unary_stream(path)(junk).read() if streaming else channel.unary_unary(path)(junk)
        assert await refusal(call) == (INVALID, "MESSAGE_INVALID", {}), method
    assert counted() - before >= len(METHODS)


async def test_a_text_that_is_not_utf8_is_refused(calls: Calls) -> None:
    raw = calls.channels[0].unary_unary("/sanguosha.v1.MatchService/GetMatch")
    assert await refusal(raw(b"\x0a\x02\xff\xff")) == (INVALID, "MESSAGE_INVALID", {})


async def test_bytes_that_are_no_message_end_a_stream_that_is_played_on(calls: Calls) -> None:
    table = await calls.table()
    play = METHODS["PlayMatch"]
    path = f"/{play.containing_service.full_name}/PlayMatch"
    stream = calls.channels[0].stream_stream(path)(metadata=bearer(table.tokens[0]))
    await stream.write(pb.PlayMatchRequest(start=pb.PlayStart(name=table.name)).SerializeToString())
    assert await stream.read()
    await stream.write(JUNK[0])
    assert await refusal(stream.read()) == (INVALID, "MESSAGE_INVALID", {})


# -- tokens


def tampered(token: str) -> list[str]:
    match_id, seat, generation, mac = token.split(".")
    other = "A" if mac[0] != "A" else "B"
    return [
        f"{match_id}.{(int(seat) + 1) % 5}.{generation}.{mac}",
        f"{match_id}.{seat}.1.{mac}",
        f"{match_id}.{seat}.{generation}.{other}{mac[1:]}",
        f"{match_id}.{seat}.{generation}.{mac[:-1]}",
        f"{match_id}.{seat}.{generation}.",
        f"{match_id}.{seat}.{generation}",
        f"{match_id}.-1.{generation}.{mac}",
        f"{match_id}.{'1' * 5000}.{generation}.{mac}",
        f".{token}",
        token.upper(),
        "x",
        ". . .",
        "~" * 3000,
    ]


async def test_a_forged_token_opens_no_call(calls: Calls, records: Store) -> None:
    table = await calls.table()
    async with unchanged(records, table.id):
        for token in tampered(table.tokens[0]):
            call = calls.stub.GetView(pb.GetViewRequest(name=table.name), metadata=bearer(token))
            assert (await refusal(call))[:2] == (UNAUTHENTICATED, "TOKEN_INVALID"), token[:60]
        made = every_call(calls, table.name, FORGED)
        made |= {method: call_of(calls, method, FORGED) for method in METHODS.keys() - made.keys()}
        assert made.keys() == METHODS.keys()
        for method, call in made.items():
            assert (await refusal(call))[:2] == (UNAUTHENTICATED, "TOKEN_INVALID"), method


@pytest.mark.parametrize("scheme", ["Basic", "", "Bearer: "])
async def test_another_scheme_of_authorization_is_refused(calls: Calls, scheme: str) -> None:
    table = await calls.table()
    metadata = (("authorization", f"{scheme} {table.tokens[0]}"),)
    call = calls.stub.GetView(pb.GetViewRequest(name=table.name), metadata=metadata)
    assert (await refusal(call))[:2] == (UNAUTHENTICATED, "TOKEN_INVALID")


async def test_a_token_of_another_match_opens_no_seat(calls: Calls, records: Store) -> None:
    table, other = await calls.table(), await calls.table()
    asked = await table.asked()
    async with unchanged(records, table.id):
        refused = await refusal(table.act(asked.seat, asked.default_answer, token=other.tokens[asked.seat]))
        assert refused[:2] == (UNAUTHENTICATED, "TOKEN_INVALID")


async def test_a_seats_calls_need_its_token(calls: Calls, records: Store) -> None:
    table = await calls.table()
    asked = await table.asked()
    act = pb.ActRequest(name=table.name, request_id=request_id(), answer=asked.default_answer)
    async with unchanged(records, table.id):
        assert (await refusal(calls.stub.Act(act)))[:2] == (UNAUTHENTICATED, "TOKEN_MISSING")
        for method in SEATS_ALONE - {"PlayMatch"}:
            call = call_of(calls, method, name=table.name)
            assert (await refusal(call))[:2] == (UNAUTHENTICATED, "TOKEN_MISSING"), method


async def test_a_token_of_another_seat_cannot_answer_for_this_one(calls: Calls, records: Store) -> None:
    table = await calls.table()
    asked = await table.asked()
    idle = await table.idle_seat()
    async with unchanged(records, table.id):
        answer = decision_pb2.Answer(decision=asked.id + 50, option=asked.options[0].id)
        assert (await refusal(table.act(idle, answer)))[:2] == (INVALID, "DECISION_UNKNOWN")


# -- at the wrong time


@pytest.mark.parametrize("when", ["before the start", "after the end", "in an abandoned lobby"])
async def test_acting_at_the_wrong_time_is_refused(calls: Calls, records: Store, when: str) -> None:
    table: Table = await (calls.table() if when == "after the end" else calls.lobby())
    if when != "before the start":
        await calls.abandon(table.name)
    reason = "MATCH_NOT_STARTED" if when == "before the start" else "MATCH_OVER"
    async with unchanged(records, table.id):
        refused = await refusal(table.act(0, decision_pb2.Answer(decision=1, option="pass")))
        assert refused[:2] == (FAILED, reason)


async def test_there_is_no_table_to_see_in_the_lobby(calls: Calls) -> None:
    table = await calls.lobby()
    assert (await refusal(table.view()))[:2] == (FAILED, "MATCH_NOT_STARTED")


async def test_an_access_that_does_not_exist_is_refused(calls: Calls) -> None:
    match = match_pb2.Match(ruleset=ruleset(), spectator_access=9)
    refused = await refusal(calls.stub.CreateMatch(pb.CreateMatchRequest(match=match, request_id=request_id())))
    assert refused == (INVALID, "FIELD_INVALID", {"field": "spectator_access"})
