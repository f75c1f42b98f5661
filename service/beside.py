"""Work that goes on beside everything else, for as long as a server is up."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import Any


def beside(stack: AsyncExitStack, work: Coroutine[Any, Any, None], name: str) -> None:
    """Do some work until the stack is left, which it is before what the work uses is closed."""
    task = asyncio.create_task(work, name=name)

    async def stop() -> None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    stack.push_async_callback(stop)
