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
from typing import Any
from uuid import uuid4

import grpc
from sanguosha.v1 import match_pb2, match_service_pb2_grpc, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store.embedded import EmbeddedServer

from .processes import ROOT, result_of
from .report import Figure, Part, at_most, spread
from .service import AT_ONCE, PACE, SEATS, serving

STORED, WATCHERS, WATCHED, ROUNDS = 5000, 1000, 100, 8
RATIO = 1.2
AT_A_TIME = 32  # matches that are created
HOW = (
    "Two replicas, each with a store of its own: one of them empty, the other one with {stored:,} matches of {seats} "
    "seats in play that nobody touches. {at_once} matches are played beside them at {pace} actions/s, every action by "
    "`Act`, with and without {watchers:,} spectators on gRPC streams, who watch {watched} other matches. The four "
    "cases take turns, {rounds} times, {actions} actions each, so that what else the machine does is the same for all; "
    "latencies are those of all turns together, a ratio is to those of the case with neither. CPU is user and system "
    "time of the replica, whatever it does meanwhile."
)


def run(quick: bool) -> Part:
    stored, watchers, watched, rounds, actions, at_once = STORED, WATCHERS, WATCHED, ROUNDS, 500, AT_ONCE
    if quick:
        stored, watchers, watched, rounds, actions, at_once = 20, 10, 2, 1, 20, 4
    load = {"actions": actions, "at_once": at_once, "seats": SEATS, "spare": actions // 100, "rate": PACE}
    found: dict[str, list[dict[str, Any]]] = {case: [] for case in CASES}
    with ExitStack() as stack:
        places = []
        for number, matches in enumerate((0, stored)):
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            place = stack.enter_context(serving(stack.enter_context(EmbeddedServer(Path(folder)))))
            names = asyncio.run(_matches(place["address"], matches + watched))
            places.append((place, names[matches:]))
            assert len(names) == matches + watched, number
        for _ in range(rounds):
            for case, (place, to_watch) in zip(CASES, (*places, *places), strict=True):
                count = watchers if case in WATCHED_CASES else 0
                with _watching(place["address"], to_watch, count):
                    found[case].append(result_of("tests.bench.load", {**load, **place, "manner": "unary"}))
    how = HOW.format(
        stored=stored,
        seats=SEATS,
        at_once=at_once,
        pace=PACE,
        watchers=watchers,
        watched=watched,
        rounds=rounds,
        actions=actions,
    )
    return Part(how, list(_figures(found)))


NEITHER, KEPT, SEEN, BOTH = "neither", "stored matches", "watchers", "both"
CASES = (NEITHER, KEPT, SEEN, BOTH)
WATCHED_CASES = (SEEN, BOTH)


def _figures(found: dict[str, list[dict[str, Any]]]) -> Iterator[Figure]:
    least = _measured(found[NEITHER])
    for case in CASES:
        p50, p99, cpu = _measured(found[case])
        yield Figure(f"{case}: p50 / p99, CPU of an action", f"{p50:.2f} / {p99:.2f} ms, {cpu:.0f} us")
    for case in CASES[1:]:
        for what, value, before in zip(("p50", "p99", "CPU of an action"), _measured(found[case]), least, strict=True):
            yield at_most(f"{case}: {what}, ratio", value / before, RATIO, "times", 2)


def _measured(turns: list[dict[str, Any]]) -> tuple[float, float, float]:
    """Median and 99th percentile of a call in milliseconds, CPU microseconds of an action."""
    p50, p99, _ = spread([latency for turn in turns for latency in turn["latencies_ms"]])
    return p50, p99, sum(turn["cpu_us"][0] for turn in turns) / len(turns)


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
