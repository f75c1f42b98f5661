"""How many instructions a decision, telling of it and an `Act` take: figures that a busy machine does not disturb, and
that repeat."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.ruleset import Ruleset
from service.store.embedded import EmbeddedServer

from .acts import plant_copies
from .engine import RULESETS
from .processes import ROOT
from .report import Figure, Part
from .service import SEATS

VALGRIND = shutil.which("valgrind")
FEW, MANY = 1, 3
HEROES = "heroes (standard, EX)"
HOW = (
    "Instructions of the processor that the interpreter takes, counted by Valgrind (cachegrind, without its caches, "
    "with `PYTHONHASHSEED=0`). One process plays the same recorded matches of 8 seats once, another one three times: "
    "the difference, by the decisions of two times, is free of starting and recording. It is the same to 0.1 % on any "
    "machine with this interpreter, busy or not: compare it before and after a change. What telling takes is the "
    "difference to the same matches with nobody told. An `Act` is that of `hot-path`, "
    f"in matches of {SEATS} seats with heroes: all that one replica does from its bytes to those of its reply, the "
    "engine's step among it, one after the other on a real Valkey, whose instructions do not count, nor those of the "
    "kernel. It is the same to 1 %: how often the loop turns until a reply is there is not all in our hands."
)


def run(quick: bool, runs: int) -> Part:
    """`runs` makes no difference: the figure repeats."""
    if VALGRIND is None:
        absent = "not measured: there is no valgrind (requirements-debian.txt)"
        return Part(HOW, [Figure("instructions of a decision", absent)])
    # Six matches are more than is kept of what was told: no time finds what the one before has made.
    names, matches = ([HEROES], 1) if quick else (list(RULESETS), 6)
    counted = {name: _of_a_decision(name, matches) for name in names}
    telling = _of_a_decision(HEROES, matches, told=True) - counted[HEROES]
    figures = [Figure(f"{name}: instructions of a decision", f"{each:,.0f}") for name, each in counted.items()]
    figures.append(Figure(f"{HEROES}: of telling all 8 seats what it brought", f"{telling:,.0f}"))
    act = _of_an_act(1 if quick else 2)
    return Part(HOW, [*figures, Figure(f"{HEROES}, {SEATS} seats: instructions of an `Act`", f"{act:,.0f}")])


def _of_a_decision(ruleset: str, matches: int, *, told: bool = False) -> float:
    asked = {"ruleset": ruleset, "told": told, "matches": matches}
    return _of_one("tests.bench.decisions", [{**asked, "times": times} for times in (FEW, MANY)])


def _of_an_act(matches: int) -> float:
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder, "store")) as redis:
        asked = []
        for times in (FEW, MANY):
            file = Path(folder, f"acts-{times}")
            plant_copies(redis.url, file, Ruleset(SEATS), matches, MANY, times * MANY * matches)
            asked.append({"store": redis.url, "acts": str(file), "times": times})
        return _of_one("tests.bench.acts", asked)


def _of_one(module: str, asked: Sequence[Mapping[str, Any]]) -> float:
    """Of one of what the module does: it is asked for FEW times, and for MANY times."""
    with tempfile.TemporaryDirectory() as folder:
        logs = [Path(folder, str(number)) for number in range(len(asked))]
        started = [_counting(module, each, log) for each, log in zip(asked, logs, strict=True)]
        (fewer, done), (more, _) = [_counted(process, log) for process, log in zip(started, logs, strict=True)]
    return (more - fewer) / ((MANY - FEW) * done)


def _counting(module: str, asked: Mapping[str, Any], log: Path) -> subprocess.Popen[str]:
    tool = ("--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", f"--log-file={log}")
    command = [str(VALGRIND), *tool, sys.executable, "-m", module, json.dumps(asked)]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def _counted(process: subprocess.Popen[str], log: Path) -> tuple[int, int]:
    """Instructions, and how many of its kind one time has."""
    said, _ = process.communicate(timeout=1200)
    if process.returncode:
        raise RuntimeError(f"valgrind: {log.read_text()[-500:]}")
    return references(log.read_text()), int(said)


def references(log: str) -> int:
    """How many instructions cachegrind says were fetched."""
    found = re.search(r"I\s+refs:\s+([\d,]+)", log)
    if found is None:
        raise RuntimeError(f"valgrind: {log[-500:]}")
    return int(found[1].replace(",", ""))
