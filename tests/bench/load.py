"""Clients of the service, in a process of their own: one a match, which plays all of its seats by chance.

manner   unary    by `Act`; where the acting seat is not asked again, `NextDecision` for those whom the events name
         watched  by `Act`, with a `WatchMatch` stream for every seat
         played   by one `PlayMatch` stream for every seat
planted  names of matches to play first: see `tests.bench.planting`
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import grpc
import uvloop
from sanguosha.v1 import decision_pb2, match_pb2, match_service_pb2_grpc, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from examples.random_client import choose

from .planting import seated
from .window import Window

Metadata = tuple[tuple[str, str], ...]
OVER = (match_pb2.MATCH_STATE_FINISHED, match_pb2.MATCH_STATE_ABANDONED)


class Client:
    """One connection, and one match at a time."""

    def __init__(self, address: str, seats: int, number: int, window: Window) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        self._channel = grpc.aio.insecure_channel(address, options=options)
        self.stub = match_service_pb2_grpc.MatchServiceStub(self._channel)
        self.chance = Random(number)
        self.window = window
        self.seats = seats
        self.name = ""
        self.tokens: dict[int, Metadata] = {}

    async def prepare(self) -> tuple[str, dict[int, Metadata]]:
        """A started match and its tokens."""
        ruleset = ruleset_pb2.Ruleset(seat_count=self.seats, options=ruleset_pb2.RulesetOptions(heroes=True))
        create = pb.CreateMatchRequest(match=match_pb2.Match(ruleset=ruleset), request_id=str(uuid4()))
        name = (await self.stub.CreateMatch(create)).name
        tokens = {}
        for _ in range(self.seats):
            joined = await self.stub.JoinMatch(pb.JoinMatchRequest(name=name, request_id=str(uuid4())))
            tokens[joined.seat] = (("authorization", f"Bearer {joined.seat_token}"),)
        await self.stub.StartMatch(pb.StartMatchRequest(name=name, request_id=str(uuid4())))
        return name, tokens

    def take(self, prepared: tuple[str, dict[int, Metadata]]) -> None:
        self.name, self.tokens = prepared

    async def act(self, seat: int, decision: decision_pb2.Decision) -> pb.ActResponse:
        request = pb.ActRequest(name=self.name, request_id=str(uuid4()), answer=choose(decision, self.chance))
        await self.window.turn()
        began = time.perf_counter()
        response: pb.ActResponse = await self.stub.Act(request, metadata=self.tokens[seat])
        took = time.perf_counter() - began
        self.count("act", request.ByteSize(), response.ByteSize())
        if response.outcome == pb.OUTCOME_APPLIED:
            self.window.acted(took)
        else:
            self.count("superseded", 0, 0)
        return response

    def count(self, kind: str, sent: int, received: int) -> None:
        tally = self.window.tally
        tally[kind] += 1
        tally[f"{kind} sent"] += sent
        tally[f"{kind} received"] += received

    async def close(self) -> None:
        await self._channel.close()


async def unary(client: Client) -> None:
    """Play the client's match to its end."""
    asked, seat, waiting, cursor = list(client.tokens), -1, [], "0"
    while True:
        if not waiting:
            for seat in dict.fromkeys([*asked, *client.tokens]):
                request = pb.NextDecisionRequest(name=client.name, cursor=cursor)
                response = await client.stub.NextDecision(request, metadata=client.tokens[seat])
                client.count("next", request.ByteSize(), response.ByteSize())
                if response.update.decisions or response.update.state in OVER:
                    break
            update = response.update
        else:
            update = (await client.act(seat, waiting[0])).update
        if update.state in OVER:
            return
        waiting, cursor = list(update.decisions), update.cursor
        for event in update.events:
            if event.WhichOneof("event") == "window_opened":
                asked = list(event.window_opened.seats)


def last_event(update: pb.Update) -> int:
    """Its ordinal, 0 where there is none."""
    return update.events[-1].ordinal if update.events else update.snapshot.event_ordinal


