"""Asking several servers of which any may hang."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

from redis.exceptions import ConnectionError, RedisError

T = TypeVar("T")


async def first(calls: Iterable[Coroutine[Any, Any, T]]) -> T:
    """The first answer; the other calls are cancelled. Raises `ConnectionError` where every call has failed."""
    tasks = [asyncio.create_task(call, name="store-ask") for call in calls]
    said = set()
    try:
        for answer in asyncio.as_completed(tasks):
            try:
                return await answer
            except (RedisError, OSError) as error:
                said.add(str(error) or type(error).__name__)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    raise ConnectionError("; ".join(sorted(said)))


async def all_within(seconds: float, calls: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """The answers that come in this time; the other calls are cancelled. Raises `ConnectionError` where none does."""

    async def answer(call: Coroutine[Any, Any, T]) -> None:
        try:
            async with asyncio.timeout(seconds):
                answers.append(await call)
        except (RedisError, OSError) as error:  # a `TimeoutError` as well
            said.add(str(error) or type(error).__name__)

    answers: list[T] = []
    said: set[str] = set()
    await asyncio.gather(*(answer(call) for call in calls))
    if not answers:
        raise ConnectionError("; ".join(sorted(said)))
    return answers
