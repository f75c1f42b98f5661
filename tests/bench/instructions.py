"""How many instructions a decision takes: a figure that a busy machine does not disturb, and that repeats.

    python -m tests.bench.instructions '{"ruleset": "every pack, with gods", "matches": 6, "times": 3}'

plays the same recorded matches so often, and says how many decisions they have.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from .engine import RULESETS, play
from .processes import ROOT
from .report import Figure, Part
from .scripts import answers_in, scripts

VALGRIND = shutil.which("valgrind")
FEW, MANY = 1, 3
HOW = (
    "Instructions of the processor that the interpreter takes, counted by Valgrind (cachegrind, without its caches, "
    "with `PYTHONHASHSEED=0`). One process plays the same recorded matches of 8 seats once, another one three times: "
    "the difference, by the decisions of two times, is free of starting and recording. It is the same to 0.1 % on any "
    "machine with this interpreter, busy or not: compare it before and after a change."
)


def run(quick: bool, runs: int) -> Part:
    """`runs` makes no difference: the figure repeats."""
    if VALGRIND is None:
        absent = "not measured: there is no valgrind (requirements-debian.txt)"
        return Part(HOW, [Figure("instructions of a decision", absent)])
    names = ["plain"] if quick else list(RULESETS)
    counted = {name: _of_a_decision(name, 1 if quick else 6) for name in names}
    return Part(HOW, [Figure(f"{name}: instructions of a decision", f"{each:,.0f}") for name, each in counted.items()])


def _of_a_decision(ruleset: str, matches: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        started = [(_counting(ruleset, matches, times, Path(folder)), times) for times in (FEW, MANY)]
        found = [(*_counted(process, Path(folder, f"{times}.log")), times) for process, times in started]
    (fewer, decisions, _), (more, _, _) = found
    return (more - fewer) / ((MANY - FEW) * decisions)


def _counting(ruleset: str, matches: int, times: int, folder: Path) -> subprocess.Popen[str]:
    asked = json.dumps({"ruleset": ruleset, "matches": matches, "times": times})
    tool = (
        "--tool=cachegrind",
        "--cache-sim=no",
        "--cachegrind-out-file=/dev/null",
        f"--log-file={folder}/{times}.log",
    )
    command = [str(VALGRIND), *tool, sys.executable, "-m", "tests.bench.instructions", asked]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def _counted(process: subprocess.Popen[str], log: Path) -> tuple[int, int]:
    """Instructions, and decisions of one time."""
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


def main(asked: dict[str, Any]) -> int:
    played = scripts(RULESETS[asked["ruleset"]], asked["matches"])
    for _ in range(asked["times"]):
        play(played)
    return answers_in(played)


if __name__ == "__main__":
    print(main(json.loads(sys.argv[1])))
