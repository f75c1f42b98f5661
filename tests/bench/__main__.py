"""Run the parts of the bench, print a table each and, with `--write`, keep it in a document."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from . import engine, idle, resume, service, spelling, stored
from .report import Part, missed, rewrite, table, where_and_when

PARTS: dict[str, Callable[[bool], Part]] = {
    "engine": engine.run,
    "stored": stored.run,
    "resume": resume.run,
    "service": service.run,
    "idle": idle.run,
    "spelling": spelling.run,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"which of {', '.join(PARTS)}; all when none is named")
    parser.add_argument("--quick", action="store_true", help="so small that the figures mean nothing")
    parser.add_argument("--write", type=Path, metavar="FILE", help="also rewrite the figures in this document")
    parsed = parser.parse_args()
    if unknown := [name for name in parsed.parts if name not in PARTS]:
        parser.error(f"no such part: {', '.join(unknown)}")
    for name in parsed.parts or PARTS:
        print(f"\n## {name}\n", flush=True)
        text = f"{where_and_when()} {table(PARTS[name](parsed.quick))}"
        print(text, flush=True)
        if parsed.write:
            rewrite(parsed.write, name, text)
            rewrite(parsed.write, "missed", missed(parsed.write))
    return 0


if __name__ == "__main__":
    sys.exit(main())
