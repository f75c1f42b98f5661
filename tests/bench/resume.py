"""How long a replica that has never seen a match takes to stand where it stands."""

from __future__ import annotations

import time

from engine.codec import decode_record, encode_record
from engine.match import Match
from engine.ruleset import Ruleset

from .report import Figure, Part, at_most, spread
from .scripts import scripts, stops

HOW = (
    "Random matches of 10 seats with heroes. Every stop is brought up from its stored bytes: decoded, run from the "
    "checkpoint, the tail replayed, questions and events compared. CPU time."
)


def run(quick: bool) -> Part:
    tails, times = [], []
    for script in scripts(Ruleset(10), 1 if quick else 30):
        for match in stops(script):
            blob = encode_record(match.record())
            began = time.thread_time_ns()
            Match.resume(decode_record(blob))
            times.append((time.thread_time_ns() - began) / 1e6)
            tails.append(len(match.tail))
    median, p99, greatest = spread(times)
    return Part(
        HOW,
        [
            Figure("stops", f"{len(times):,}"),
            Figure("answers in the tail", "median {:.0f}, p99 {:.0f}, greatest {:.0f}".format(*spread(tails))),
            Figure("resume, median", f"{median:.2f} ms"),
            at_most("resume, p99", p99, 3, "ms", 2, goal=" (goal 2)"),
            Figure("resume, greatest", f"{greatest:.2f} ms"),
        ],
    )
