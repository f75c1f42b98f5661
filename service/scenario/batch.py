"""Runs scenario files, and reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from .document import load
from .runner import Failed, run
from .schema import Malformed


def run_paths(paths: Sequence[str | Path], *, paranoid: bool = True, out: TextIO) -> int:
    """Run every scenario of these files and folders; 0 when all come out as written, else 1. A folder stands for every
    .yaml file in it and below. Each failure is told with its step, what was expected and found, and the transcript."""
    passed = failed = 0
    for path in _files(paths):
        try:
            for scenario in load(path):
                try:
                    run(scenario, paranoid=paranoid)
                    passed += 1
                except Failed as failure:
                    failed += 1
                    print(report(failure), file=out)
        except Malformed as error:
            failed += 1
            print(f"BROKEN {error}\n", file=out)
    print(f"{passed} passed, {failed} failed", file=out)
    return 0 if failed == 0 and passed else 1


def report(failure: Failed) -> str:
    """A failure as a reader needs it."""
    scenario = failure.scenario
    lines = [f"FAILED {scenario.path}: {scenario.name}"]
    lines.append(f"  step: {failure.step}" if failure.step else "  before the first step")
    lines.append(f"  {failure.detail}")
    lines.append("  what happened:")
    lines += [f"    {line}" for line in failure.transcript]
    return "\n".join(lines) + "\n"


def _files(paths: Sequence[str | Path]) -> Iterator[Path]:
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml"))
        else:
            yield path
