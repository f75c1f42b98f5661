"""The calls of players who have no host: codes, quick matches, rematches."""

from __future__ import annotations

from typing import Any

from sanguosha.v1 import lobby_service_pb2 as lobby
from sanguosha.v1 import lobby_service_pb2_grpc, match_pb2, ruleset_pb2, table_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import table_service_pb2 as tables

from tests.service.replica import SOMEBODY, Replica
from tests.service.tables import Calls, Metadata, bearer, request_id, ruleset


def lobby_stub(calls: Calls) -> Any:
    return lobby_service_pb2_grpc.LobbyServiceStub(calls.channels[0])


def table_stub(calls: Calls) -> Any:
    return table_service_pb2_grpc.TableServiceStub(calls.channels[0])


async def create(calls: Calls, match: match_pb2.Match, *, id: str = "", **how: Any) -> match_pb2.Match:
    """A match created with more than its ruleset."""
    request = pb.CreateMatchRequest(match=match, request_id=id or request_id(), **how)
    return await calls.stub.CreateMatch(request, metadata=calls.key)


async def join(calls: Calls, name: str, seat: int | None = None, display_name: str = "") -> pb.JoinMatchResponse:
    request = pb.JoinMatchRequest(name=name, request_id=request_id(), seat=seat, display_name=display_name)
    return await calls.stub.JoinMatch(request)


async def look_up(calls: Calls, code: str) -> match_pb2.Match:
    return await lobby_stub(calls).LookUpMatch(lobby.LookUpMatchRequest(code=code))


async def quick(
    calls: Calls, playing: ruleset_pb2.Ruleset | None = None, *, id: str = "", display_name: str = ""
) -> pb.JoinMatchResponse:
    request = lobby.QuickMatchRequest(
        ruleset=playing or ruleset(4), request_id=id or request_id(), display_name=display_name
    )
    return await lobby_stub(calls).QuickMatch(request, metadata=calls.key)


async def rematch(calls: Calls, name: str, token: str, *, id: str = "") -> pb.JoinMatchResponse:
    request = lobby.RematchRequest(name=name, request_id=id or request_id())
    return await lobby_stub(calls).Rematch(request, metadata=bearer(token))


async def leave(calls: Calls, name: str, token: str) -> match_pb2.Match:
    request = tables.LeaveMatchRequest(name=name, request_id=request_id())
    return await table_stub(calls).LeaveMatch(request, metadata=bearer(token))


async def issue(calls: Calls, name: str, seat: int | None = None, metadata: Metadata = ()) -> tables.IssueTokenResponse:
    """A token for a seat, or to watch with."""
    scope: dict[str, Any] = {"spectator": True} if seat is None else {"seat": seat}
    request = tables.IssueTokenRequest(name=name, request_id=request_id(), **scope)
    return await table_stub(calls).IssueToken(request, metadata=metadata or calls.key)


def quickly(replica: Replica, id: str, playing: ruleset_pb2.Ruleset | None = None) -> Any:
    """The same without a transport, where a test comes between a replica and its store."""
    request = lobby.QuickMatchRequest(ruleset=playing or ruleset(4), request_id=id)
    return replica.app.call("QuickMatch")(request, SOMEBODY)


async def holds(calls: Calls, joined: pb.JoinMatchResponse) -> bool:
    """Whether the token plays the seat that it came with."""
    name = joined.match.name
    ticket = tables.IssueTicketRequest(name=name)
    await table_stub(calls).IssueTicket(ticket, metadata=bearer(joined.seat_token))
    return (await calls.get(name)).seats[joined.seat].taken
