"""Writes that are acknowledged when replicas have them, too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from redis.exceptions import ConnectionError, RedisError, TimeoutError

from service.store.errors import NotReplicated
from service.store.wire import Command, Wire


class ReplicaWait(NamedTuple):
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

    def __init__(self, wire: Wire, wait: ReplicaWait) -> None:
        self._wire = wire
        self._wait = wait
        self._next: list[_Call] = []
        self._sending: asyncio.Task[None] | None = None

    async def call(self, *command: str | bytes | int) -> Any:
        [reply] = await self.call_all([command])
        return reply

    async def call_all(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to some commands that follow each other; raises the first error among them."""
        call = _Call(commands, asyncio.get_running_loop().create_future())
        self._next.append(call)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send(), name="store-replicate")
        return await call.replies

    def drop(self) -> None:
        self._wire.drop()

    async def close(self) -> None:
        """As that of `Wire`."""
        await self._wire.close()
        if self._sending is not None:
            await asyncio.wait([self._sending])  # not cancelled: it tells who waits that the wire is closed

    async def _send(self) -> None:
        try:
            while self._next:
                calls, self._next = self._next, []
                await self._send_together([call for call in calls if not call.replies.done()])
        finally:
            self._sending = None

    async def _send_together(self, calls: list[_Call]) -> None:
        commands = [command for call in calls for command in call.commands]
        try:
            answers = await self._wire.replies([*commands, ("WAIT", self._wait.needed, self._wait.patience_ms)])
        except RedisError as error:
            for call in calls:
                call.fail(type(error)(str(error)))
            return
        except Exception as error:  # whatever it was, nobody is left waiting
            for call in calls:
                call.fail(error)
            return
        reached = answers.pop()
        left = iter(answers)
        for call in calls:
            replies = list(islice(left, len(call.commands)))
            failure = next((reply for reply in replies if isinstance(reply, RedisError)), None)
            if failure is None and isinstance(reached, ConnectionError | TimeoutError):
                failure = type(reached)(str(reached))
            elif failure is None and not (isinstance(reached, int) and reached >= self._wait.needed):
                failure = NotReplicated(f"{reached} of {self._wait.needed} replicas have the write")
                self._wait.on_late()
            if failure is not None:
                call.fail(failure)
            elif not call.replies.done():
                call.replies.set_result(replies)


class _Call(NamedTuple):
    commands: Sequence[Command]
    replies: asyncio.Future[list[Any]]

    def fail(self, error: Exception) -> None:
        if not self.replies.done():  # its caller may have been cancelled
            self.replies.set_exception(error)
