"""Matches that are played by chance, over the network, at a pace of their own or at one that is asked for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from random import Random, random
from typing import Any

import grpc
from google.protobuf.message import Message
from sanguosha.v1 import match_pb2, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from .any_answer import any_answer
from .connection import CALL_WITHIN, Metadata, bearer, broken_off, reason_of, request_id, retry_after
from .load_report import Tally
from .replicas import RoundRobin
from .told import Table

TRIES = 20
AGAIN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.ABORTED)


class Pace:
    """When actions are due: `rate` a second from the first one on, however long those before take; 0: at once."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._first = 0.0
        self._begun = 0

    async def turn(self) -> float:
        """Returns when the next action may be sent, with the instant when it was due. What is not sent in its time is
        sent later, and late: nothing is left out because the server is slow."""
        now = time.perf_counter()
        if not self._rate:
            return now
        self._first = self._first or now
        due = self._first + self._begun / self._rate
        self._begun += 1
        await asyncio.sleep(max(0.0, due - now))
        return due


class Load:
    """`house` lets the house play every seat, at its own pace; `watchers` are so many spectators of each match, who do
    nothing."""

    def __init__(
        self,
        replicas: RoundRobin,
        tally: Tally,
        api_key: str,
        ruleset: ruleset_pb2.Ruleset,
        seed: int,
        *,
        house: bool = False,
        watchers: int = 0,
        rate: float = 0,
    ) -> None:
        self._replicas = replicas
        self._tally = tally
        self._key: Metadata = (("x-api-key", api_key),) if api_key else ()
        self._ruleset = ruleset
        self._seed = seed
        self._house = house
        self._watchers = watchers
        self._pace = Pace(rate)
        self._open: set[str] = set()

    async def run(self, matches: int | None, at_once: int, stop: asyncio.Event) -> None:
        """Until all matches have ended (None: there is always another one) or until `stop`; matches that are then open
        are abandoned. Raises `AioRpcError` where not one action could be made."""
        numbers = iter(count() if matches is None else range(matches))
        playing = [asyncio.create_task(self._play_on(numbers)) for _ in range(at_once)]
        ending = asyncio.create_task(asyncio.wait(playing, return_when=asyncio.FIRST_EXCEPTION))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((ending, stopping), return_when=asyncio.FIRST_COMPLETED)
            self._tally.end()
            for played in filter(asyncio.Task.done, playing):
                played.result()
        finally:
            tasks: list[asyncio.Task[Any]] = [*playing, ending, stopping]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*map(self._abandon, self._open))

    async def _play_on(self, numbers: Iterator[int]) -> None:
        for number in numbers:
            try:
                await self._match(Random(self._seed + number))
            except grpc.aio.AioRpcError as error:
                if not self._tally.counts["matches"] and not self._tally.counts["actions"]:
                    raise
                self._tally.errors[reason_of(error) or error.code().name] += 1
            else:
                self._tally.counts["matches"] += 1

    async def _match(self, chance: Random) -> None:
        match, seats = match_pb2.Match(ruleset=self._ruleset), self._ruleset.seat_count
        bots = range(seats) if self._house else ()
        created = pb.CreateMatchRequest(match=match, request_id=request_id(), bot_seats=bots)
        name = (await self._call("CreateMatch", created, self._key)).name
        self._open.add(name)
        tokens = []
        for _ in range(0 if self._house else seats):
            joined = await self._call("JoinMatch", pb.JoinMatchRequest(name=name, request_id=request_id()))
            tokens.append(joined.seat_token)
        await self._call("StartMatch", pb.StartMatchRequest(name=name, request_id=request_id()), self._key)
        table = Table(tokens, self._tally.told)
        spectators = max(1, self._watchers) if self._house else self._watchers
        listening = [asyncio.create_task(self._listen(name, table, seat)) for seat in range(len(tokens))]
        listening += [asyncio.create_task(self._listen(name, table, None)) for _ in range(spectators)]
        try:
            if tokens:
                await self._answer(name, table, chance)
            await asyncio.gather(*listening)
        finally:
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
            self._tally.counts["events"] += table.ordinal
        self._open.discard(name)

    async def _answer(self, name: str, table: Table, chance: Random) -> None:
        """Answer what is asked, one by one, until the match is over. Raises what a stream of it failed with."""
        while (asked := await table.asked(chance)) is not None:
            seat, decision = asked
            answer = any_answer(decision, chance)
            act = pb.ActRequest(name=name, request_id=request_id(), answer=answer)
            due = await self._pace.turn()
            table.acting(seat, decision)
            self._tally.late.append(time.perf_counter() - due)
            try:
                response = await self._call("Act", act, bearer(table.tokens[seat]))
            except grpc.aio.AioRpcError as error:
                if reason_of(error) != "MATCH_OVER":
                    raise
                return
            self._tally.act.append(time.perf_counter() - due)
            self._tally.counts["actions"] += 1
            table.acted(seat, response.update, due)

    async def _listen(self, name: str, table: Table, seat: int | None) -> None:
        """To everything that a seat is told, or a spectator, until the match is over."""
        metadata, cursor, failures = bearer("" if seat is None else table.tokens[seat]), "0", 0
        try:
            while True:
                request = pb.WatchMatchRequest(name=name, cursor=cursor)
                try:
                    async for response in self._replicas.next("WatchMatch")(request, metadata=metadata):
                        failures = 0
                        self._count(response, "messages")
                        if response.end == pb.STREAM_END_MATCH_OVER:
                            return
                        if response.HasField("update"):
                            cursor = response.update.cursor
                            table.told(seat, response.update)
                except grpc.aio.AioRpcError as error:
                    failures += 1
                    await self._bear(error, failures)
        except grpc.aio.AioRpcError as error:
            table.fail(error)
            raise

    def _count(self, response: Message, what: str) -> None:
        self._tally.counts[what] += 1
        self._tally.counts["received"] += response.ByteSize()

    async def _call(self, method: str, request: Message, metadata: Metadata = ()) -> Any:
        """The call, and the same again while the server is away or the match in contention."""
        for failures in count(1):
            self._tally.counts["sent"] += request.ByteSize()
            try:
                response = await self._replicas.next(method)(request, metadata=metadata, timeout=CALL_WITHIN)
            except grpc.aio.AioRpcError as error:
                await self._bear(error, failures)
            else:
                self._count(response, "replies")
                return response
        raise AssertionError("unreachable")

    async def _bear(self, error: grpc.aio.AioRpcError, failures: int) -> None:
        """Pause before another try. Raises the error where there should be none."""
        # A server that nobody has reached yet is not away: its address is wrong.
        away = (error.code() in AGAIN or broken_off(error)) and self._tally.counts["replies"]
        if failures == TRIES or not (away or reason_of(error) == "RATE_EXCEEDED"):
            raise error
        self._tally.counts["retries"] += 1
        await asyncio.sleep(max(min(0.02 * 2**failures, 1.0), retry_after(error)) * (1 + random() / 4))

    async def _abandon(self, name: str) -> None:
        """So that nobody has to."""
        self._tally.counts["broken off"] += 1
        with suppress(grpc.aio.AioRpcError):
            request = pb.AbandonMatchRequest(name=name, request_id=request_id())
            await self._replicas.next("AbandonMatch")(request, metadata=self._key, timeout=CALL_WITHIN)
