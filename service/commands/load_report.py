"""What a load came to, in words and as JSON."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

QUANTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}


class Tally:
    """Counted while a load is on. Latencies are in seconds: `act` from the instant an action was due until its reply,
    `told` from the same instant until the stream of every other seat had it, `late` until it was sent. `calls` are by
    address, streams among them, `errors` by their reason."""

    def __init__(self, rate: float = 0) -> None:
        self.counts: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.act: list[float] = []
        self.told: list[float] = []
        self.late: list[float] = []
        self._rate = rate
        self._began = time.monotonic()
        self._seconds: float | None = None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began if self._seconds is None else self._seconds

    def end(self) -> None:
        """Nothing is counted any more but errors."""
        self._seconds = self.seconds

    def figures(self) -> dict[str, Any]:
        """The report, as JSON has it."""
        counts, seconds = self.counts, self.seconds
        return {
            "seconds": seconds,
            "matches": counts["matches"],
            "broken_off": counts["broken off"],
            "actions": counts["actions"],
            "events": counts["events"],
            "offered_actions_per_second": self._rate or None,
            "actions_per_second": counts["actions"] / seconds,
            "act_ms": quantiles_ms(self.act),
            "told_ms": quantiles_ms(self.told),
            "late_ms": quantiles_ms(self.late) if self._rate else None,
            "messages": counts["messages"],
            "sent_bytes": counts["sent"],
            "received_bytes": counts["received"],
            "retries": counts["retries"],
            "calls": dict(self.calls),
            "errors": dict(self.errors.most_common()),
        }

    def report(self) -> str:
        """The same in words."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        counts, seconds = self.counts, self.seconds
        broken_off = f", {counts['broken off']} broken off," if counts["broken off"] else ""
        counted = [what for what in ("matches", "actions", "events") if counts[what]]
        rates = ", ".join(f"{two_digits(counts[what] / seconds)} {what}/s" for what in counted)
        offered = f" of {two_digits(self._rate)} actions/s offered" if self._rate else ""
        yield f"{counts['matches']} matches ended{broken_off} in {two_digits(seconds)} s: {rates or 'nothing'}{offered}"
        for what, latencies in (("act", self.act), ("told", self.told), ("late", self.late if self._rate else [])):
            if latencies:
                said = ", ".join(f"{name} {two_digits(ms)} ms" for name, ms in quantiles_ms(latencies).items())
                yield f"{what}: {said}"
        yield (
            f"{counts['actions']:,} actions, {counts['messages']:,} messages of streams, "
            f"{two_digits(counts['sent'] / 1e6)} MB sent, {two_digits(counts['received'] / 1e6)} MB received"
        )
        if len(self.calls) > 1:
            yield "calls: " + ", ".join(f"{address} {calls:,}" for address, calls in sorted(self.calls.items()))
        yield f"retries: {counts['retries'] or 'none'}"
        yield f"errors: {dict(self.errors.most_common()) or 'none'}"

    def progress(self, matches: int | None) -> str:
        """Of so many matches, if that is known."""
        told = "actions" if self.counts["actions"] else "events"
        of = "" if matches is None else f" of {matches}"
        return f"{self.counts['matches']}{of} matches ended, {self.counts[told]} {told}"


def quantiles_ms(latencies: Sequence[float]) -> dict[str, float]:
    """By name; empty where there are none."""
    ordered = sorted(latencies)
    last = len(ordered) - 1
    return {name: ordered[round(part * last)] * 1000 for name, part in QUANTILES.items()} if ordered else {}


def two_digits(figure: float) -> str:
    """Two significant digits, no exponent: 0.034, 1.2, 340."""
    return f"{float(f'{figure:.2g}'):,.10g}"
