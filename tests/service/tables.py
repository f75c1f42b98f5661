"""Matches played through the contract by test code: every call is a real one."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Self
from uuid import uuid4

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from sanguosha.v1 import decision_pb2, match_pb2, match_service_pb2_grpc, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.telling.cursors import BEGINNING as BEGINNING
from service.telling.cursors import Cursor, tag_of
from tests.service.playing import MOST_ANSWERS, any_answer

SEED = bytes(range(16))
OVER = (match_pb2.MATCH_STATE_FINISHED, match_pb2.MATCH_STATE_ABANDONED)

Metadata = tuple[tuple[str, str], ...]


def reached(update: pb.Update) -> int:
    """The ordinal of the last event that a client has then."""
    return int(update.cursor.partition(".")[0])


class Refused(NamedTuple):
    """What a call failed with. `about` is the metadata of the ErrorInfo."""

    code: grpc.StatusCode
    reason: str
    about: dict[str, str]


def why(error: grpc.aio.AioRpcError) -> Refused:
    """The status of a failed call and the reason that it carries; empty where it carries none."""
    status = rpc_status.from_call(error)
    info = error_details_pb2.ErrorInfo()
    if status is None or not status.details or not status.details[0].Unpack(info):
        return Refused(error.code(), "", {})
    assert info.domain == "sanguosha.v1"
    return Refused(error.code(), info.reason, dict(info.metadata))


async def refusal(call: Awaitable[Any]) -> Refused:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return why(caught.value)


def request_id() -> str:
    return str(uuid4())


def bearer(token: str) -> Metadata:
    return (("authorization", f"Bearer {token}"),) if token else ()


def ruleset(seats: int = 5, *, heroes: bool = False, dual_renegade: bool = False, **more: Any) -> ruleset_pb2.Ruleset:
    options = ruleset_pb2.RulesetOptions(heroes=heroes, dual_renegade=dual_renegade, **more)
    return ruleset_pb2.Ruleset(seat_count=seats, options=options)


class Calls:
    """The calls of a client, with fresh request ids unless told."""

    def __init__(self, *addresses: str, api_key: str = "", credentials: grpc.ChannelCredentials | None = None) -> None:
        self.channels = [
            grpc.aio.secure_channel(address, credentials) if credentials else grpc.aio.insecure_channel(address)
            for address in addresses
        ]
        self.stubs = [match_service_pb2_grpc.MatchServiceStub(channel) for channel in self.channels]
        self.key: Metadata = (("x-api-key", api_key),) if api_key else ()

    @property
    def stub(self) -> Any:
        return self.stubs[0]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for channel in self.channels:
            await channel.close()

    async def create(
        self,
        seats: int = 5,
        *,
        id: str = "",
        seed: bytes = b"",
        bots: Sequence[int] = (),
        playing: ruleset_pb2.Ruleset | None = None,
        names: Mapping[int, str] | None = None,
        **agreed: Any,
    ) -> match_pb2.Match:
        """`names` are those of seats that are taken from the beginning, `agreed` are other fields of the match."""
        match = match_pb2.Match(ruleset=playing or ruleset(seats), **agreed)
        match.seats.extend(match_pb2.MatchSeat(seat=seat, display_name=name) for seat, name in (names or {}).items())
        request = pb.CreateMatchRequest(match=match, request_id=id or request_id(), seed=seed, bot_seats=bots)
        return await self.stub.CreateMatch(request, metadata=self.key)

    async def get(self, name: str) -> match_pb2.Match:
        return await self.stub.GetMatch(pb.GetMatchRequest(name=name))

    async def join(self, name: str, id: str = "") -> pb.JoinMatchResponse:
        return await self.stub.JoinMatch(pb.JoinMatchRequest(name=name, request_id=id or request_id()))

    async def start(self, name: str, id: str = "") -> match_pb2.Match:
        request = pb.StartMatchRequest(name=name, request_id=id or request_id())
        return await self.stub.StartMatch(request, metadata=self.key)

    async def abandon(self, name: str, id: str = "") -> match_pb2.Match:
        request = pb.AbandonMatchRequest(name=name, request_id=id or request_id())
        return await self.stub.AbandonMatch(request, metadata=self.key)

    async def lobby(self, seats: int = 5, *, seed: bytes = SEED, **how: Any) -> Table:
        """A match whose seats are all taken."""
        match = await self.create(seats, seed=seed, **how)
        joined = [await self.join(match.name) for seat in match.seats if not seat.taken]
        return Table(self, match.name, {seat.seat: seat.seat_token for seat in joined})

    async def table(self, seats: int = 5, **how: Any) -> Table:
        """A match that has just started."""
        table = await self.lobby(seats, **how)
        await self.start(table.name)
        return table


class Table:
    """A match, and the tokens of the seats that the test plays."""

    def __init__(self, calls: Calls, name: str, tokens: dict[int, str]) -> None:
        self.calls = calls
        self.name = name
        self.tokens = tokens
        self.rng = Random(1)

    @property
    def id(self) -> str:
        return self.name.removeprefix("matches/")

    async def match(self) -> match_pb2.Match:
        return await self.calls.get(self.name)

    async def view(self, seat: int | None = None) -> pb.GetViewResponse:
        token = "" if seat is None else self.tokens[seat]
        return await self.calls.stub.GetView(pb.GetViewRequest(name=self.name), metadata=bearer(token))

    def cursor(self, ordinal: int) -> str:
        """What a client has that has all events up to that one."""
        return str(Cursor(ordinal, 0, 0, tag_of(self.id)))

    async def next(self, seat: int, *, wait: float = 0, cursor: str = "") -> pb.Update:
        request = pb.NextDecisionRequest(name=self.name, cursor=cursor)
        request.wait.FromMilliseconds(int(wait * 1000))
        response = await self.calls.stub.NextDecision(request, metadata=bearer(self.tokens[seat]))
        return response.update

    async def act(
        self, seat: int, answer: decision_pb2.Answer, *, id: str = "", cursor: str = "", token: str = ""
    ) -> pb.ActResponse:
        request = pb.ActRequest(name=self.name, request_id=id or request_id(), answer=answer, cursor=cursor)
        return await self.calls.stub.Act(request, metadata=bearer(token or self.tokens[seat]))

    async def asked(self) -> decision_pb2.Decision:
        """An open decision of the lowest seat that has one."""
        for seat in sorted(self.tokens):
            decisions = (await self.view(seat)).decisions
            if decisions:
                return decisions[0]
        raise AssertionError("nobody is asked")

    async def idle_seat(self) -> int:
        """A seat that is not asked anything."""
        for seat in sorted(self.tokens):
            if not (await self.view(seat)).decisions:
                return seat
        raise AssertionError("everybody is asked")

    async def move(self, times: int = 1) -> None:
        """Let whoever is asked answer by chance, a number of times."""
        for _ in range(times):
            decision = await self.asked()
            await self.act(decision.seat, any_answer(self.rng, decision))

    async def play_out(self) -> match_pb2.Match:
        """Play by chance to the end of the match."""
        decision = await self.asked()
        for _ in range(MOST_ANSWERS):
            response = await self.act(decision.seat, any_answer(self.rng, decision))
            if response.update.state in OVER:
                return await self.match()
            decision = response.update.decisions[0] if response.update.decisions else await self.asked()
        raise AssertionError("the match does not end")


def named(message: Message, field: str) -> set[int]:
    """Every number under a field of this name, however deep."""
    found: set[int] = set()
    for descriptor, value in message.ListFields():
        parts = value if descriptor.is_repeated else [value]
        if descriptor.name == field:
            found.update(part for part in parts if isinstance(part, int))
        if descriptor.message_type is not None:
            found = found.union(*(named(part, field) for part in parts))
    return found
