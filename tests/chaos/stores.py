"""Stores that die while matches are played, each in its way. Times are of `time.monotonic`."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from tests.chaos.faults import until
from tests.service.redis_processes import Process, ask
from tests.service.redis_processes import until as until_said
from tests.service.sentinels import Watched
from tests.service.valkey import Valkey


class Restarted:
    """A fault: Redis is killed when each of these is reached, and started again. `at` is when."""

    def __init__(self, redis: Valkey, *reached: Callable[[], bool]) -> None:
        self.at: list[float] = []
        self._redis = redis
        self._reached = reached

    async def __call__(self, done: asyncio.Event) -> None:
        for reached in self._reached:
            if not await until(reached, done):
                return
            await asyncio.to_thread(self._redis.stop, signal.SIGKILL)
            self.at.append(time.monotonic())
            await asyncio.to_thread(self._redis.start)


class FailedOver:
    """A fault: the primary is killed when it is reached, and comes back as the replica of its successor. A context
    manager, which ends it again.

    With `lag` the replica gets nothing from when it is reached until what `lag` gives then is; `lagging` is when that
    began, and `at` when the primary was killed, 0 until then. Its successor is then not replaced in its turn, should it
    be silent for a moment on a busy machine: what that one takes until the sentinels say so would be lost as well.
    """

    def __init__(
        self, watched: Watched, reached: Callable[[], bool], *, lag: Callable[[], Callable[[], bool]] | None = None
    ) -> None:
        self.lagging = self.at = 0.0
        self._watched = watched
        self._reached = reached
        self._lag = lag
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    async def __call__(self, done: asyncio.Event) -> None:
        if not await until(self._reached, done):
            return
        primary, [replica] = self._watched.primary, self._watched.replicas
        self.lagging = time.monotonic()
        if self._lag:
            with replica.stopped():
                await ask(primary.port, "CLIENT", "KILL", "TYPE", "REPLICA")
                await until(self._lag(), done)
                primary.kill()
        else:
            primary.kill()
        self.at = time.monotonic()
        await self._watched.until_another(primary.port)
        # Without a priority of 0 it may be promoted while it is still empty, should its primary be silent for a moment.
        following = ("--replicaof", f"127.0.0.1 {replica.port}", "--replica-priority", "0")
        self._stack.enter_context(Process(primary.folder, primary.port, *following))
        await until_said(primary.port, "INFO", "replication", answer="'master_link_status': 'up'")
        if not self._lag:
            await ask(primary.port, "CONFIG", "SET", "replica-priority", 100)
