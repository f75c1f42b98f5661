"""Writes that are acknowledged when replicas have them, too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from redis.exceptions import RedisError

from service.store.errors import NotReplicated
from service.store.wire import Command, Wire


class Replicas(NamedTuple):
    """How many must have a write before it is acknowledged, and how many milliseconds they may take."""

    needed: int
    patience_ms: int
    on_late: Callable[[], None]
    """Called for every write that they did not have in time."""


class ReplicatedWire:
    """WAIT holds up what follows it on its connection. So the wire is one for writes alone, and what comes while
    replicas are waited for is sent together thereafter, with one WAIT behind it: WAIT covers all earlier writes of its
    connection.

    Raises as `Wire` does, and `NotReplicated`.
    """

    def __init__(self, wire: Wire, replicas: Replicas) -> None:
        self._wire = wire
        self._replicas = replicas
        self._next: list[tuple[Command, asyncio.Future[Any]]] = []
        self._sending: asyncio.Task[None] | None = None

    async def call(self, *command: str | bytes | int) -> Any:
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._next.append((command, reply))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send(), name="store-replicate")
        return await reply

    async def close(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)
        await self._wire.close()

    async def _send(self) -> None:
        try:
            while self._next:
                sent, self._next = self._next, []
                await self._send_together([(command, reply) for command, reply in sent if not reply.done()])
        finally:
            self._sending = None

    async def _send_together(self, calls: list[tuple[Command, asyncio.Future[Any]]]) -> None:
        wait = ("WAIT", self._replicas.needed, self._replicas.patience_ms)
        try:
            *answers, reached = await self._wire.replies([*(command for command, _ in calls), wait])
        except RedisError as error:
            answers, reached = [type(error)(str(error)) for _ in calls], 0
        have_it = isinstance(reached, int) and reached >= self._replicas.needed
        for (_, reply), answer in zip(calls, answers, strict=True):
            refused = isinstance(answer, RedisError)
            if not (have_it or refused):
                self._replicas.on_late()
            if reply.done():  # its caller was cancelled
                continue
            if refused:
                reply.set_exception(answer)
            elif have_it:
                reply.set_result(answer)
            else:
                reply.set_exception(NotReplicated(f"{reached} of {self._replicas.needed} replicas have the write"))
