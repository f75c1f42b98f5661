"""Plays whole matches by picking among the listed choices. It is written from the .proto alone: no card, no rule.

With a server at localhost:50051 (`make run`, or `.venv/bin/sgs serve`):

.venv/bin/python examples/random_client.py --address localhost:50051 --matches 10 --seats 8
.venv/bin/python examples/random_client.py --mode 3v3 --seats 6 --option competitive --option warm_seat=4
.venv/bin/python examples/random_client.py --series 1 --seats 5 --option last_blood
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import grpc
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message
from sanguosha.v1 import (
    catalogue_service_pb2,
    catalogue_service_pb2_grpc,
    decision_pb2,
    match_pb2,
    match_service_pb2_grpc,
    ruleset_pb2,
    series_service_pb2,
    series_service_pb2_grpc,
    table_service_pb2,
    table_service_pb2_grpc,
)
from sanguosha.v1 import match_service_pb2 as pb

SERVICES = (
    match_service_pb2_grpc.MatchServiceStub,
    table_service_pb2_grpc.TableServiceStub,
    series_service_pb2_grpc.SeriesServiceStub,
    catalogue_service_pb2_grpc.CatalogueServiceStub,
)
OVER = (match_pb2.MATCH_STATE_FINISHED, match_pb2.MATCH_STATE_ABANDONED)


def fill(pick: decision_pb2.Pick, chance: random.Random) -> decision_pb2.PickAnswer:
    """Any filling within the pick's own bounds."""
    kind = pick.WhichOneof("shape")
    assert kind is not None
    shape = getattr(pick, kind)
    count = chance.randint(shape.min, shape.max)
    if kind != "assignment":
        chosen = chance.sample([candidate.id for candidate in shape.of], count)
        return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen)
    places = [n for n, bucket in enumerate(shape.buckets) for _ in range(bucket.min)]
    spare = [n for n, bucket in enumerate(shape.buckets) for _ in range(bucket.max - bucket.min)]
    places += chance.sample(spare, count - len(places))
    chosen = chance.sample([item.id for item in shape.items], count)
    return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen, bucket=places)


def choose(decision: decision_pb2.Decision, chance: random.Random) -> decision_pb2.Answer:
    option = chance.choice(decision.options)
    picks = [fill(pick, chance) for pick in option.picks]
    return decision_pb2.Answer(decision=decision.id, option=option.id, picks=picks)


def option(text: str) -> ruleset_pb2.RulesetOptions:
    """`NAME`, which is on, or `NAME=VALUE`, with the value as in JSON; a text needs no quotes."""
    name, _, value = text.partition("=")
    try:
        given = json.loads(value or "true")
    except ValueError:
        given = value
    try:
        return ParseDict({name: given}, ruleset_pb2.RulesetOptions())
    except ParseError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no option of a ruleset, or not a value of it") from error


