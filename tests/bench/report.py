"""Figures with their budgets, as Markdown: to read on a terminal and to keep in `docs/performance.md`."""

from __future__ import annotations

import datetime
import os
import platform
import re
import timeit
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

NOT_MET = "**not met**"


class Figure(NamedTuple):
    """One row. `met` is None where the figure has no budget, or none that this run can judge. `ratio` is the figure to
    its budget; `runs` is what the runs found, from the least to the greatest."""

    name: str
    value: str
    budget: str = ""
    met: bool | None = None
    ratio: str = ""
    runs: str = ""


class Part(NamedTuple):
    """What one part of the bench found; `how` says in a sentence or two how it was measured."""

    how: str
    figures: list[Figure]


Values = Sequence[float]


def unjudged(part: Part) -> Part:
    """What a quick run found, held against no budget."""
    figures = [figure._replace(met=None, ratio="") for figure in part.figures]
    return Part(f"A quick run is no measurement: no budget is judged by it. {part.how}", figures)


def at_most(
    name: str, value: float, limit: float, unit: str, digits: int = 0, goal: str = "", runs: Values = ()
) -> Figure:
    met, budget = value <= limit, f"at most {limit:,g} {unit}{goal}"
    return Figure(name, f"{value:,.{digits}f} {unit}", budget, met, f"{value / limit:.2f}", between(runs, digits))


def at_least(
    name: str, value: float, limit: float, unit: str, digits: int = 0, goal: str = "", runs: Values = ()
) -> Figure:
    met, budget = value >= limit, f"at least {limit:,g} {unit}{goal}"
    return Figure(name, f"{value:,.{digits}f} {unit}", budget, met, f"{value / limit:.2f}", between(runs, digits))


def not_measured(name: str, limit: float, unit: str) -> Figure:
    return Figure(name, "not measured", f"at least {limit:,g} {unit}", met=False)


def plain(name: str, runs: Values, unit: str, digits: int = 0) -> Figure:
    """Without a budget: the median of the runs."""
    return Figure(name, f"{median(runs):,.{digits}f} {unit}", runs=between(runs, digits))


def between(runs: Values, digits: int = 0) -> str:
    """From the least to the greatest, where there were several runs."""
    return f"{min(runs):,.{digits}f} to {max(runs):,.{digits}f}" if len(runs) > 1 else ""


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Median, 99th percentile, greatest."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], ordered[-1]


def table(part: Part) -> str:
    lines = ["| figure | measured | runs | budget | ratio | |", "|---|---|---|---|---|---|"]
    for figure in part.figures:
        verdict = {None: "", True: "met", False: NOT_MET}[figure.met]
        cells = (figure.name, figure.value, figure.runs, figure.budget, figure.ratio, verdict)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([part.how, "", *lines])


def where_and_when(seconds: float, elsewhere: float) -> str:
    """`elsewhere` is how many cores were busy with what is none of ours."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    machine = f"{os.cpu_count()} cores, CPython {platform.python_version()} (an empty call: {_empty_call():.0f} ns)"
    return f"Run of {today}, {machine}, {seconds:,.0f} s; {elsewhere:.2f} cores were busy elsewhere."


def _empty_call() -> float:
    """Nanoseconds: how fast machine and interpreter are just now."""
    return min(timeit.repeat(lambda: None, number=10_000, repeat=20)) / 10_000 * 1e9


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
    told = [f"* {name.lstrip('| ')}: {value}, {budget}" for name, value, _, budget, _, _ in rows]
    return "\n".join(told) or "Nothing."
