"""One replica with few and with many matches at once."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from service.store.embedded import EmbeddedServer

from .processes import result_of
from .report import Figure, Part, plain
from .service import SEATS, serving

LEVELS = (1, 16, 128)
HOW = (
    f"One replica over the embedded Valkey, {SEATS} seats with heroes, every action by `Act`, and `NextDecision` where "
    "the acting seat is not asked again; each match has one action in flight. The median of the runs. CPU is user and "
    "system time of a process. Bytes are those of messages, sent and received, without what HTTP/2 adds."
)
Found = list[dict[str, Any]]


def run(quick: bool, runs: int) -> Part:
    figures = []
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as redis, serving(redis) as place:
        for at_once in (1, 2) if quick else LEVELS:
            actions = 20 if quick else 500 + 12 * at_once
            asked = {**place, "actions": actions, "at_once": at_once, "seats": SEATS, "spare": 0, "manner": "unary"}
            figures += _level(at_once, [result_of("tests.bench.load", asked) for _ in range(runs)])
        asked = {**place, "actions": 20 if quick else 700, "at_once": 2 if quick else 16, "seats": SEATS, "spare": 0}
        watched = [result_of("tests.bench.load", {**asked, "manner": "watched"}) for _ in range(runs)]
    figures.append(plain("an action to each watching seat", _each(watched, "stream received", SEATS), "bytes"))
    return Part(HOW, figures)


def _level(at_once: int, found: Found) -> list[Figure]:
    bytes_of = [
        sum(run["each"].get(f"{kind} {way}", 0) for kind in ("act", "next") for way in ("sent", "received"))
        for run in found
    ]
    return [
        plain(f"{at_once} at once: actions", [run["rate"] for run in found], "/s"),
        plain("· p50", [run["p50_ms"] for run in found], "ms", 2),
        plain("· p99", [run["p99_ms"] for run in found], "ms", 2),
        plain("· CPU of an action: replica", [run["cpu_us"][0] for run in found], "us"),
        plain("· CPU of an action: Valkey", [run["cpu_us"][1] for run in found], "us"),
        plain("· an action, there and back", bytes_of, "bytes"),
    ]


def _each(found: Found, what: str, among: int) -> list[float]:
    return [run["each"][what] / among for run in found]
