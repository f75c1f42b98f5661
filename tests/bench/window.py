"""The measured stretch of a load: it opens after some actions and closes after some more."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

from .processes import cpu_seconds
from .report import spread


class Window:
    """Counts and times actions. `tally` is free for whatever else an action costs: calls, messages, bytes."""

    def __init__(self, actions: int, pids: Sequence[int], rate: float = 0) -> None:
        self.closed = asyncio.Event()
        self.tally: Counter[str] = Counter()
        self._warm_up = min(actions // 5, 400)
        self._actions = actions
        self._pids = pids
        self._rate = rate
        self._latencies: list[float] = []
        self._begun = 0
        self._done = 0
        self._opened = 0.0
        self._cpu: list[float] = []
        self._result: dict[str, Any] = {}

    async def fill(self, loads: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Runs the loads beside each other until the window closes. A load that fails raises here."""
        playing = [asyncio.create_task(load) for load in loads]
        closing = asyncio.create_task(self.closed.wait())
        await asyncio.wait([*playing, closing], return_when=asyncio.FIRST_COMPLETED)
        for task in playing:
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    async def turn(self) -> None:
        """When the next action may begin: at once, or at its place in a paced load."""
        if self._rate:
            if not self._begun:
                self._first = time.perf_counter()
            due = self._first + self._begun / self._rate
            self._begun += 1
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    def acted(self, seconds: float) -> None:
        """An action came back after so long."""
        self._done += 1
        if self._done == self._warm_up:
            self.tally.clear()
            self._opened, self._cpu = time.perf_counter(), self._used()
        elif self._warm_up < self._done <= self._warm_up + self._actions:
            self._latencies.append(seconds)
            if self._done == self._warm_up + self._actions:
                self._close()

    def result(self) -> dict[str, Any]:
        """Of the closed window: actions/s, milliseconds, CPU microseconds an action of each process, this one last, and
        the tally an action."""
        return self._result

    def _used(self) -> list[float]:
        return [*map(cpu_seconds, self._pids), time.process_time()]

    def _close(self) -> None:
        wall = time.perf_counter() - self._opened
        p50, p99, _ = spread(self._latencies)
        used = [after - before for before, after in zip(self._cpu, self._used(), strict=True)]
        self._result = {
            "rate": self._actions / wall,
            "p50_ms": p50 * 1000,
            "p99_ms": p99 * 1000,
            "cpu_us": [seconds / self._actions * 1e6 for seconds in used],
            "each": {name: count / self._actions for name, count in self.tally.items()},
        }
        self.closed.set()
