"""What it costs that an acknowledged action is kept."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.service.valkey import Valkey

from .processes import child_of, result_of
from .report import Figure, Part, plain
from .service import AT_ONCE, SEATS, serving

CASES = {
    "no append-only file": {"appendonly": "no"},
    "synced every second": {"appendonly": "yes", "appendfsync": "everysec"},
    "synced at every write": {"appendonly": "yes", "appendfsync": "always"},
}
EMBEDDED = "the embedded store"
HOW = (
    f"One replica, {AT_ONCE} matches at once of {SEATS} seats with heroes, every action by `Act`. Valkey is a server "
    "of its own, reached by TCP, whose append-only file is off, synced every second, or synced before each answer; the "
    "embedded store is the replica's own child, reached through a socket and synced every second. The cases take "
    "turns; the median of the runs. A disk decides what the third costs: here the one under the folder for temporary "
    "files."
)


class Reached(NamedTuple):
    """A server of the store as `serving` takes it."""

    url: str
    pid: int


def run(quick: bool, runs: int) -> Part:
    actions, at_once = (20, 2) if quick else (2000, AT_ONCE)
    asked = {"actions": actions, "at_once": at_once, "seats": SEATS, "spare": 0, "manner": "unary"}
    found: dict[str, list[dict[str, Any]]] = {}
    with ExitStack() as stack:
        places = {case: stack.enter_context(_apart(settings)) for case, settings in CASES.items()}
        places[EMBEDDED] = stack.enter_context(_embedded())
        for _ in range(runs):
            for case, place in places.items():
                found.setdefault(case, []).append(result_of("tests.bench.load", {**asked, **place}))
    return Part(HOW, [figure for case, each in found.items() for figure in _case(case, each)])


def _case(case: str, found: list[dict[str, Any]]) -> list[Figure]:
    return [
        plain(f"{case}: actions", [run["rate"] for run in found], "/s"),
        plain("· p50", [run["p50_ms"] for run in found], "ms", 1),
        plain("· p99", [run["p99_ms"] for run in found], "ms", 1),
        plain("· CPU of an action: store", [run["cpu_us"][1] for run in found], "us"),
    ]


@contextmanager
def _apart(settings: dict[str, str]) -> Iterator[dict[str, Any]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Valkey(Path(folder), **settings) as valkey,
        serving(Reached(valkey.url, child_of(os.getpid(), str(valkey.port)))) as place,
    ):
        yield place


@contextmanager
def _embedded() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder, serving(Reached("", 0), SGS_DATA_DIR=folder) as place:
        [pid, _] = place["pids"]
        yield {**place, "pids": [pid, child_of(pid, "valkey")]}
