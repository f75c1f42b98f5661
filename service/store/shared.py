"""What several wait for."""

from __future__ import annotations

import asyncio
from typing import Final, TypeVar

from service.store.errors import NotConnected

CLOSED: Final = "the store is closed"

T = TypeVar("T")


async def outcome(task: asyncio.Task[T]) -> T:
    """What the task returns or raises; it goes on where somebody waits no longer. Where it is cancelled that is no
    cancellation of those who wait: raises `NotConnected`."""
    await asyncio.wait([task])
    if task.cancelled():
        raise NotConnected(CLOSED)
    return task.result()
