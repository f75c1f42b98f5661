"""Work that is not left half done: it goes on though the caller who waits for it hangs up."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog

from .errors import ServiceError

T = TypeVar("T")

log = structlog.get_logger(__name__)


class ToItsEnd:
    """Calling it does some work; what that comes to."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    async def __call__(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work, name="to-its-end")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_told_nobody)
            raise
        finally:
            del task  # its error has this frame, which would make a cycle of them

    async def settled(self) -> None:
        """Returns when nothing is under way."""
        await asyncio.gather(*self._under_way, return_exceptions=True)


def _told_nobody(task: asyncio.Task[Any]) -> None:
    """A refusal was for the caller, who has hung up; a fault is for the log."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, ServiceError):
        log.error("call_failed", exc_info=error)
