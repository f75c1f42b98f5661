"""Playing a seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

import grpc
from google.protobuf.message import Message
from sanguosha.v1 import decision_pb2, lobby_service_pb2, match_pb2, table_service_pb2, talk_pb2
from sanguosha.v1 import match_service_pb2 as pb

from .answers import Picked, choose
from .connection import Connection, Request, new_request_id
from .desk import Desk
from .errors import SanguoshaError
from .watcher import Watcher

if TYPE_CHECKING:
    from .client import Client

Made = TypeVar("Made", bound=Message, covariant=True)


class RequestType(Protocol[Made]):
    """The class of a request that is about the caller's seat and says nothing else."""

    def __call__(self, *, name: str, request_id: str) -> Made: ...


class Seat:
    """A seat of a match, as whoever has its token plays it.

    `number` is the seat, from 0, in order of play; `token` the secret to play it with; `name` is that of the match,
    `match` what was last heard of it. Keep name and token, and `Seat.resume` goes on in another process.

    Every call raises `SanguoshaError` with what the contract names; what is common to all is TOKEN_INVALID, and
    UNAVAILABLE without a reason where the server was away for longer than the client's patience.
    """

    def __init__(self, connection: Connection, number: int, token: str, match: match_pb2.Match) -> None:
        self.number = number
        self.token = token
        self.match = match
        self._connection = connection
        self._watcher = Watcher(connection, match.name, token)

    @classmethod
    def joined(cls, connection: Connection, response: pb.JoinMatchResponse) -> Self:
        return cls(connection, response.seat, response.seat_token, response.match)

    @classmethod
    async def resume(cls, client: Client, name: str, token: str, cursor: str = "") -> Self:
        """The seat of a token that was given before. `updates` goes on after the cursor, or without one begins anew.
        Raises MATCH_NOT_FOUND, and TOKEN_MISSING for a token to watch with, which is no seat's."""
        connection = client.connection
        # Without a cursor: only then the server is sure to tell the match.
        request = pb.NextDecisionRequest(name=name)
        update = (await connection.call(connection.matches.NextDecision, request, token)).update
        seat = cls(connection, update.viewer, token, update.match)
        seat._watcher.cursor = cursor
        return seat

    @property
    def name(self) -> str:
        """The match, `matches/{match}`."""
        return self.match.name

    @property
    def cursor(self) -> str:
        """How far `updates` has come."""
        return self._watcher.cursor

    async def decisions(self) -> AsyncGenerator[decision_pb2.Decision, None]:
        """Every decision that waits for the seat, until the match is over; in the lobby and in a pause, none.

        One that closes before it is taken from here is left out. One that is not answered comes again after a pause.
        """
        desk = Desk()
        reading = asyncio.create_task(self._read(desk))
        try:
            while (decision := await desk.next()) is not None:
                yield decision
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def updates(self) -> AsyncGenerator[pb.Update, None]:
        """Everything that the seat sees, until the match is over: see `Watcher`. It begins with the table as it is, or
        after the cursor that the seat was resumed with. Another loop goes on where the last one was left."""
        async for update in self._watcher:
            if update.HasField("match"):
                self.match = update.match
            yield update

    async def answer(
        self, decision: decision_pb2.Decision, option: decision_pb2.Option | str, /, **picks: Picked
    ) -> pb.Outcome.ValueType:
        """Answers a decision by one of its options; `answers.choose` says how picks are written. Raises
        `IllegalChoice`, and then nothing was sent. See `act` for the outcome."""
        return await self.act(choose(decision, option, **picks))

    async def act(self, answer: decision_pb2.Answer) -> pb.Outcome.ValueType:
        """Gives an answer, once, however often it must be sent. OUTCOME_SUPERSEDED: it came too late and changed
        nothing, because its decision had closed or the match was over."""
        request = pb.ActRequest(name=self.name, request_id=new_request_id(), answer=answer)
        try:
            return (await self._connection.call(self._connection.matches.Act, request, self.token)).outcome
        except SanguoshaError as error:
            if error.reason == "MATCH_OVER":
                return pb.OUTCOME_SUPERSEDED
            raise

    async def view(self) -> pb.GetViewResponse:
        """The table as the seat sees it now, and its open decisions."""
        call = self._connection.matches.GetView
        return await self._connection.call(call, pb.GetViewRequest(name=self.name), self.token)

    async def concede(self) -> match_pb2.Match:
        """Gives up, for good: the seat's character dies. Raises SEAT_DEAD, SEAT_CONCEDED and MATCH_OVER."""
        return await self._change(self._connection.tables.ConcedeMatch, table_service_pb2.ConcedeMatchRequest)

    async def leave(self) -> match_pb2.Match:
        """Gives the seat up; its token is not valid any more. In the lobby it is free again, in play it is the
        house's. Raises MATCH_OVER."""
        return await self._change(self._connection.tables.LeaveMatch, table_service_pb2.LeaveMatchRequest)

    async def hand_over(self) -> match_pb2.Match:
        """Lets the house play until the seat is taken back. Raises MATCH_NOT_STARTED and MATCH_OVER."""
        return await self._change(self._connection.tables.HandOverSeat, table_service_pb2.HandOverSeatRequest)

    async def take_back(self) -> match_pb2.Match:
        """Plays again what the house played. So does any answer. Raises SEAT_CONCEDED and MATCH_OVER."""
        return await self._change(self._connection.tables.TakeBackSeat, table_service_pb2.TakeBackSeatRequest)

    async def pause(self) -> match_pb2.Match:
        """Asks for a pause, or consents to it: the match is paused when every living player has. Answers then raise
        MATCH_PAUSED. Raises MATCH_NOT_STARTED, MATCH_OVER and SEAT_CONCEDED."""
        return await self._change(self._connection.tables.PauseMatch, table_service_pb2.PauseMatchRequest)

    async def resume_match(self) -> match_pb2.Match:
        """Ends a pause, or takes the request for one back. Raises as `pause` does."""
        return await self._change(self._connection.tables.ResumeMatch, table_service_pb2.ResumeMatchRequest)

    async def say(self, text: str, *, to_team: bool = False) -> talk_pb2.TalkMessage:
        """Says something, of at most 200 characters, to the table. Raises TALK_OFF, NO_TEAMS, TEAM_TALK_OFF, SEAT_DEAD
        and LIMIT_REACHED."""
        audience = talk_pb2.TALK_AUDIENCE_TEAM if to_team else talk_pb2.TALK_AUDIENCE_EVERYBODY
        request = table_service_pb2.SendMessageRequest(
            name=self.name, request_id=new_request_id(), text=text, audience=audience
        )
        return await self._connection.call(self._connection.tables.SendMessage, request, self.token)

    async def ticket(self) -> table_service_pb2.IssueTicketResponse:
        """What stands for the token, for a short while, in the URL of a stream."""
        request = table_service_pb2.IssueTicketRequest(name=self.name)
        return await self._connection.call(self._connection.tables.IssueTicket, request, self.token)

    async def rematch(self) -> Seat:
        """The same seat in the next match with the same players. Raises MATCH_NOT_OVER."""
        request = lobby_service_pb2.RematchRequest(name=self.name, request_id=new_request_id())
        response = await self._connection.call(self._connection.lobby.Rematch, request, self.token)
        return Seat.joined(self._connection, response)

    async def _change(
        self, method: grpc.aio.UnaryUnaryMultiCallable[Request, match_pb2.Match], request_type: RequestType[Request]
    ) -> match_pb2.Match:
        """Makes a call that changes the seat or the match; the match as it then is."""
        request = request_type(name=self.name, request_id=new_request_id())
        self.match = await self._connection.call(method, request, self.token)
        return self.match

    async def _read(self, desk: Desk) -> None:
        """Brings to the desk what comes, from now to the end of the match."""
        try:
            async for update in Watcher(self._connection, self.name, self.token):
                if update.HasField("match"):
                    self.match = update.match
                desk.take(update)
            desk.close()
        except Exception as error:  # whoever waits at the desk raises it
            desk.close(error)
