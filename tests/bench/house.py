"""What a decision costs that a player of the house takes."""

from __future__ import annotations

import time

from engine.match import Match
from engine.ruleset import Ruleset
from service.house import choose

from .engine import EVERY_PACK
from .report import Figure, Part, between, plain, spread

RULESETS = {
    "5 seats, heroes": Ruleset(5),
    "8 seats, every pack": Ruleset(8, packs=EVERY_PACK, gods=True),
    "10 seats, every pack": Ruleset(10, packs=EVERY_PACK, gods=True),
}
MOST = 2000  # decisions of a match: what goes on for longer says nothing new
HOW = (
    "The house plays every seat of whole matches. CPU time of its choice alone: the view of its seat, a score for each "
    "option, an answer; the engine's step is not in it. Of all decisions of a run; the median of the runs."
)


def run(quick: bool, runs: int) -> Part:
    figures = []
    for name, ruleset in RULESETS.items():
        found = [_decisions(ruleset, 1 if quick else 15) for _ in range(runs)]
        means = [sum(times) / len(times) for times in found]
        figures.append(plain(f"{name}: CPU of a decision", means, "us"))
        kinds = [spread(times) for times in found]
        middle, late, _ = sorted(kinds)[len(kinds) // 2]
        value = f"{middle:.0f} / {late:,.0f} us"
        figures.append(Figure("· median / p99", value, runs=between([kind[1] for kind in kinds])))
    return Part(HOW, figures)


def _decisions(ruleset: Ruleset, matches: int) -> list[float]:
    """Microseconds of each."""
    taken: list[float] = []
    for number in range(matches):
        match = Match.start(ruleset, number.to_bytes(16, "big"))
        for _ in range(MOST):
            if match.over:
                break
            seat = next(iter(match.open))
            began = time.thread_time_ns()
            answer = choose(match, seat)
            taken.append((time.thread_time_ns() - began) / 1000)
            match.answer(seat, match.open[seat].id, answer)
    return taken
