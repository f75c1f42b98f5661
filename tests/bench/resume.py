"""How long a replica that has never seen a match takes to stand where it stands, and how many bytes it reads."""

from __future__ import annotations

import gc
import time
from random import Random

import msgspec

from engine.codec import decode_record, encode_record
from engine.match import Match
from engine.ruleset import Ruleset
from service.matches.stored import encode_stored
from tests.engine.playing import stops

from .engine import EVERY_PACK
from .planting import stored_at
from .report import Figure, Part, at_most, between, spread
from .scripts import Script

SEATS, LARGEST = 10, 8192
RULESET = Ruleset(SEATS, packs=EVERY_PACK, gods=True)
HOW = (
    "Random matches of 10 seats with every pack, gods too. Every stop is brought up from its stored bytes: decoded, "
    "run from the checkpoint, the tail replayed, questions and events compared. CPU time, of all stops of all matches; "
    "each stop is brought up once in every run, and a stop has the least of its runs. The stored match is the record "
    "with everything else that the store keeps of it: seats, terms, ruleset."
)


def run(quick: bool, runs: int) -> Part:
    tails: list[int] = []
    records: list[int] = []
    sizes: list[int] = []
    times: list[list[float]] = [[] for _ in range(runs)]
    for number in range(1 if quick else 200):
        seed = number.to_bytes(16, "big")
        gc.collect()
        gc.freeze()  # as a server does with what is there when it begins
        bare = stored_at(Script(RULESET, seed, ()))
        for match in stops(Match.start(RULESET, seed), Random(number)):
            record = match.record()
            blob = encode_record(record)
            for each in times:
                each.append(_resumed(blob))
            tails.append(len(match.tail))
            records.append(len(blob))
            sizes.append(len(encode_stored(msgspec.structs.replace(bare, record=record))))
    least = [min(stop) for stop in zip(*times, strict=True)]
    middle, p99, greatest = spread(least)
    each_run = [spread(each) for each in times]
    return Part(
        HOW,
        [
            Figure("stops", f"{len(least):,}"),
            Figure("answers in the tail", "median {:.0f}, p99 {:.0f}, greatest {:.0f}".format(*spread(tails))),
            Figure("resume, median", f"{middle:.2f} ms", runs=between([each[0] for each in each_run], 2)),
            at_most("resume, p99", p99, 3, "ms", 2, goal=" (goal 2)", runs=[each[1] for each in each_run]),
            Figure("resume, greatest", f"{greatest:.2f} ms", runs=between([each[2] for each in each_run], 2)),
            Figure("record", "{:,.0f} / {:,.0f} / {:,.0f} bytes (median / p99 / greatest)".format(*spread(records))),
            Figure("stored match", "{:,.0f} / {:,.0f} / {:,.0f} bytes".format(*spread(sizes))),
            at_most("greatest stored match", max(sizes), LARGEST, "bytes"),
        ],
    )


def _resumed(blob: bytes) -> float:
    """CPU milliseconds."""
    began = time.thread_time_ns()
    Match.resume(decode_record(blob))
    return (time.thread_time_ns() - began) / 1e6
