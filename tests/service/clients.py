"""The example clients as processes: all are written from the contract alone, those over HTTP from its document."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from ast import literal_eval
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.loopback import without_proxies
from tests.service.games import Game

ROOT = Path(__file__).parents[2]
PYTHON = [sys.executable, str(ROOT / "examples" / "random_client.py")]
REST = [sys.executable, str(ROOT / "examples" / "random_rest_client.py")]
NODE_MODULES = ROOT / "examples" / "node" / "node_modules"
TYPESCRIPT = ROOT / "clients" / "typescript"
ENDED = re.compile(r"^(\d+) matches of \d+ seats ended: (.*)$")


def node_command() -> str:
    """The Node on PATH, or else the one beside this Python."""
    return shutil.which("node") or str(Path(sys.executable).with_name("node"))


def node() -> list[str]:
    """The command of the client in Node."""
    return [node_command(), str(ROOT / "examples" / "node" / "random_client.js")]


def typescript() -> list[str]:
    """The command of the client in TypeScript. It plays over HTTP: give it that address."""
    return [node_command(), str(TYPESCRIPT / "build" / "examples" / "contract_client.js")]


class Played(NamedTuple):
    """What a client says when all its matches have ended. A client that was refused anything fails instead."""

    matches: int
    seen: Counter[str]

    @property
    def answers(self) -> int:
        return self.seen["OUTCOME_APPLIED"]


def play(
    client: Sequence[str], address: str, game: Game, *, matches: int, seed: int = 1, more: Sequence[str] = ()
) -> Played:
    """Run a client to its end; raises `AssertionError` with its words where it fails. The client in Python alone plays
    series, as many as it takes for so many matches."""
    count = f"--series={-(-matches // game.seats)}" if game.series else f"--matches={matches}"
    command = [*client, f"--address={address}", count, f"--seed={seed}", *game.arguments, *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, env=without_proxies())
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    said = ENDED.match(done.stdout.strip())
    assert said is not None, done.stdout
    seen = json.loads(said[2]) if '"' in said[2] else literal_eval(said[2])
    return Played(int(said[1]), Counter(seen))
