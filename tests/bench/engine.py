"""How fast the engine plays, and what the time goes into."""

from __future__ import annotations

import time

import msgspec

from engine import codec, playing, responding, speaking
from engine.game import Game
from engine.match import Match
from engine.packs import PACKS
from engine.questions import Question
from engine.ruleset import Ruleset
from engine.view import view

from .attribution import attributed, plain_functions
from .report import Figure, Part, at_least
from .scripts import Script, answers_in, cpu_of, scripts, stops

SEATS = 8
EVERY_PACK = tuple(name for name in PACKS if name != "standard")
RULESETS = {
    "heroes (standard, EX)": Ruleset(SEATS),
    "every pack, with gods": Ruleset(SEATS, packs=EVERY_PACK, gods=True),
    "plain": Ruleset(SEATS, heroes=False),
}

# Parts of `Match.answer`; what none of them is charged with is rules: deeds, skills and the table's loop. What is not
# async in these modules says who may do what: the options, and who is asked at all.
PARTS = {
    "options": [*plain_functions(playing, responding, speaking), Question.forced],
    "checkpoint": [codec.encode_snapshot, Game.snapshot],
    "mark and check": [Question.mark, Question.check],
}
HOW = (
    "Random matches of 8 seats, recorded once and replayed, so that choosing costs nothing. CPU time of one core, the "
    "least of the runs. A decision is one with more than one legal answer; its options are listed, its answer is "
    "checked, checkpoints are taken; no views. The split is from a run with wrapped functions (each charged with what "
    "passes in it and in no other one, less what wrapping takes), scaled to the CPU time of the plain run. Making "
    "events is measured by making the same events again. What is written per decision, views and redaction come on "
    "top: the plain run is compared with one that does the thing at every stop."
)


def run(quick: bool, runs: int) -> Part:
    figures = []
    for name, ruleset in RULESETS.items():
        figures += _figures(name, scripts(ruleset, 2 if quick else 40), runs)
    return Part(HOW, figures)


def _figures(name: str, played: list[Script], runs: int) -> list[Figure]:
    decisions = answers_in(played)
    works = {"plain": play, "record": _play_and_record, "redact": _play_and_redact, "view": _play_and_view}
    taken: dict[str, list[float]] = {variant: [] for variant in works}
    for _ in range(runs):
        for variant, work in works.items():
            taken[variant].append(cpu_of(work, played))
    least = {variant: min(seconds) for variant, seconds in taken.items()}
    plain = least["plain"]
    rates = [decisions / seconds for seconds in taken["plain"]]

    def on_top(variant: str) -> str:
        return _each(max(0.0, least[variant] - plain), decisions)

    return [
        Figure(f"{name}: matches", f"{len(played) / plain:,.1f} /s"),
        at_least(f"{name}: decisions", max(rates), 8000, "/s", goal=" (goal 20,000)", runs=rates),
        Figure(f"{name}: CPU of a decision", _each(plain, decisions)),
        *(Figure(f"· {part}", value) for part, value in _split(played, plain, decisions)),
        Figure("+ record, encoded", on_top("record")),
        Figure(f"+ events redacted for {SEATS} seats", on_top("redact")),
        Figure(f"+ views of {SEATS} seats", on_top("view")),
    ]


def _split(played: list[Script], plain: float, decisions: int) -> list[tuple[str, str]]:
    with attributed(PARTS) as attribution:
        attribution.clear()
        play(played)
        attribution.enter("")
    spent = attribution.net()
    share = {part: nanoseconds / spent.total() for part, nanoseconds in spent.items()}
    share["events made"] = min(_making(played) for _ in range(3)) / plain
    share["rules"] = share.pop("") - share["events made"]
    return [(part, f"{_each(plain * share[part], decisions)}, {share[part]:.0%}") for part in sorted(share)]


def _each(seconds: float, decisions: int) -> str:
    return f"{seconds / decisions * 1e6:.1f} us"


def play(played: list[Script]) -> None:
    for script in played:
        for _ in stops(script):
            pass


def _play_and_record(played: list[Script]) -> None:
    for script in played:
        for match in stops(script):
            codec.encode_record(match.record())


def _play_and_redact(played: list[Script]) -> None:
    for script in played:
        seen = 0
        for match in stops(script):
            for event in match.game.events[seen:]:
                for seat in range(SEATS):
                    event.seen_by(seat)
            seen = len(match.game.events)


def _play_and_view(played: list[Script]) -> None:
    for script in played:
        for match in stops(script):
            for seat in range(SEATS):
                view(match.game, seat)


def _making(played: list[Script]) -> float:
    """CPU seconds of making every event of the matches."""
    total = 0.0
    for script in played:
        made = [(type(event), msgspec.structs.astuple(event)) for event in _ended(script).game.events]
        began = time.process_time()
        for kind, fields in made:
            kind(*fields)
        total += time.process_time() - began
    return total


def _ended(script: Script) -> Match:
    *_, match = stops(script)
    return match
