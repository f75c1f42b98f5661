"""Bots that play whole matches whatever happens to the servers, and remember what they were told.

They are written from the contract. Each repeats what it got no answer to, with the same request id.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import grpc
from google.protobuf.message import Message
from sanguosha.v1 import decision_pb2, error_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from examples.random_client import choose
from tests.chaos.told import Told
from tests.service.games import GAMES, ruleset_of
from tests.service.replaying import Given
from tests.service.tables import BEGINNING, OVER, bearer, request_id, why

WITHIN = 1.2  # seconds for a call: less than a replica is frozen for
WAIT_MS = 500  # that NextDecision waits of them
LONGEST_PAUSE = 0.5  # seconds between two tries
AGAIN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.ABORTED, grpc.StatusCode.DEADLINE_EXCEEDED)
# Without a reason of ours: the connection broke, or a proxy ended the call.
BROKEN_OFF = (grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL)
# What is said to the answer to a question that is not asked, or not like this, since the match has gone back.
OF_ANOTHER_PAST = {
    "DECISION_UNKNOWN",
    "OPTION_NOT_LISTED",
    "PICKS_MISMATCH",
    "PICK_OUT_OF_BOUNDS",
    "CANDIDATE_NOT_LISTED",
}
# And to whoever knows a match that is gone, or is back in the lobby.
OF_ANOTHER_MATCH = {"MATCH_NOT_FOUND", "MATCH_NOT_STARTED", "SEATS_FREE", "TOKEN_INVALID"}


class Acknowledged(NamedTuple):
    """An answer, and when its player was told that it was applied (seconds of `time.monotonic`)."""

    given: Given
    at: float


class WentBack(Exception):
    """The match is gone, or in the lobby again."""


class Bot:
    """One match: a part of its seats is the house's, and this client plays the others, some call by call and some on a
    stream; some matches are watched. `stubs` lead to any replica. `may_go_back`: the store may lose steps.

    acknowledged   the answers that the client was told were applied, in that order
    viewers        the seats that it played and the spectator, and what each was told
    seen           how often what happened to its calls
    begun_anew     how often the match was gone
    over           when it had ended (of `time.monotonic`; 0: it has not)
    """

    def __init__(self, stubs: Sequence[Any], seed: str, number: int, *, may_go_back: bool) -> None:
        self.name = ""
        self.acknowledged: list[Acknowledged] = []
        self.viewers: list[Told] = []
        self.seen: Counter[str] = Counter()
        self.begun_anew = 0
        self.over = 0.0
        self._stubs = stubs
        self._chance = Random(f"{seed}/{number}")
        self._may_go_back = may_go_back
        self._watched = number % 2 == 0
        game = GAMES[number % len(GAMES)]
        self._ruleset = ruleset_of(game)
        self._bots = self._chance.sample(range(game.seats), (0, 1, game.seats // 2, game.seats - 1)[number % 4])
        self._ids = [request_id() for _ in range(game.seats + 2)]

    @property
    def id(self) -> str:
        return self.name.removeprefix("matches/")

    @property
    def stub(self) -> Any:
        return self._chance.choice(self._stubs)

    async def play(self) -> None:
        """To the end of the match."""
        while True:
            try:
                await self._play()
                self.over = time.monotonic()
                return
            except WentBack:
                assert self._may_go_back, f"{self.name} has gone back"
                self.begun_anew += 1

    async def play_on(self) -> None:
        """To the end once more, if the match has gone back from there."""
        try:
            match = await self._call("GetMatch", pb.GetMatchRequest(name=self.name))
        except WentBack:
            return
        if match.state not in OVER:
            await self.play()

    async def _play(self) -> None:
        """The calls up to the start have the same request ids each time: they make again what is gone."""
        creation, start, *joins = self._ids
        match = match_pb2.Match(ruleset=self._ruleset)
        create = pb.CreateMatchRequest(match=match, request_id=creation, bot_seats=self._bots)
        made: match_pb2.Match = await self._call("CreateMatch", create)
        self.name = made.name
        free = [seat.seat for seat in made.seats if seat.seat not in self._bots]
        joined = [
            await self._call("JoinMatch", pb.JoinMatchRequest(name=self.name, request_id=id))
            for _, id in zip(free, joins, strict=False)
        ]
        await self._call("StartMatch", pb.StartMatchRequest(name=self.name, request_id=start))
        tasks = []
        self.viewers = []
        for seat in joined:
            self.viewers.append(told := Told(seat.seat))
            sit = self._sit_by_calls if self._chance.random() < 0.5 else self._sit_on_stream
            tasks.append(asyncio.create_task(sit(seat.seat_token, told)))
        if self._watched:
            self.viewers.append(told := Told(-1))
            tasks.append(asyncio.create_task(self._watch(told)))
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # -- call by call

    async def _call(self, method: str, request: Message, token: str = "") -> Any:
        async def once() -> Any:
            return await getattr(self.stub, method)(request, metadata=bearer(token), timeout=WITHIN)

        return await self._until_answered(once)

    async def _sit_by_calls(self, token: str, told: Told) -> None:
        state, decisions = match_pb2.MATCH_STATE_PLAYING, list[decision_pb2.Decision]()
        while state not in OVER:
            if decisions:
                answer = choose(decisions[0], self._chance)
                act = pb.ActRequest(name=self.name, request_id=request_id(), answer=answer, cursor=told.cursor)
                try:
                    response = await self._call("Act", act, token)
                except grpc.aio.AioRpcError as error:
                    decisions = []
                    self._refused(why(error).reason, error)
                    continue
                self._note(told.viewer, answer, response.outcome)
                update = response.update
            else:
                ask = pb.NextDecisionRequest(name=self.name, cursor=told.cursor)
                ask.wait.FromMilliseconds(WAIT_MS)
                update = (await self._call("NextDecision", ask, token)).update
            self._take(told, update)
            state, decisions = update.state, list(update.decisions)

    # -- on streams

    async def _sit_on_stream(self, token: str, told: Told) -> None:
        """One answer at a time: `sent` is the one that has no result yet."""
        sent: pb.PlayAnswer | None = None

        async def once() -> bool:
            nonlocal sent
            stream = self.stub.PlayMatch(metadata=bearer(token))
            start = pb.PlayStart(name=self.name, cursor=told.cursor)
            decisions: dict[int, decision_pb2.Decision] = {}
            try:
                await stream.write(pb.PlayMatchRequest(start=start))
                if sent:
                    await stream.write(pb.PlayMatchRequest(answer=sent))
                while (message := await stream.read()) is not grpc.aio.EOF and not message.end:
                    if message.HasField("update"):
                        self._take(told, message.update)
                        decisions |= {decision.id: decision for decision in message.update.decisions}
                        decisions = {id: decisions[id] for id in message.update.open if id in decisions}
                    if message.HasField("result"):
                        assert sent
                        decisions.pop(sent.answer.decision, None)
                        sent = await self._without_result(stream, told.viewer, sent, message.result)
                    if decisions and not sent:
                        answer = choose(decisions[min(decisions)], self._chance)
                        sent = pb.PlayAnswer(request_id=request_id(), answer=answer)
                        await stream.write(pb.PlayMatchRequest(answer=sent))
                return message is not grpc.aio.EOF and bool(message.end == pb.STREAM_END_MATCH_OVER)
            except asyncio.InvalidStateError:  # what was written to is broken: reading says how
                await stream.read()
                return False
            finally:
                stream.cancel()

        while not await self._until_answered(once):
            self.seen["streams taken up again"] += 1

    async def _without_result(
        self, stream: Any, seat: int, sent: pb.PlayAnswer, result: pb.PlayResult
    ) -> pb.PlayAnswer | None:
        """The answer, where it was sent again; None where it has its result."""
        assert result.request_id == sent.request_id
        if not result.HasField("refusal"):
            self._note(seat, sent.answer, result.outcome)
        elif result.refusal.reason == error_pb2.ERROR_REASON_CONTENTION:
            await stream.write(pb.PlayMatchRequest(answer=sent))
            return sent
        else:
            reason = error_pb2.ErrorReason.Name(result.refusal.reason).removeprefix("ERROR_REASON_")
            self.seen[reason] += 1
            self._refused(reason)
        return None

    async def _watch(self, told: Told) -> None:
        async def once() -> bool:
            stream = self.stub.WatchMatch(pb.WatchMatchRequest(name=self.name, cursor=told.cursor or BEGINNING))
            try:
                while (message := await stream.read()) is not grpc.aio.EOF and not message.end:
                    told.take(message.update)
                return message is not grpc.aio.EOF and bool(message.end == pb.STREAM_END_MATCH_OVER)
            finally:
                stream.cancel()

        while not await self._until_answered(once):
            self.seen["streams taken up again"] += 1

    # -- whatever happens

    async def _until_answered(self, once: Callable[[], Awaitable[Any]]) -> Any:
        """Again and again while whom it calls is away."""
        pause = 0.02
        while True:
            try:
                return await once()
            except grpc.aio.AioRpcError as error:
                code, reason, _ = why(error)
                self.seen[reason or f"{code.name}, no reason"] += 1
                if code not in AGAIN and (reason or code not in BROKEN_OFF):
                    if self._may_go_back and reason in OF_ANOTHER_MATCH:
                        raise WentBack from error
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _take(self, told: Told, update: pb.Update) -> None:
        """What a seat is told."""
        if update.state == match_pb2.MATCH_STATE_LOBBY:
            raise WentBack
        told.take(update)

    def _note(self, seat: int, answer: decision_pb2.Answer, outcome: pb.Outcome.ValueType) -> None:
        self.seen[pb.Outcome.Name(outcome)] += 1
        if outcome == pb.OUTCOME_APPLIED:
            self.acknowledged.append(Acknowledged((seat, answer.decision, answer.option), time.monotonic()))

    def _refused(self, reason: str, error: Exception | None = None) -> None:
        """An answer was. The others may have ended the match meanwhile; the seat then asks, and is told."""
        if reason != "MATCH_OVER" and not (self._may_go_back and reason in OF_ANOTHER_PAST):
            raise error or AssertionError(reason)
