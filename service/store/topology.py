"""Which server a call goes to. The store calls by key and knows no server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any, NamedTuple, Protocol

from redis.asyncio.connection import AbstractConnection

from service.store.replicated import ReplicatedWire, ReplicaWait
from service.store.wire import Command, Connect, Wire


class Limits(NamedTuple):
    """Seconds a reply and the making of a connection may take."""

    timeout: float
    connect_timeout: float


class Topology(Protocol):
    """Raises as `Wire` and `ReplicatedWire` do."""

    one_slot: bool
    """Whether the keys of a script must lie in one slot."""

    def call(self, key: str, *command: str | bytes | int) -> Awaitable[Any]:
        """The reply of the server that has the key."""

    def call_replicated(self, key: str, *command: str | bytes | int) -> Awaitable[Any]:
        """As `call`, when as many replicas have the write as were asked for."""

    def call_all(self, commands: Sequence[tuple[str, Command]]) -> Awaitable[list[Any]]:
        """The replies to several commands, each with its key; raises the first error among them."""

    def together(self, keys: Sequence[str]) -> list[list[str]]:
        """The keys, those of one server together."""

    def call_any(self, *command: str | bytes | int) -> Awaitable[Any]:
        """The reply of any server."""

    def connect_watch(self) -> Awaitable[AbstractConnection]:
        """A connection to a server that all published messages reach."""

    async def close(self) -> None: ...


class Node:
    """One server of Redis, with a wire for writes of its own where replicas are waited for."""

    def __init__(self, connect: Connect, limits: Limits, wait: ReplicaWait | None) -> None:
        self.wire = Wire(connect, timeout=limits.timeout, connect_timeout=limits.connect_timeout)
        self.writing: Wire | ReplicatedWire = self.wire
        if wait is not None:
            patient = limits.timeout + wait.patience_ms / 1000
            wire = Wire(connect, timeout=patient, connect_timeout=limits.connect_timeout)
            self.writing = ReplicatedWire(wire, wait)

    async def close(self) -> None:
        await asyncio.gather(self.writing.close(), self.wire.close())


class SingleServer:
    """All keys are on one server, whichever the address leads to."""

    one_slot = False

    def __init__(self, connect: Connect, limits: Limits, wait: ReplicaWait | None) -> None:
        self._connect = connect
        self._node = Node(connect, limits, wait)

    def call(self, key: str, *command: str | bytes | int) -> Awaitable[Any]:
        return self._node.wire.call(*command)

    def call_replicated(self, key: str, *command: str | bytes | int) -> Awaitable[Any]:
        return self._node.writing.call(*command)

    def call_all(self, commands: Sequence[tuple[str, Command]]) -> Awaitable[list[Any]]:
        return self._node.wire.call_all([command for _, command in commands])

    def together(self, keys: Sequence[str]) -> list[list[str]]:
        return [list(keys)]

    def call_any(self, *command: str | bytes | int) -> Awaitable[Any]:
        return self._node.wire.call(*command)

    def connect_watch(self) -> Awaitable[AbstractConnection]:
        return self._connect()

    def drop(self) -> None:
        """Connect again for the next command: the address leads to another server."""
        self._node.wire.drop()
        self._node.writing.drop()

    async def close(self) -> None:
        await self._node.close()
