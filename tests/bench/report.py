"""Figures with their budgets, as Markdown: to read on a terminal and to keep in `docs/performance.md`."""

from __future__ import annotations

import datetime
import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

NOT_MET = "**not met**"


class Figure(NamedTuple):
    """One row. `met` is None where the figure has no budget, or none that this run can judge."""

    name: str
    value: str
    budget: str = ""
    met: bool | None = None


class Part(NamedTuple):
    """What one part of the bench found; `how` says in a sentence or two how it was measured."""

    how: str
    figures: list[Figure]


def at_most(name: str, value: float, limit: float, unit: str, digits: int = 0, goal: str = "") -> Figure:
    return Figure(name, f"{value:,.{digits}f} {unit}", f"at most {limit:,g} {unit}{goal}", value <= limit)


def at_least(name: str, value: float, limit: float, unit: str, digits: int = 0, goal: str = "") -> Figure:
    return Figure(name, f"{value:,.{digits}f} {unit}", f"at least {limit:,g} {unit}{goal}", value >= limit)


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Median, 99th percentile, greatest."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], ordered[-1]


def table(part: Part) -> str:
    lines = ["| figure | measured | budget | |", "|---|---|---|---|"]
    for figure in part.figures:
        verdict = {None: "", True: "met", False: NOT_MET}[figure.met]
        lines.append(f"| {figure.name} | {figure.value} | {figure.budget} | {verdict} |")
    return "\n".join([part.how, "", *lines])


def where_and_when() -> str:
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    load = os.getloadavg()[0]
    return f"Run of {today}, {os.cpu_count()} cores, CPython {platform.python_version()}; load average {load:.1f}."


def rewrite(document: Path, name: str, text: str) -> None:
    """Put the text between the document's markers of that part. Raises `ValueError` where there are none."""
    begin, end = f"<!-- bench:{name} -->", f"<!-- /bench:{name} -->"
    before = document.read_text()
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(before):
        raise ValueError(f"{document} has no markers for {name}")
    document.write_text(pattern.sub(lambda _: f"{begin}\n{text}\n{end}", before))


def missed(document: Path) -> str:
    """What the document's tables say is not met, as a list."""
    rows = [row.split(" | ") for row in document.read_text().splitlines() if row.endswith(f"| {NOT_MET} |")]
    return "\n".join(f"* {name.lstrip('| ')}: {value}, {budget}" for name, value, budget, _ in rows) or "Nothing."
