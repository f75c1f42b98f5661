"""How fast the engine plays at smaller and larger tables, with few packs and with all."""

from __future__ import annotations

from engine.ruleset import Ruleset

from .engine import EVERY_PACK, play
from .report import Figure, Part, between
from .scripts import answers_in, cpu_of, scripts

TABLES = (4, 5, 10)
HOW = (
    "As in the part `engine`, whose tables have 8 seats: random matches, recorded once and replayed. CPU time of one "
    "core, the least of the runs. *Standard only* is without the extension cards of the first box; *every pack* is "
    "with gods."
)


def run(quick: bool, runs: int) -> Part:
    figures = []
    for seats in TABLES:
        for name, ruleset in {
            "standard only": Ruleset(seats, packs=()),
            "every pack": Ruleset(seats, packs=EVERY_PACK, gods=True),
        }.items():
            played = scripts(ruleset, 1 if quick else 40)
            taken = [cpu_of(play, played) for _ in range(runs)]
            for what, count in (("matches", len(played)), ("decisions", answers_in(played))):
                rates = [count / seconds for seconds in taken]
                digits = 1 if what == "matches" else 0
                value = f"{max(rates):,.{digits}f} /s"
                figures.append(Figure(f"{seats} seats, {name}: {what}", value, runs=between(rates, digits)))
    return Part(HOW, figures)
