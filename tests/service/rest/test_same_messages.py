"""HTTP tells nothing that gRPC does not: every reply is the JSON of the very message that gRPC gives.

What a message says to whom is held by the laws of non-interference; here, that the transport adds nothing to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from google.protobuf import json_format, message_factory
from google.protobuf.message import Message
from sanguosha.v1 import (
    catalogue_service_pb2,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    match_pb2,
    match_service_pb2_grpc,
    replay_service_pb2,
    replay_service_pb2_grpc,
    series_service_pb2,
    series_service_pb2_grpc,
    server_service_pb2,
    server_service_pb2_grpc,
    table_service_pb2,
    table_service_pb2_grpc,
)
from sanguosha.v1 import catalogue_service_pb2_grpc as catalogue_grpc
from sanguosha.v1 import match_service_pb2 as pb

from tests.service.rest.calling import HTTP_METHODS, METHODS, Refused, Rest
from tests.service.tables import Calls, Table, bearer, refusal, request_id, ruleset

SERVICES = {
    "MatchService": match_service_pb2_grpc.MatchServiceStub,
    "LobbyService": lobby_service_pb2_grpc.LobbyServiceStub,
    "SeriesService": series_service_pb2_grpc.SeriesServiceStub,
    "TableService": table_service_pb2_grpc.TableServiceStub,
    "ReplayService": replay_service_pb2_grpc.ReplayServiceStub,
    "CatalogueService": catalogue_grpc.CatalogueServiceStub,
    "ServerService": server_service_pb2_grpc.ServerServiceStub,
}


class Case(NamedTuple):
    """A call, and on what: a match in play, or one that is over. Calls that change something are repeats of one."""

    method: str
    request: Callable[[Table, str], Message]
    over: bool = False


def named(kind: Callable[..., Message], **more: Any) -> Callable[[Table, str], Message]:
    """A request that names the match, with a request id if it takes one."""

    def request(table: Table, id: str) -> Message:
        made = kind(name=table.name, **more)
        if "request_id" in made.DESCRIPTOR.fields_by_name:
            made.request_id = id  # type: ignore[attr-defined]  # so the contract says
        return made

    return request


def create(_: Table, id: str) -> Message:
    return pb.CreateMatchRequest(match=match_pb2.Match(ruleset=ruleset(4)), request_id=id, bot_seats=[0])


def quick(_: Table, id: str) -> Message:
    options = ruleset(4)
    return lobby_service_pb2.QuickMatchRequest(ruleset=options, display_name="桃 \u2028 <b>", request_id=id)


def series(_: Table, id: str) -> Message:
    players = [series_service_pb2.SeriesPlayer(display_name=name) for name in ("Zhao", "Qian", "桃", "<b>")]
    asked = series_service_pb2.Series(ruleset=ruleset(4, last_blood=True), players=players)
    return series_service_pb2.CreateSeriesRequest(series=asked, request_id=id)


def start_series(_: Table, id: str) -> Message:
    return series_service_pb2.StartSeriesMatchRequest(name="series/none", request_id=id)


def any_of(kind: Callable[..., Message], **more: Any) -> Callable[[Table, str], Message]:
    return lambda _, id: kind(**more)


tables = table_service_pb2
CASES = [
    Case("CreateMatch", create),
    Case("QuickMatch", quick),
    Case("GetMatch", named(pb.GetMatchRequest)),
    Case("GetMatch", named(pb.GetMatchRequest), over=True),
    Case("ListMatches", any_of(pb.ListMatchesRequest, page_size=3, mode="no such mode")),
    Case("JoinMatch", named(pb.JoinMatchRequest)),
    Case("StartMatch", named(pb.StartMatchRequest)),
    Case("GetView", named(pb.GetViewRequest)),
    Case("GetView", named(pb.GetViewRequest, reveal_all=True), over=True),
    Case("NextDecision", named(pb.NextDecisionRequest)),
    Case("NextDecision", named(pb.NextDecisionRequest, cursor="0")),
    Case("Act", named(pb.ActRequest)),
    Case("AbandonMatch", named(pb.AbandonMatchRequest), over=True),
    Case("LookUpMatch", any_of(lobby_service_pb2.LookUpMatchRequest, code="AAAAAAAA")),
    Case("Rematch", named(lobby_service_pb2.RematchRequest), over=True),
    Case("CreateSeries", series),
    Case("GetSeries", any_of(series_service_pb2.GetSeriesRequest, name="series/none")),
    Case("StartSeriesMatch", start_series),
    Case("IssueToken", named(tables.IssueTokenRequest, spectator=True)),
    Case("IssueTicket", named(tables.IssueTicketRequest), over=True),
    Case("LeaveMatch", named(tables.LeaveMatchRequest), over=True),
    Case("HandOverSeat", named(tables.HandOverSeatRequest)),
    Case("TakeBackSeat", named(tables.TakeBackSeatRequest)),
    Case("ConcedeMatch", named(tables.ConcedeMatchRequest), over=True),
    Case("PauseMatch", named(tables.PauseMatchRequest), over=True),
    Case("ResumeMatch", named(tables.ResumeMatchRequest)),
    Case("SendMessage", named(tables.SendMessageRequest, text="hello")),
    Case("GetReplay", named(replay_service_pb2.GetReplayRequest), over=True),
    Case("GetReplay", named(replay_service_pb2.GetReplayRequest)),
    Case("GetMatchResult", named(replay_service_pb2.GetMatchResultRequest), over=True),
    Case("GetCatalogue", any_of(catalogue_service_pb2.GetCatalogueRequest, packs=["standard"])),
    Case("GetServerInfo", any_of(server_service_pb2.GetServerInfoRequest)),
]


class World(NamedTuple):
    """A match in play and one that is over, by gRPC. Two worlds have other cards."""

    playing: Table
    over: Table


@pytest.fixture(scope="module")
def worlds() -> dict[bytes, World]:
    """By seed; made by the first test that needs one, and changed by none but as its repeats do."""
    return {}


async def world_of(worlds: dict[bytes, World], calls: Calls, seed: bytes) -> World:
    if seed not in worlds:
        playing, over = await calls.table(4, seed=seed), await calls.table(4, seed=seed)
        await playing.move(5)
        await over.play_out()
        worlds[seed] = World(playing, over)
    world = worlds[seed]
    for table in world:
        table.calls = calls
    return world


@pytest.fixture
async def stubs(calls: Calls) -> dict[str, Any]:
    return {name: stub(calls.channels[0]) for name, stub in SERVICES.items()}


@pytest.mark.parametrize("seed", [bytes(16), bytes(range(16))], ids=["one world", "another"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.method}{'-over' * case.over}")
async def test_a_reply_is_the_message_that_grpc_gives(
    rest: Rest, calls: Calls, stubs: dict[str, Any], worlds: dict[bytes, World], case: Case, seed: bytes
) -> None:
    world = await world_of(worlds, calls, seed)
    table = world.over if case.over else world.playing
    request = case.request(table, request_id())
    call = getattr(stubs[METHODS[case.method].containing_service.name], case.method)
    for token in ("", table.tokens[1]):
        headers = {"authorization": f"Bearer {token}"} if token else {}
        over_http = await rest.send(case.method, request, **headers)
        if over_http.status_code != 200:
            refused = Refused(over_http)
            status = await refusal(call(request, metadata=bearer(token)))
            assert (refused.code, refused.reason, refused.about) == (status.code.name, status.reason, status.about)
            continue
        message = await call(request, metadata=bearer(token))
        kind = message_factory.GetMessageClass(METHODS[case.method].output_type)
        read = json_format.Parse(over_http.content, kind())
        if case.method == "IssueTicket":  # each has its own last instant
            assert (bool(read.ticket), bool(message.ticket)) == (True, True)
            continue
        assert read == message
        assert over_http.content == (await rest.send(case.method, request, **headers)).content


async def test_an_answer_repeated_over_http_gets_the_message_that_grpc_gave(rest: Rest, calls: Calls) -> None:
    table = await calls.table(4)
    for _ in range(10):
        asked, id = await table.asked(), request_id()
        message = await table.act(asked.seat, asked.default_answer, id=id)
        request = pb.ActRequest(name=table.name, request_id=id, answer=asked.default_answer)
        assert await rest.call("Act", request, authorization=f"Bearer {table.tokens[asked.seat]}") == message


def test_every_method_has_a_case() -> None:
    assert {case.method for case in CASES} == set(HTTP_METHODS) - {"WatchMatch"}


@pytest.mark.parametrize("seat", [None, 0, 2])
@pytest.mark.parametrize("seed", [bytes(16), bytes(range(16))], ids=["one world", "another"])
async def test_the_events_are_the_messages_that_grpc_streams(
    rest: Rest, calls: Calls, seat: int | None, seed: bytes
) -> None:
    table = await calls.table(4, seed=seed)
    token = "" if seat is None else table.tokens[seat]

    async def by_grpc() -> list[pb.WatchMatchResponse]:
        request = pb.WatchMatchRequest(name=table.name, cursor="0")
        return [message async for message in calls.stub.WatchMatch(request, metadata=bearer(token))]

    async def by_http() -> list[pb.WatchMatchResponse]:
        async with rest.watch(table.name, dict(bearer(token)), cursor="0") as events:
            return [json_format.ParseDict(event.data, pb.WatchMatchResponse()) async for event in events]

    watching = [asyncio.create_task(by_grpc()), asyncio.create_task(by_http())]
    await table.play_out()
    one, other = await asyncio.gather(*watching)
    # Two streams need not cut the match at the same places, nor tell of a decision that was answered before they could.
    (events, decisions, match), (events_too, decisions_too, match_too) = whole(one), whole(other)
    assert (events, match) == (events_too, match_too)
    told_by_both = decisions.keys() & decisions_too.keys()
    assert all(decisions[id] == decisions_too[id] for id in told_by_both)
    assert bool(told_by_both) == (seat is not None)
    assert one[-1] == other[-1] == pb.WatchMatchResponse(end=pb.STREAM_END_MATCH_OVER)


def whole(messages: list[pb.WatchMatchResponse]) -> tuple[list[Any], dict[int, Any], Any]:
    """Every event, every decision by its id and the last match of a stream."""
    updates = [message.update for message in messages]
    events = [event for update in updates for event in update.events]
    decisions = {decision.id: decision for update in updates for decision in update.decisions}
    return events, decisions, [update.match for update in updates if update.HasField("match")][-1]
