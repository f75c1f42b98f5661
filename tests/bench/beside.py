"""What an action costs beside few stored matches, and beside very many."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from engine.ruleset import Ruleset
from service.store.embedded import EmbeddedServer

from .planting import plant, stop_after
from .processes import resident_mb, result_of
from .report import Figure, Part, at_most, plain
from .scripts import scripts
from .service import AT_ONCE, PACE, SEATS, serving

COUNTS = (10, 1_000, 100_000)
AFTER = 40  # answers, of each stored match
KINDS = 20
RATIO = 1.2
HOW = (
    "One replica for each count, with a store of its own, into which so many copies of {kinds} recorded matches of "
    f"{SEATS} seats with heroes were written as they stood after {AFTER} answers, events and all. "
    "{at_once} other matches are played beside them at {pace} actions/s, every action by `Act`. The counts take turns, "
    "in an order that goes back and forth. A ratio is to the fewest in the same run: the median of the runs. CPU is "
    "that of the replica and whatever it does meanwhile."
)


def run(quick: bool, runs: int) -> Part:
    counts, kinds, actions, at_once = ((2, 5), 1, 20, 2) if quick else (COUNTS, KINDS, 500, AT_ONCE)
    asked = {"actions": actions, "at_once": at_once, "seats": SEATS, "rate": PACE, "manner": "unary"}
    asked["spare"] = actions // 100
    wanted = [stop_after(script, AFTER) for script in scripts(Ruleset(SEATS), kinds)]
    found: dict[int, list[dict[str, Any]]] = {count: [] for count in counts}
    with ExitStack() as stack:
        places = []
        for count in counts:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            redis = stack.enter_context(EmbeddedServer(folder, max_memory_mb=4096))
            asyncio.run(plant(redis.url, wanted, count))
            places.append((count, stack.enter_context(serving(redis)), redis))
        for _ in range(runs):
            for count, place, _ in places:
                found[count].append(result_of("tests.bench.load", {**asked, **place}))
            places.reverse()
        memory = {count: resident_mb(redis.pid) for count, _, redis in places}
    figures = []
    for count in counts:
        p50, cpu = ([_of(run, what) for run in found[count]] for what in ("p50_ms", "cpu_us"))
        figures += [plain(f"{count:,} stored: p50", p50, "ms", 2), plain("· CPU of an action", cpu, "us")]
        figures.append(Figure("· memory of Valkey", f"{memory[count]:,.0f} MB"))
    for count in counts[1:]:
        figures += _ratios(f"{count:,} to {counts[0]}", found[count], found[counts[0]])
    return Part(HOW.format(kinds=kinds, at_once=at_once, pace=PACE), figures)


def _of(run: dict[str, Any], what: str) -> float:
    found = run[what]
    return float(found[0] if isinstance(found, list) else found)


def _ratios(name: str, found: list[dict[str, Any]], first: list[dict[str, Any]]) -> Iterator[Figure]:
    for what, said in (("p50_ms", "p50"), ("cpu_us", "CPU of an action")):
        ratios = sorted(_of(more, what) / _of(few, what) for more, few in zip(found, first, strict=True))
        yield at_most(f"{name}: {said}", ratios[len(ratios) // 2], RATIO, "times", 2, runs=ratios)