class Stub:
    """A server: the methods of every service that is called here."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        for service in SERVICES:
            vars(self).update(vars(service(channel)))


class Player:
    """One match, played by this client on every seat."""

    def __init__(self, stubs: Sequence[Any], seed: int) -> None:
        self.stubs = stubs
        self.chance = random.Random(seed)
        self.seen: Counter[str] = Counter()

    async def call(self, method: str, request: Message, token: str = "") -> Any:
        """Call a method, and again with the same request id while the server cannot be reached."""
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        for attempt in range(60):
            try:
                return await getattr(self.chance.choice(self.stubs), method)(request, metadata=metadata, timeout=40)
            except grpc.aio.AioRpcError as error:
                # CANCELLED: it came in the instant in which a server stopped.
                if error.code() not in (
                    grpc.StatusCode.UNAVAILABLE,
                    grpc.StatusCode.ABORTED,
                    grpc.StatusCode.CANCELLED,
                ):
                    raise
                self.seen["retries"] += 1
                await asyncio.sleep(min(0.02 * 2**attempt, 0.5))
        raise TimeoutError(f"{method}: the server stays away")

    async def play(self, ruleset: ruleset_pb2.Ruleset, seed: bytes = b"") -> str:
        """Create, join, start and play a match to its end; its name."""
        create = pb.CreateMatchRequest(match=match_pb2.Match(ruleset=ruleset), request_id=str(uuid4()), seed=seed)
        match: match_pb2.Match = await self.call("CreateMatch", create)
        tokens = {}
        for _ in match.seats:
            join = pb.JoinMatchRequest(name=match.name, request_id=str(uuid4()))
            joined = await self.call("JoinMatch", join)
            tokens[joined.seat] = joined.seat_token
        await self.call("StartMatch", pb.StartMatchRequest(name=match.name, request_id=str(uuid4())))
        await asyncio.gather(*(self.sit(match.name, token) for token in tokens.values()))
        return match.name

    async def play_series(self, ruleset: ruleset_pb2.Ruleset) -> int:
        """Create a series and play all its matches; how many they were."""
        players = [series_service_pb2.SeriesPlayer(display_name=f"{seat}") for seat in range(ruleset.seat_count)]
        asked = series_service_pb2.Series(ruleset=ruleset, players=players)
        create = series_service_pb2.CreateSeriesRequest(series=asked, request_id=str(uuid4()))
        series = await self.call("CreateSeries", create)
        while not series.over:
            start = series_service_pb2.StartSeriesMatchRequest(name=series.name, request_id=str(uuid4()))
            name = (await self.call("StartSeriesMatch", start)).matches[-1].match
            tokens = []
            for seat in range(ruleset.seat_count):
                issue = table_service_pb2.IssueTokenRequest(name=name, seat=seat, request_id=str(uuid4()))
                tokens.append((await self.call("IssueToken", issue)).token)
            await asyncio.gather(*(self.sit(name, token) for token in tokens))
            series = await self.call("GetSeries", series_service_pb2.GetSeriesRequest(name=series.name))
        return len(series.matches)

    async def sit(self, name: str, token: str) -> None:
        """Answer the seat's decisions until the match is over."""
        decisions: list[decision_pb2.Decision] = []
        state, cursor = match_pb2.MATCH_STATE_PLAYING, "0"
        while state not in OVER:
            if not decisions:
                ask = pb.NextDecisionRequest(name=name, cursor=cursor)
                ask.wait.FromSeconds(20)
                update = (await self.call("NextDecision", ask, token)).update
            else:
                answer = choose(decisions[0], self.chance)
                act = pb.ActRequest(name=name, request_id=str(uuid4()), answer=answer)
                try:
                    response = await self.call("Act", act, token)
                except grpc.aio.AioRpcError as error:
                    if error.code() != grpc.StatusCode.FAILED_PRECONDITION:
                        raise
                    return  # the match ended while this answer was on its way
                self.seen[pb.Outcome.Name(response.outcome)] += 1
                update = response.update
            state, decisions, cursor = update.state, list(update.decisions), update.cursor


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--address", action="append", help="host:port; give several to use them all")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mode", default="", help="one that the catalogue lists; default: the identity game")
    parser.add_argument("--edition", default="", help="one that the catalogue lists; default: the standard edition")
    parser.add_argument("--all-packs", action="store_true", help="with every pack that goes with the edition")
    parser.add_argument(
        "--option", type=option, action="append", default=[], metavar="NAME[=VALUE]", help="of the ruleset"
    )
    parser.add_argument("--series", type=int, default=0, help="play so many series in place of single matches")
    given = parser.parse_args()
    channels = [grpc.aio.insecure_channel(address) for address in given.address or ["localhost:50051"]]
    stubs = [Stub(channel) for channel in channels]
    ruleset = ruleset_pb2.Ruleset(edition=given.edition, mode=given.mode, seat_count=given.seats)
    for chosen in given.option:
        ruleset.options.MergeFrom(chosen)
    if given.all_packs:
        asked = catalogue_service_pb2.GetCatalogueRequest()
        catalogue = await Player(stubs, given.seed).call("GetCatalogue", asked)
        if all(edition.takes_packs for edition in catalogue.editions if edition.id == given.edition):
            ruleset.packs.extend(pack.id for pack in catalogue.packs)
    seen: Counter[str] = Counter()
    gate = asyncio.Semaphore(given.at_once)

    async def one(number: int) -> int:
        """How many matches were played."""
        async with gate:
            player = Player(stubs, given.seed + number)
            ended = await player.play_series(ruleset) if given.series else len([await player.play(ruleset)])
            seen.update(player.seen)
            return ended

    ended = sum(await asyncio.gather(*(one(number) for number in range(given.series or given.matches))))
    print(f"{ended} matches of {given.seats} seats ended: {dict(sorted(seen.items()))}")
    for channel in channels:
        await channel.close()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except grpc.aio.AioRpcError as refused:
        sys.exit(f"{refused.code().name}: {refused.details()}")
