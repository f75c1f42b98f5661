"""How many instructions a decision takes: a figure that a busy machine does not disturb, and that repeats.

    python -m tests.bench.instructions '{"ruleset": "every pack, with gods", "told": false, "matches": 6, "times": 3}'

plays the same recorded matches so often, and says how many decisions they have. With `told`, every seat is told what
each answer brought, to the bytes of the message.
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

from sanguosha.v1 import match_service_pb2 as pb

from service.hosting import Hosted
from service.telling.cursors import Cursor, tag_of
from service.telling.updates import News, tell

from .engine import RULESETS, SEATS, play
from .planting import stored_at
from .processes import ROOT
from .report import Figure, Part
from .scripts import Script, answers_in, scripts, stops

VALGRIND = shutil.which("valgrind")
FEW, MANY = 1, 3
HOW = (
    "Instructions of the processor that the interpreter takes, counted by Valgrind (cachegrind, without its caches, "
    "with `PYTHONHASHSEED=0`). One process plays the same recorded matches of 8 seats once, another one three times: "
    "the difference, by the decisions of two times, is free of starting and recording. It is the same to 0.1 % on any "
    "machine with this interpreter, busy or not: compare it before and after a change. What telling takes is the "
    "difference to the same matches with nobody told."
)
TOLD = "heroes (standard, EX)"


def run(quick: bool, runs: int) -> Part:
    """`runs` makes no difference: the figure repeats."""
    if VALGRIND is None:
        absent = "not measured: there is no valgrind (requirements-debian.txt)"
        return Part(HOW, [Figure("instructions of a decision", absent)])
    # Six matches are more than is kept of what was told: no time finds what the one before has made.
    names, matches = ([TOLD], 1) if quick else (list(RULESETS), 6)
    counted = {name: _of_a_decision(name, matches) for name in names}
    figures = [Figure(f"{name}: instructions of a decision", f"{each:,.0f}") for name, each in counted.items()]
    telling = _of_a_decision(TOLD, matches, told=True) - counted[TOLD]
    return Part(HOW, [*figures, Figure(f"{TOLD}: of telling all {SEATS} seats what it brought", f"{telling:,.0f}")])


def _of_a_decision(ruleset: str, matches: int, *, told: bool = False) -> float:
    with tempfile.TemporaryDirectory() as folder:
        started = [
            (_counting({"ruleset": ruleset, "told": told, "matches": matches, "times": times}, Path(folder)), times)
            for times in (FEW, MANY)
        ]
        found = [(*_counted(process, Path(folder, f"{times}.log")), times) for process, times in started]
    (fewer, decisions, _), (more, _, _) = found
    return (more - fewer) / ((MANY - FEW) * decisions)


def _counting(asked: dict[str, Any], folder: Path) -> subprocess.Popen[str]:
    tool = (
        "--tool=cachegrind",
        "--cache-sim=no",
        "--cachegrind-out-file=/dev/null",
        f"--log-file={folder}/{asked['times']}.log",
    )
    command = [str(VALGRIND), *tool, sys.executable, "-m", "tests.bench.instructions", json.dumps(asked)]
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
    work = _play_and_tell if asked["told"] else play
    for _ in range(asked["times"]):
        work(played)
    return answers_in(played)


def _play_and_tell(played: list[Script]) -> None:
    for number, script in enumerate(played):
        stored, match_id = stored_at(script), str(number)
        has = dict.fromkeys(range(script.ruleset.seats), Cursor(0, 0, 0, tag_of(match_id)))
        for match in stops(script):
            hosted = Hosted(match_id, b"", match.game.event_count, stored, match, 0)
            for seat, cursor in has.items():
                response = pb.WatchMatchResponse()
                news = News(match.events_after(cursor.ordinal))
                has[seat] = tell(response.update, hosted, seat, cursor, news)
                response.SerializeToString()


if __name__ == "__main__":
    print(main(json.loads(sys.argv[1])))
