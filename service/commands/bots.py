"""`sgs bots`: many matches at once, by ordinary clients that choose at random or by the house; how fast they went."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from random import Random, random

import grpc
from sanguosha.v1 import decision_pb2, match_pb2, match_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as pb

from .connection import CALL_WITHIN, OVER, Metadata, Request, Response, bearer, reason_of, request_id, retry_after

WAIT = 20  # seconds a decision is waited for in one call
TRIES = 20
EACH = 2.0  # seconds between two lines that tell how far it is
PATIENT_HOUSE = (
    "The house waits before each of its answers, SGS_BOT_DELAY_MS of the server (300 if not set): that is most of the "
    "time that this takes."
)
AGAIN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.ABORTED)


class Tally:
    """What became of the matches: counts by what they count, errors by their reason."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self._began = time.monotonic()

    def report(self) -> str:
        seconds = time.monotonic() - self._began
        counted = [what for what in ("matches", "actions", "events") if self.counts[what]]
        rates = [f"{two_digits(self.counts[what] / seconds)} {what}/s" for what in counted]
        errors = dict(self.errors.most_common()) or "none"
        return (
            f"{self.counts['matches']} matches ended in {two_digits(seconds)} s: {', '.join(rates)}; errors: {errors}"
        )

    def progress(self, matches: int) -> str:
        """Of so many matches."""
        told = "actions" if self.counts["actions"] else "events"
        return f"{self.counts['matches']} of {matches} matches ended, {self.counts[told]} {told}"


def two_digits(figure: float) -> str:
    """Two significant digits, no exponent: 0.034, 1.2, 340."""
    return f"{float(f'{figure:.2g}'):,.10g}"


class Load:
    """Plays matches on one server."""

    def __init__(
        self,
        address: str,
        api_key: str,
        seats: int,
        seed: int,
        *,
        house: bool,
        credentials: grpc.ChannelCredentials | None = None,
    ) -> None:
        if credentials is None:
            self._channel = grpc.aio.insecure_channel(address)
        else:
            self._channel = grpc.aio.secure_channel(address, credentials)
        self._stub = match_service_pb2_grpc.MatchServiceStub(self._channel)
        self._key: Metadata = (("x-api-key", api_key),) if api_key else ()
        self._seats = seats
        self._house = house
        self._seed = seed
        self.tally = Tally()

    async def run(self, matches: int, at_once: int) -> bool:
        """True when all matches ended without an error. Raises the error of the first match if none could be played."""
        gate = asyncio.Semaphore(at_once)
        results = await asyncio.gather(*(self._guarded(gate, number) for number in range(matches)))
        await self._channel.close()
        failed = [error for error in results if error is not None]
        if failed and not self.tally.counts["matches"]:
            raise failed[0]
        return not failed

    async def _guarded(self, gate: asyncio.Semaphore, number: int) -> grpc.aio.AioRpcError | None:
        async with gate:
            try:
                await self._match(Random(self._seed + number))
            except grpc.aio.AioRpcError as error:
                self.tally.errors[reason_of(error) or error.code().name] += 1
                return error
            self.tally.counts["matches"] += 1
        return None

    async def _match(self, chance: Random) -> None:
        match = match_pb2.Match()
        match.ruleset.seat_count = self._seats
        bots = range(self._seats) if self._house else ()
        created = pb.CreateMatchRequest(match=match, request_id=request_id(), bot_seats=bots)
        name = (await self._call(self._stub.CreateMatch, created, self._key)).name
        tokens = []
        for _ in range(0 if self._house else self._seats):
            joined = await self._call(self._stub.JoinMatch, pb.JoinMatchRequest(name=name, request_id=request_id()))
            tokens.append(joined.seat_token)
        await self._call(self._stub.StartMatch, pb.StartMatchRequest(name=name, request_id=request_id()), self._key)
        if self._house:
            await self._watch(name)
        else:
            heard = await asyncio.gather(*(self._sit(name, token, chance) for token in tokens))
            self.tally.counts["events"] += max(heard)

    async def _watch(self, name: str) -> None:
        """Wait for the end, and count the events."""
        cursor = "0"
        while True:
            async for response in self._stub.WatchMatch(pb.WatchMatchRequest(name=name, cursor=cursor)):
                if response.end == pb.STREAM_END_MATCH_OVER:
                    return
                if response.HasField("update"):
                    self.tally.counts["events"] += len(response.update.events)
                    cursor = response.update.cursor

    async def _sit(self, name: str, token: str, chance: Random) -> int:
        """Answer a seat's decisions to the end; how many events there were."""
        update, heard = pb.Update(state=match_pb2.MATCH_STATE_PLAYING, cursor="0"), 0
        while update.state not in OVER:
            if not update.decisions:
                asked = pb.NextDecisionRequest(name=name, cursor=update.cursor)
                asked.wait.FromSeconds(WAIT)
                update = (await self._call(self._stub.NextDecision, asked, bearer(token))).update
                heard += len(update.events)
                continue
            answer = any_answer(update.decisions[0], chance)
            act = pb.ActRequest(name=name, request_id=request_id(), answer=answer, cursor=update.cursor)
            try:
                update = (await self._call(self._stub.Act, act, bearer(token))).update
            except grpc.aio.AioRpcError as error:
                if reason_of(error) != "MATCH_OVER":
                    raise
                return heard
            self.tally.counts["actions"] += 1
            heard += len(update.events)
        return heard

    async def _call(
        self, call: grpc.aio.UnaryUnaryMultiCallable[Request, Response], request: Request, metadata: Metadata = ()
    ) -> Response:
        """The call, and the same again while the server is away or the match in contention."""
        for attempt in range(TRIES):
            try:
                return await call(request, metadata=metadata, timeout=WAIT + CALL_WITHIN)
            except grpc.aio.AioRpcError as error:
                # A server that nobody has reached yet is not away: its address is wrong.
                away = error.code() in AGAIN and self.tally.counts["actions"]
                if attempt == TRIES - 1 or not (away or reason_of(error) == "RATE_EXCEEDED"):
                    raise
                self.tally.counts["repeats"] += 1
                await asyncio.sleep(max(min(0.02 * 2**attempt, 1.0), retry_after(error)) * (1 + random() / 4))
        raise AssertionError("unreachable")


