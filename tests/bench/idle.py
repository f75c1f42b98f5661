"""What an action costs beside many who only watch, and many matches that are only stored."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

import grpc
from sanguosha.v1 import match_pb2, match_service_pb2_grpc, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store.embedded import EmbeddedServer

from .processes import ROOT, result_of
from .report import Figure, Part, at_most
from .service import AT_ONCE, PACE, SEATS, serving

STORED, WATCHERS, FEWER, WATCHED = 5000, 1000, 100, 100
RATIO = 1.2
AT_A_TIME = 32  # matches that are created
HOW = (
    "Two replicas, each with a store of its own: one has nothing but what the rounds before have left, the other one "
    "{stored:,} matches of {seats} seats in play besides, that nobody touches. {at_once} matches are played beside "
    "them at {pace} actions/s, every action by `Act`, without spectators and with {fewer} or {watchers:,} of them on "
    "gRPC streams, who watch {watched} other matches. In each of {rounds} rounds every case has its turn of {actions} "
    "actions, in an order that goes back and forth, so that what else the machine does is about the same for all. A "
    "ratio is to the case with neither in the same round: the median of the rounds, beside their least and greatest. "
    "CPU is user and system time of the replica, whatever it does meanwhile."
)


def run(quick: bool, runs: int) -> Part:
    stored, watchers, fewer, watched, actions, at_once = STORED, WATCHERS, FEWER, WATCHED, 500, AT_ONCE
    rounds = 2 * runs  # there and back
    if quick:
        stored, watchers, fewer, watched, rounds, actions, at_once = 20, 10, 4, 2, 1, 20, 4
    counts = {FEW: fewer, SEEN: watchers, BOTH: watchers}
    load = {"actions": actions, "at_once": at_once, "seats": SEATS, "spare": actions // 100, "rate": PACE}
    found: dict[str, list[dict[str, Any]]] = {case: [] for case in CASES}
    with ExitStack() as stack:
        places = []
        for matches in (0, stored):
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            place = stack.enter_context(serving(stack.enter_context(EmbeddedServer(Path(folder)))))
            names = asyncio.run(_matches(place["address"], matches + watched))
            places.append((place, names[matches:]))
        turns = list(zip(CASES, (places[0], places[1], places[0], places[0], places[1]), strict=True))
        for _ in range(rounds):
            for case, (place, to_watch) in turns:
                with _watching(place["address"], to_watch, counts.get(case, 0)):
                    found[case].append(result_of("tests.bench.load", {**load, **place, "manner": "unary"}))
            turns.reverse()
    how = HOW.format(
        stored=stored,
        seats=SEATS,
        at_once=at_once,
        pace=PACE,
        watchers=watchers,
        fewer=fewer,
        watched=watched,
        rounds=rounds,
        actions=actions,
    )
    return Part(how, list(_figures(found)))


NEITHER, KEPT, FEW, SEEN, BOTH = "neither", "stored matches", "a few watchers", "watchers", "both"
CASES = (NEITHER, KEPT, FEW, SEEN, BOTH)


def _figures(found: dict[str, list[dict[str, Any]]]) -> Iterator[Figure]:
    measured = {case: list(map(_measured, turns)) for case, turns in found.items()}
    for case, turns in measured.items():
        p50, p99, cpu = map(median, zip(*turns, strict=True))
        yield Figure(f"{case}: p50 / p99, CPU of an action", f"{p50:.2f} / {p99:.2f} ms, {cpu:.0f} us")
    for case in CASES[1:]:
        for number, what in enumerate(("p50", "p99", "CPU of an action")):
            pairs = zip(measured[case], measured[NEITHER], strict=True)
            ratios = sorted(turn[number] / beside[number] for turn, beside in pairs)
            yield at_most(f"{case}: {what}", median(ratios), RATIO, "times", 2, runs=ratios)


def _measured(turn: dict[str, Any]) -> tuple[float, float, float]:
    """Median and 99th percentile of a call in milliseconds, CPU microseconds of an action."""
    return turn["p50_ms"], turn["p99_ms"], turn["cpu_us"][0]


async def _matches(address: str, count: int) -> list[str]:
    """Started matches whose players have not come yet."""
    async with grpc.aio.insecure_channel(address) as channel:
        stub = match_service_pb2_grpc.MatchServiceStub(channel)
        gate = asyncio.Semaphore(AT_A_TIME)

        async def begin() -> str:
            match = match_pb2.Match(ruleset=ruleset_pb2.Ruleset(seat_count=SEATS))
            match.seats.extend(match_pb2.MatchSeat(seat=seat, display_name=f"{seat}") for seat in range(SEATS))
            async with gate:
                created = await stub.CreateMatch(pb.CreateMatchRequest(match=match, request_id=str(uuid4())))
                await stub.StartMatch(pb.StartMatchRequest(name=created.name, request_id=str(uuid4())))
            return str(created.name)

        return list(await asyncio.gather(*(begin() for _ in range(count))))


@contextmanager
def _watching(address: str, matches: list[str], count: int) -> Iterator[None]:
    """So many streams, open all the while."""
    if not count:
        yield
        return
    asked = json.dumps({"address": address, "matches": matches, "count": count})
    command = [sys.executable, "-m", "tests.bench.watchers", asked]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "watching\n"
        try:
            yield
        finally:
            process.stdin.close()
            lost = process.stdout.readline()
        assert lost == "0\n", f"{lost} of the streams said something or ended"
