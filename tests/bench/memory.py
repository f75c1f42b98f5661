"""Whether a replica grows while thousands of matches come and go."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from engine.ruleset import Ruleset
from service.store.embedded import EmbeddedServer

from .planting import SETTINGS, plant, stop_after
from .processes import resident_mb, result_of
from .report import Figure, Part, at_most
from .scripts import scripts
from .service import SEATS, serving

STEPS = 5
FILLED = 2  # steps
LAST = 10  # answers of each match
WARM = 200
GROWTH = 1.05
HOW = (
    "One replica, which may keep {warm} matches warm. Recorded matches of {seats} seats are written into the store, a "
    "thousand at a time, {last} answers before their ends, and played to these through the replica: each is brought up "
    "cold, answered, and over. What the replica has in memory then, its warm matches included. The first {filled:,} "
    "fill what is kept for reuse, tokens above all; the budget is on what comes after them."
)


def run(quick: bool, runs: int) -> Part:
    """`runs` makes no difference: it is one run that goes on."""
    step, kinds = (10, 1) if quick else (1000, 20)
    wanted = [stop_after(script, -LAST) for script in scripts(Ruleset(SEATS), kinds)]
    sizes = []
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedServer(Path(folder), max_memory_mb=4096) as redis,
        serving(redis, SGS_WARM_MATCHES=str(WARM), **SETTINGS) as place,
    ):
        [pid, _] = place["pids"]
        figures = [Figure("at the beginning", f"{resident_mb(pid):,.1f} MB")]
        for number in range(STEPS):
            names = asyncio.run(plant(redis.url, wanted, step, number * step))
            asked = {"address": place["address"], "names": names, "seats": SEATS, "last": LAST, "kinds": kinds}
            ended = result_of("tests.bench.endings", asked)["ended"]
            if ended != step:
                raise RuntimeError(f"{ended} of {step} matches have ended")
            sizes.append(resident_mb(pid))
            figures.append(Figure(f"{step * (number + 1):,} matches ended", f"{sizes[-1]:,.1f} MB"))
    grown = sizes[-1] / sizes[FILLED - 1]
    figures.append(at_most(f"{STEPS * step:,} matches to {FILLED * step:,}", grown, GROWTH, "times", 3))
    return Part(HOW.format(warm=WARM, seats=SEATS, last=LAST, filled=FILLED * step), figures)
