"""Recorded answers, handed to a replica as often as is asked.

    python -m tests.bench.acts '{"store": "unix:///...", "acts": "a file that `plant_copies` wrote", "times": 3}'

says how many acts one time has.
"""

from __future__ import annotations

import asyncio
import gc
import json
import pickle
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import uvloop

from engine.ruleset import Ruleset

from .in_process import Call, calls, replica
from .planting import plant, stop_after
from .scripts import scripts

Copy = dict[str, list[Call]]
"""One copy of the recorded matches: the acts of each by its name."""


def plant_copies(url: str, file: Path, ruleset: Ruleset, matches: int, copies: int, first: int) -> None:
    """Copies of recorded matches at their beginnings, in the store, and in a file what their seats will answer. `first`
    makes them others than before."""
    played = scripts(ruleset, matches)
    beginnings = [stop_after(script, 0) for script in played]
    planted: list[Copy] = []
    for copy in range(copies):
        names = asyncio.run(plant(url, beginnings, matches, first + copy * matches))
        planted.append({name: list(calls(name, script)) for name, script in zip(names, played, strict=True)})
    file.write_bytes(pickle.dumps(planted))


async def main(asked: dict[str, Any]) -> int:
    """All copies are brought up, however often is asked: so the instructions of two counts differ by acts alone."""
    planted: list[Copy] = pickle.loads(Path(asked["acts"]).read_bytes())
    async with replica(asked["store"]) as ours:
        for name in chain.from_iterable(planted):
            await ours.app.backend.host.read(name.removeprefix("matches/"))
        gc.collect()
        gc.freeze()
        for copy in planted[: asked["times"]]:
            for call in chain.from_iterable(copy.values()):
                await ours.act(call.sent, call)
    return sum(map(len, planted[0].values()))


if __name__ == "__main__":
    print(uvloop.run(main(json.loads(sys.argv[1]))))