def any_answer(decision: decision_pb2.Decision, chance: Random) -> decision_pb2.Answer:
    """Any listed choice, every pick filled within its own bounds."""
    option = chance.choice(decision.options)
    picks = [_any_filling(pick, chance) for pick in option.picks]
    return decision_pb2.Answer(decision=decision.id, option=option.id, picks=picks)


def _any_filling(pick: decision_pb2.Pick, chance: Random) -> decision_pb2.PickAnswer:
    if not pick.HasField("assignment"):
        shape = pick.subset if pick.HasField("subset") else pick.sequence
        chosen = chance.sample([candidate.id for candidate in shape.of], chance.randint(shape.min, shape.max))
        return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen)
    handed = pick.assignment
    chosen = chance.sample([item.id for item in handed.items], chance.randint(handed.min, handed.max))
    places = [n for n, bucket in enumerate(handed.buckets) for _ in range(bucket.min)]
    spare = [n for n, bucket in enumerate(handed.buckets) for _ in range(bucket.max - bucket.min)]
    places += chance.sample(spare, len(chosen) - len(places))
    return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen, bucket=places)


async def bots(
    address: str,
    api_key: str,
    matches: int,
    seats: int,
    at_once: int,
    seed: int,
    *,
    house: bool,
    credentials: grpc.ChannelCredentials | None = None,
) -> bool:
    """Prints the figures, and on standard error how far it is; True when every match ended without an error."""
    load = Load(address, api_key, seats, seed, house=house, credentials=credentials)
    if house:
        _aside(PATIENT_HOUSE)
    progress = asyncio.create_task(_tell_progress(load.tally, matches))
    try:
        well = await load.run(matches, at_once)
    finally:
        progress.cancel()
    print(load.tally.report())
    return well


async def _tell_progress(tally: Tally, matches: int) -> None:
    while True:
        await asyncio.sleep(EACH)
        _aside(tally.progress(matches))


def _aside(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
