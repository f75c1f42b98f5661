"""Runs scenario files, and reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from .document import Scenario, load
from .runner import Failed, run
from .schema import Malformed


def run_paths(paths: Sequence[str | Path], *, paranoid: bool = True, listed: bool = False, out: TextIO) -> int:
    """Run every scenario of these files and folders; 0 when all come out as written, else 1. A folder stands for every
    .yaml file in it and below. Each failure is told with its step, what was expected and found, and the transcript.
    `listed`: every file is told, with its id and how many of its runs came out."""
    passed = failed = 0
    for path in _files(paths):
        try:
            scenarios = load(path)
        except Malformed as error:
            failed += 1
            print(f"BROKEN {error}\n", file=out)
            continue
        failures = [told for scenario in scenarios for told in _failure(scenario, paranoid)]
        for told in failures:
            print(told, file=out)
        failed += len(failures)
        passed += len(scenarios) - len(failures)
        if listed:
            print(_summary(scenarios, len(failures)), file=out)
    print(f"{passed} passed, {failed} failed", file=out)
    return 0 if failed == 0 and passed else 1


def _failure(scenario: Scenario, paranoid: bool) -> Iterator[str]:
    """What went wrong, if anything did."""
    try:
        run(scenario, paranoid=paranoid)
    except Failed as failure:
        yield report(failure)
    except Malformed as error:
        yield f"BROKEN {error}\n"


def _summary(scenarios: Sequence[Scenario], failed: int) -> str:
    first, runs = scenarios[0], len(scenarios)
    outcome = "FAILED" if failed else "passed"
    count = f" ({runs - failed} of {runs} runs)" if runs > 1 else ""
    return f"{outcome}  {first.id}  {first.title}{count}"


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
