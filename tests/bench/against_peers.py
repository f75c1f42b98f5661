"""Beside two servers of turn-based games in Node, which get the same load in the same run."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import unquote

from service.store.embedded import EmbeddedServer
from tests.loopback import free_port

from .processes import printed_by, result_of, server
from .report import Figure, Part, at_least, not_measured, plain
from .service import AT_ONCE, SEATS, serving

FOLDER = Path(__file__).parent / "peers"
NODE = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
IS_THERE = NODE is not None and (FOLDER / "node_modules").is_dir()
TIMES = 3
BOARDGAME, COLYSEUS = "boardgame.io", "Colyseus"
PEERS = {"unary": [BOARDGAME], "watched": [BOARDGAME, COLYSEUS]}
WAYS = {"unary": ("unary",), "watched": ("watched", "played")}  # ours
WARM_UP = {BOARDGAME: 3_000, COLYSEUS: 12_000}  # moves; some seconds, for Node to compile what it runs
LONGER = {BOARDGAME: 1, COLYSEUS: 4}  # for a window that is no blink
HOW = (
    f"{{at_once}} matches at once of {SEATS} seats, each with one action in flight; ours with heroes, as in the part "
    "`service`; theirs a little game with hidden hands (tests/bench/peers). *Unary*: one client a match, who plays "
    "every seat. *Watched*: every seat has a stream, or a socket; ours by `Act` and `WatchMatch`, and by `PlayMatch` "
    "(*played*), of which the better counts. boardgame.io 0.50 keeps its matches in the same "
    "embedded Valkey as ours; Colyseus 0.18 sends a patch after every move and stores nothing. They take turns, and so "
    "does ours with `SGS_TRANSPORT=native`; a ratio is to the other in the same run: the median of the runs."
)
ABSENT = " **Node or its packages are absent (`make peers`), so the others were not measured.**"
Found = list[dict[str, Any]]


def run(quick: bool, runs: int) -> Part:
    actions, at_once = (40, 2) if quick else (2000, AT_ONCE)
    asked = {"actions": actions, "at_once": at_once, "seats": SEATS}
    figures = []
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedServer(Path(folder)) as redis,
        serving(redis) as place,
        serving(redis, SGS_TRANSPORT="native") as native,
    ):
        for manner, peers in PEERS.items():
            ours: dict[str, Found] = {way: [] for way in WAYS[manner]}
            faster: Found = []
            theirs: dict[str, Found] = {peer: [] for peer in peers}
            for _ in range(runs):
                load = {**asked, "spare": actions // 100}
                for way, found in ours.items():
                    found.append(result_of("tests.bench.load", {**load, **place, "manner": way}))
                faster.append(result_of("tests.bench.load", {**load, **native, "manner": manner}))
                for peer in peers if IS_THERE else ():
                    longer = {"actions": LONGER[peer] * actions, "warm_up": 10 if quick else WARM_UP[peer]}
                    theirs[peer].append(_peer(peer, manner, redis, {**asked, **longer}))
            figures += compared(manner, ours, theirs)
            figures += compared_native(manner, faster, theirs)
    return Part(HOW.format(at_once=at_once) + ("" if IS_THERE else ABSENT), figures)


def _peer(name: str, manner: str, redis: EmbeddedServer, asked: dict[str, Any]) -> dict[str, Any]:
    port = free_port()
    if name == BOARDGAME:
        script, load, more = "boardgame_server.cjs", "boardgame_load.mjs", [unquote(redis.url.removeprefix("unix://"))]
    else:
        script, load, more = "colyseus_server.mjs", "colyseus_load.mjs", []
    with server([str(FOLDER / script), str(port), *more], port, {"NODE_ENV": "production"}, program=str(NODE)) as pid:
        told = {**asked, "port": port, "pids": [pid, redis.pid], "alone": manner == "unary"}
        return printed_by([str(NODE), str(FOLDER / load), json.dumps(told)])


def compared(manner: str, ways: dict[str, Found], theirs: dict[str, Found]) -> list[Figure]:
    """The rows of all, and the ratios of our better way to theirs, one of which has a budget."""
    figures = [row for way, found in ways.items() for row in _rows(f"{way}: ours", found)]
    ours = max(ways.values(), key=lambda found: median(run["rate"] for run in found))
    for peer, found in theirs.items():
        figures += _rows(f"{manner}: {peer}", found) if found else []
        name = f"{manner}: actions/s to those of {peer}"
        if peer == BOARDGAME:
            figures.append(_times(name, ours, found, TIMES))
        elif found:
            figures.append(plain(name, _ratios(ours, found), "times", 2))
    return figures


def compared_native(manner: str, ours: Found, theirs: dict[str, Found]) -> list[Figure]:
    """The rows of the native transport, which is to be ahead of the table server that stores nothing."""
    figures = _rows(f"{manner}: ours, native transport", ours)
    if COLYSEUS in theirs:
        name = f"{manner}: actions/s of the native transport to those of {COLYSEUS}"
        figures.append(_times(name, ours, theirs[COLYSEUS], 1))
    return figures


def _times(name: str, ours: Found, theirs: Found, least: int) -> Figure:
    """A ratio with a budget, which nothing shows to be met where the others did not run."""
    if not theirs:
        return not_measured(name, least, "times")
    ratios = _ratios(ours, theirs)
    return at_least(name, ratios[len(ratios) // 2], least, "times", 2, runs=ratios)


def _ratios(ours: Found, theirs: Found) -> list[float]:
    return sorted(run["rate"] / other["rate"] for run, other in zip(ours, theirs, strict=True))


def _rows(name: str, found: Found) -> list[Figure]:
    return [
        plain(f"{name}: actions", [run["rate"] for run in found], "/s"),
        plain("· p50 at saturation", [run["p50_ms"] for run in found], "ms", 1),
        plain("· p99 at saturation", [run["p99_ms"] for run in found], "ms", 1),
        plain("· CPU of an action: server", [run["cpu_us"][0] for run in found], "us"),
        plain("· CPU of an action: Valkey", [run["cpu_us"][1] for run in found], "us"),
    ]
