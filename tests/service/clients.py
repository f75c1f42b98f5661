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

from sanguosha.v1 import ruleset_pb2

from engine.packs import PACKS
from tests.loopback import without_proxies

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


class Game(NamedTuple):
    """What is played: by default with every pack that there is and with gods. Two role tables exist for 6 and for 8
    seats. Some editions take no packs."""

    seats: int
    heroes: bool
    dual_renegade: bool = False
    edition: str = ""
    mode: str = ""

    @property
    def options(self) -> list[str]:
        return [
            f"--seats={self.seats}",
            f"--edition={self.edition}" if self.edition else "--all-packs",
            *([f"--mode={self.mode}"] if self.mode else []),
            *([] if self.heroes else ["--plain"]),
            *(["--dual-renegade"] if self.dual_renegade else []),
        ]


def ruleset_of(game: Game) -> ruleset_pb2.Ruleset:
    """The same as a message."""
    if game.edition:
        options = ruleset_pb2.RulesetOptions(heroes=game.heroes)
        return ruleset_pb2.Ruleset(edition=game.edition, seat_count=game.seats, options=options)
    every_pack = [pack for pack in PACKS if pack != "standard"]
    options = ruleset_pb2.RulesetOptions(heroes=game.heroes, gods=True, dual_renegade=game.dual_renegade)
    return ruleset_pb2.Ruleset(mode=game.mode, seat_count=game.seats, packs=every_pack, options=options)


GAMES = [Game(seats, heroes) for seats in range(4, 11) for heroes in (False, True)]
GAMES += [Game(seats, heroes, dual_renegade=True) for seats in (6, 8) for heroes in (False, True)]
GAMES += [Game(6, heroes=True, mode="3v3")]
GAMES += [Game(seats, heroes=True, edition="proto-1.0") for seats in range(4, 10)]
GAMES += [Game(seats, heroes, edition="first-edition") for seats in range(4, 11) for heroes in (False, True)]


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
    """Run a client to its end; raises `AssertionError` with its words where it fails."""
    command = [*client, f"--address={address}", f"--matches={matches}", f"--seed={seed}", *game.options, *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, env=without_proxies())
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    said = ENDED.match(done.stdout.strip())
    assert said is not None, done.stdout
    seen = json.loads(said[2]) if '"' in said[2] else literal_eval(said[2])
    return Played(int(said[1]), Counter(seen))
