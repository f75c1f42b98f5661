"""Run the parts of the bench, print a table each and, with `--write`, keep it in a document."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from . import (
    against_peers,
    beside,
    concurrency,
    durability,
    engine,
    hot_path,
    house,
    idle,
    instructions,
    memory,
    replicas,
    resume,
    seats,
    service,
    spelling,
    stored,
    turns,
    wire,
)
from .processes import elsewhere
from .report import Part, missed, rewrite, table, unjudged, where_and_when

# Each is given whether to be quick, and how many runs a spread is of.
PARTS: dict[str, Callable[[bool, int], Part]] = {
    "engine": engine.run,
    "seats": seats.run,
    "instructions": instructions.run,
    "house": house.run,
    "stored": stored.run,
    "resume": resume.run,
    "hot-path": hot_path.run,
    "wire": wire.run,
    "service": service.run,
    "peers": against_peers.run,
    "concurrency": concurrency.run,
    "durability": durability.run,
    "replicas": replicas.run,
    "turns": turns.run,
    "beside": beside.run,
    "idle": idle.run,
    "memory": memory.run,
    "spelling": spelling.run,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"which of {', '.join(PARTS)}; all when none is named")
    parser.add_argument("--quick", action="store_true", help="one run, so small that the figures mean nothing")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="what each figure is the middle of (3)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="also rewrite the figures in this document")
    parsed = parser.parse_args()
    if unknown := [name for name in parsed.parts if name not in PARTS]:
        parser.error(f"no such part: {', '.join(unknown)}")
    if parsed.write and not parsed.write.is_file():
        parser.error(f"--write: there is no {parsed.write}, whose figures could be rewritten")
    if parsed.write and parsed.quick:
        parser.error("--write: the figures of --quick mean nothing, and are not kept")
    if parsed.runs < 1:
        parser.error("--runs: at least one")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is stopped
    for name in parsed.parts or PARTS:
        print(f"\n## {name}\n", flush=True)
        began = time.monotonic()
        with elsewhere() as busy:
            part = unjudged(PARTS[name](True, 1)) if parsed.quick else PARTS[name](False, parsed.runs)
        text = f"{where_and_when(time.monotonic() - began, busy())} {table(part)}"
        print(text, flush=True)
        if parsed.write:
            rewrite(parsed.write, name, text)
            rewrite(parsed.write, "missed", missed(parsed.write))
    return 0


if __name__ == "__main__":
    sys.exit(main())