class Table:
    """What the streams of a match's seats have said."""

    def __init__(self) -> None:
        self.decisions: dict[int, dict[int, decision_pb2.Decision]] = defaultdict(dict)
        self.heard: dict[int, int] = defaultdict(int)
        self.over = False
        self.changed = asyncio.Event()

    def take(self, seat: int, update: pb.Update) -> None:
        known = self.decisions[seat]
        known.update((decision.id, decision) for decision in update.decisions)
        for closed in known.keys() - set(update.open):
            del known[closed]
        self.heard[seat] = max(self.heard[seat], last_event(update))
        self.over = self.over or update.state in OVER
        self.changed.set()

    async def asked(self, ordinal: int) -> tuple[int, decision_pb2.Decision] | None:
        """An open decision of a seat that has heard everything up to an event; None when the match is over."""
        while not self.over:
            for seat, known in self.decisions.items():
                if known and self.heard[seat] >= ordinal:
                    return seat, next(iter(known.values()))
            self.changed.clear()
            await self.changed.wait()
        return None


async def watched(client: Client) -> None:
    table = Table()

    async def watch(seat: int) -> None:
        request = pb.WatchMatchRequest(name=client.name)
        async for message in client.stub.WatchMatch(request, metadata=client.tokens[seat]):
            client.count("stream", 0, message.ByteSize())
            table.take(seat, message.update)

    watching = [asyncio.create_task(watch(seat)) for seat in client.tokens]
    ordinal = 0
    while (asked := await table.asked(ordinal)) is not None:
        seat, decision = asked
        table.decisions[seat].pop(decision.id, None)
        response = await client.act(seat, decision)
        if response.outcome == pb.OUTCOME_APPLIED:
            table.take(seat, response.update)
            ordinal = last_event(response.update)
    await asyncio.gather(*watching)


async def played(client: Client) -> None:
    table = Table()
    results: asyncio.Queue[pb.PlayResult] = asyncio.Queue()
    streams = {seat: client.stub.PlayMatch(metadata=client.tokens[seat]) for seat in client.tokens}

    async def listen(seat: int) -> None:
        async for message in streams[seat]:
            client.count("stream", 0, message.ByteSize())
            if message.HasField("update"):
                table.take(seat, message.update)
            if message.HasField("result"):
                results.put_nowait(message.result)

    listening = [asyncio.create_task(listen(seat)) for seat in streams]
    for stream in streams.values():
        await stream.write(pb.PlayMatchRequest(start=pb.PlayStart(name=client.name)))
    while (asked := await table.asked(0)) is not None:
        seat, decision = asked
        table.decisions[seat].pop(decision.id, None)
        answer = pb.PlayAnswer(request_id=str(uuid4()), answer=choose(decision, client.chance))
        message = pb.PlayMatchRequest(answer=answer)
        await client.window.turn()
        began = time.perf_counter()
        await streams[seat].write(message)
        ending = asyncio.ensure_future(results.get())
        await asyncio.wait([ending, listening[seat]], return_when=asyncio.FIRST_COMPLETED)
        if not ending.done():  # the stream of an ended match may end before its last result
            ending.cancel()
            break
        client.count("act", message.ByteSize(), 0)
        if ending.result().outcome == pb.OUTCOME_APPLIED:
            client.window.acted(time.perf_counter() - began)
        else:
            client.count("superseded", 0, 0)
    await asyncio.gather(*listening)


MANNERS: dict[str, Callable[[Client], Any]] = {"unary": unary, "watched": watched, "played": played}


async def main(asked: dict[str, Any]) -> dict[str, Any]:
    gc.disable()  # a short life, and no pause of the client's in the latencies
    window = Window(asked["actions"], asked["pids"], asked.get("rate", 0))
    clients = [Client(asked["address"], asked["seats"], number, window) for number in range(asked["at_once"])]
    spare = [seated(name, asked["seats"]) for name in asked.get("planted", ())]
    if not spare:
        spare = list(await asyncio.gather(*(client.prepare() for client in clients)))
        spare += [await client.prepare() for client, _ in zip(clients * 9, range(asked["spare"]), strict=False)]

    async def play(client: Client) -> None:
        while True:
            client.take(spare.pop(0) if spare else await client.prepare())
            await MANNERS[asked["manner"]](client)

    await window.fill(map(play, clients))
    for client in clients:
        await client.close()
    return window.result()


if __name__ == "__main__":
    print(json.dumps(uvloop.run(main(json.loads(sys.argv[1])))))
