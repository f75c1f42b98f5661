"""One replica with few and with many matches at once, in each way of playing."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from service.store.embedded import EmbeddedServer

from .processes import result_of
from .report import Figure, Part, plain
from .service import SEATS, serving

LEVELS = (1, 16, 128)
MANNERS = ("unary", "watched", "played")
HOW = (
    f"One replica over the embedded Valkey, {SEATS} seats with heroes; each match has one action in flight. *Unary*, "
    "*watched* and *played* as in the part `service`. The median of the runs. CPU is user and system time of a "
    "process. Bytes are those of messages, without what HTTP/2 adds."
)
Found = list[dict[str, Any]]


def run(quick: bool, runs: int) -> Part:
    figures = []
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as redis, serving(redis) as place:
        for manner in MANNERS:
            for at_once in (1, 2) if quick else LEVELS:
                actions = 20 if quick else 500 + 8 * at_once
                asked = {"actions": actions, "at_once": at_once, "seats": SEATS, "spare": 0, "manner": manner}
                found = [result_of("tests.bench.load", {**place, **asked}) for _ in range(runs)]
                figures += _level(f"{manner}, {at_once} at once", found)
    return Part(HOW, figures)


def _level(name: str, found: Found) -> list[Figure]:
    asked = [_bytes(run, ("act sent", "act received", "next sent", "next received")) for run in found]
    watched = [_bytes(run, ("stream received",)) / SEATS for run in found]
    return [
        plain(f"{name}: actions", [run["rate"] for run in found], "/s"),
        plain("· p50", [run["p50_ms"] for run in found], "ms", 2),
        plain("· p99", [run["p99_ms"] for run in found], "ms", 2),
        plain("· CPU of an action: replica", [run["cpu_us"][0] for run in found], "us"),
        plain("· CPU of an action: Valkey", [run["cpu_us"][1] for run in found], "us"),
        plain("· an action, there and back", asked, "bytes"),
        *([plain("· an action to each watching seat", watched, "bytes")] if any(watched) else []),
    ]


def _bytes(run: dict[str, Any], kinds: tuple[str, ...]) -> float:
    """Of an action, on average."""
    return sum(run["each"].get(kind, 0) for kind in kinds)
