"""Whether an action costs more late in a long match than at its beginning."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.events import TurnBegan
from engine.match import Match
from engine.ruleset import Ruleset
from service.store.embedded import EmbeddedServer

from .planting import SETTINGS, Stop, plant, stop_of
from .processes import result_of
from .report import Figure, Part, at_most, plain
from .scripts import Script
from .service import AT_ONCE, PACE, SEATS, serving

TURNS = (1, 50, 200)
KINDS = 10  # of matches, each planted several times
RATIO = 1.2
HOW = (
    "Matches of {seats} seats with heroes in which nobody has done anything so far but draw and discard, so that all "
    "live and nothing but the length tells one from the other; they are written into the store as they stand at the "
    "beginning of a turn, with every event until then, and played on from there by chance, {at_once} at once, at "
    "{pace} actions/s. The cases take turns, in an order that goes back and forth. A ratio is to turn 1 in the same "
    "run: the median of the runs."
)


def run(quick: bool, runs: int) -> Part:
    turns, kinds, actions, at_once = ((1, 3), 1, 20, 2) if quick else (TURNS, KINDS, 500, AT_ONCE)
    asked = {"actions": actions, "at_once": at_once, "seats": SEATS, "spare": 0, "rate": PACE, "manner": "unary"}
    wanted = _stops(turns, kinds)
    order, found = list(turns), {turn: list[dict[str, Any]]() for turn in turns}
    planted = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedServer(Path(folder)) as redis,
        serving(redis, **SETTINGS) as place,
    ):
        for _ in range(runs):
            for turn in order:
                names = asyncio.run(plant(redis.url, wanted[turn], 2 * at_once, planted))
                planted += len(names)
                found[turn].append(result_of("tests.bench.load", {**asked, **place, "planted": names}))
            order.reverse()
    figures = [figure for turn in turns for figure in _turn(turn, wanted[turn], found[turn])]
    figures += [figure for turn in turns[1:] for figure in _ratios(turn, found[turn], found[turns[0]])]
    return Part(HOW.format(seats=SEATS, at_once=at_once, pace=PACE), figures)


def _stops(turns: tuple[int, ...], kinds: int) -> dict[int, list[Stop]]:
    stops: dict[int, list[Stop]] = {turn: [] for turn in turns}
    for number in range(kinds):
        for turn, stop in _turns_of(Ruleset(SEATS), number, max(turns)):
            if turn in stops:
                stops[turn].append(stop)
    return stops


def _turns_of(ruleset: Ruleset, number: int, last: int) -> Iterator[tuple[int, Stop]]:
    """The first stop of each turn."""
    seed = number.to_bytes(16, "big")
    match = Match.start(ruleset, seed)
    turn = seen = 0
    while turn < last:
        began = sum(type(event) is TurnBegan for event in match.game.events[seen:])
        seen = len(match.game.events)
        if began:
            turn += began
            yield turn, stop_of(Script(ruleset, seed, ()), match)
        seat = next(iter(match.open))
        match.answer(seat, match.open[seat].id, match.open[seat].question.default)


def _turn(turn: int, stops: list[Stop], found: list[dict[str, Any]]) -> list[Figure]:
    events = sum(len(stop.events) for stop in stops) // len(stops)
    return [
        Figure(f"turn {turn}: events so far", f"{events:,}"),
        plain("· p50", [run["p50_ms"] for run in found], "ms", 2),
        plain("· CPU of an action", [run["cpu_us"][0] for run in found], "us"),
    ]


def _ratios(turn: int, found: list[dict[str, Any]], first: list[dict[str, Any]]) -> Iterator[Figure]:
    pairs = list(zip(found, first, strict=True))
    p50 = sorted(late["p50_ms"] / early["p50_ms"] for late, early in pairs)
    cpu = sorted(late["cpu_us"][0] / early["cpu_us"][0] for late, early in pairs)
    for what, ratios in (("p50", p50), ("CPU of an action", cpu)):
        yield at_most(f"turn {turn} to turn 1: {what}", ratios[len(ratios) // 2], RATIO, "times", 2, runs=ratios)
