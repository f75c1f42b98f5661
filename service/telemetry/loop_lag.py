"""How busy the event loop is: one thread serves everything, so what keeps it from waking in time delays every call."""

from __future__ import annotations

import asyncio

from .metrics import Metrics

EVERY = 0.25  # seconds


async def measure_loop_lag(metrics: Metrics) -> None:
    """Until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        wanted = loop.time() + EVERY
        await asyncio.sleep(EVERY)
        metrics.loop_lag.observe(max(0.0, loop.time() - wanted))
