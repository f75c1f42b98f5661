"""`python -m tests.provers.mutation`: change one thing after the other, and tell which scenario notices."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from service.scenario import Failed, Malformed, Scenario, run

from .coverage import covering, text_of
from .equivalent import EQUIVALENT
from .mutants import Mutant, changed, mutants


class Verdict(NamedTuple):
    """Which scenarios bring it into play, how many of them ran, and the one that failed (None: it survives)."""

    mutant: Mutant
    covered: int
    ran: int
    failed: Scenario | None


def judge(mutant: Mutant) -> Verdict:
    """Run the scenarios that bring it into play until one fails, those first that name it: what every play phase looks
    up is in play in all of them."""
    name = mutant.what.partition(".")[0].partition(":")[0]
    covered = sorted(covering().get(mutant.what, ()), key=lambda scenario: name not in text_of(scenario))
    with changed(mutant.change):
        for ran, scenario in enumerate(covered, 1):
            if not passes(scenario):
                return Verdict(mutant, len(covered), ran, scenario)
    return Verdict(mutant, len(covered), len(covered), None)


def passes(scenario: Scenario) -> bool:
    try:
        run(scenario, paranoid=False)
    except (Failed, Malformed):
        return False
    return True


def report(verdicts: Sequence[Verdict]) -> str:
    lines = [f"{'changed':52} {'covered':>7} {'run':>4}  noticed by"]
    for mutant, covered, ran, failed in verdicts:
        lines.append(f"{mutant.id:52} {covered:7} {ran:4}  {failed.name if failed else _excuse(mutant)}")
    unnoticed = len(survivors(verdicts))
    runs = sum(verdict.ran for verdict in verdicts)
    counts = f"{len(verdicts)} changed, {len(EQUIVALENT)} of them equivalent, {unnoticed} unnoticed"
    return "\n".join([*lines, f"{counts}; {runs} scenarios run"])


def survivors(verdicts: Sequence[Verdict]) -> list[Mutant]:
    return [verdict.mutant for verdict in verdicts if not verdict.failed and verdict.mutant.id not in EQUIVALENT]


def _excuse(mutant: Mutant) -> str:
    return f"(none could: {EQUIVALENT[mutant.id]})" if mutant.id in EQUIVALENT else "NOBODY"


def main() -> int:
    verdicts = [judge(mutant) for mutant in mutants()]
    print(report(verdicts))
    return 1 if survivors(verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
