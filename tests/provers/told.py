"""`python -m tests.provers.told`: run every scenario, and tell how many cases of the case list are told."""

from __future__ import annotations

import sys
from collections import Counter

from service.scenario import run_paths
from tests.engine.test_cases import cases, told

from .coverage import SCENARIOS


def counts() -> list[tuple[str, int, int]]:
    """By ruleset, in the order of the list: how many of its cases are told, by a scenario or by a test, of how many."""
    due: Counter[str] = Counter()
    done: Counter[str] = Counter()
    ids = told()
    for case, rulesets in cases().items():
        ruleset = " / ".join(sorted(rulesets))
        due[ruleset] += 1
        done[ruleset] += case in ids
    return [(ruleset, done[ruleset], due[ruleset]) for ruleset in due]


def main() -> int:
    outcome = run_paths([SCENARIOS], listed=True, out=sys.stdout)
    print(f"\n{'cases of the list, by ruleset':30} told  of")
    for ruleset, done, due in counts():
        print(f"{ruleset:30} {done:4} {due:3}")
    print(f"{'all':30} {sum(row[1] for row in counts()):4} {sum(row[2] for row in counts()):3}")
    return outcome


if __name__ == "__main__":
    sys.exit(main())
