"""How large a stored match is, and what writing and reading it costs."""

from __future__ import annotations

import time

from engine.codec import decode_record, decode_snapshot, encode_record
from engine.ruleset import Ruleset

from .report import Figure, Part, at_most, spread
from .scripts import scripts, stops

LARGEST = 8192
HOW = (
    "Random matches with heroes, at every stop: the record (checkpoint, answers since, marks of what is open) as it is "
    "stored; with every pack, and with what surrounds it, in the part `resume`. Encoding counts making the record with "
    "its marks and digest; decoding ends at the decoded state. CPU time; median / p99 / greatest."
)


def run(quick: bool, runs: int) -> Part:
    figures = []
    for seats in (5, 8, 10):
        sizes, tails, encoding, decoding = [], [], [], []
        for script in scripts(Ruleset(seats), 1 if quick else 20):
            for match in stops(script):
                began = time.thread_time_ns()
                blob = encode_record(match.record())
                encoded = time.thread_time_ns()
                record = decode_record(blob)
                decode_snapshot(record.checkpoint)
                decoding.append((time.thread_time_ns() - encoded) / 1000)
                encoding.append((encoded - began) / 1000)
                sizes.append(len(blob))
                tails.append(len(record.tail))
        largest = at_most(f"{seats} seats: greatest record", max(sizes), LARGEST, "bytes")
        figures += [
            Figure(f"{seats} seats: record", "{:,.0f} / {:,.0f} / {:,.0f} bytes".format(*spread(sizes))),
            largest,
            Figure("· answers in the tail", "{:.0f} / {:.0f} / {:.0f}".format(*spread(tails))),
            Figure("· encoding", "{:.1f} / {:.1f} / {:.1f} us".format(*spread(encoding))),
            Figure("· decoding", "{:.1f} / {:.1f} / {:.1f} us".format(*spread(decoding))),
        ]
    return Part(HOW, figures)
