"""Wakes those who wait for a match. One connection a process, fanned out in memory.

A published message is only a hint: what counts is read from the store. So a lost one costs time, never correctness:
every watch wakes when the connection was made anew, and after `poll` seconds in any case.
"""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from typing import Final, Self

import structlog
from hiredis import pack_command
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError

from service.store.errors import StoreUnavailable
from service.store.records import Change
from service.store.wire import Connect

PING_EVERY: Final = 5.0  # seconds of silence after which the connection has to prove that it lives
RECONNECT_FIRST, RECONNECT_MOST = 0.05, 2.0  # seconds

log = structlog.get_logger(__name__)


class Watch:
    """Whoever enters it and then reads the match misses no later change.

    Changes that arrive while nobody waits are merged into one, so a slow reader holds up nothing.
    """

    def __init__(self, hub: Hub, channel: bytes) -> None:
        self._hub = hub
        self._channel = channel
        self._woken = asyncio.Event()
        self._change: Change | None = None

    async def __aenter__(self) -> Self:
        """Raises `StoreUnavailable` where the subscription is not confirmed in time."""
        await self._hub.enter(self, self._channel)
        self._woken.clear()
        self._change = None
        return self

    async def __aexit__(self, *_: object) -> None:
        self._hub.leave(self, self._channel)

    async def changed(self) -> Change:
        """The latest change since the last call, as soon as there is one; an empty `Change` after the poll interval."""
        return await self.changed_by(math.inf) or Change()

    async def changed_by(self, instant: float) -> Change | None:
        """The same; None at an instant of the loop's clock."""
        loop = asyncio.get_running_loop()
        poll = loop.time() + self._hub.poll
        timer = loop.call_at(min(poll, instant), self._woken.set)
        try:
            await self._woken.wait()
        finally:
            timer.cancel()
        self._woken.clear()
        change, self._change = self._change, None
        if change is None and poll < instant:
            return Change()
        return change

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change:
        return await self.changed()

    def wake(self, change: Change) -> None:
        self._change = change
        self._woken.set()


class _Channel:
    def __init__(self) -> None:
        self.watches: dict[Watch, None] = {}
        self.confirmed = asyncio.Event()

    def wake(self, change: Change) -> None:
        for watch in self.watches:
            watch.wake(change)


class Hub:
    """Owns the subscribed connection. Made on first use, made again whenever it breaks."""

    def __init__(self, connect: Connect, *, timeout: float, connect_timeout: float, poll: float) -> None:
        self.poll: Final = poll
        self._connect = connect
        self._timeout = timeout
        self._connect_timeout = connect_timeout
        self._channels: dict[bytes, _Channel] = {}
        self._connection: AbstractConnection | None = None
        self._task: asyncio.Task[None] | None = None

    def watch(self, channel: str) -> Watch:
        return Watch(self, channel.encode())

    def wake_all(self) -> None:
        for channel in self._channels.values():
            channel.wake(Change())

    def drop(self) -> None:
        """Connect again: the server is not the right one any more."""
        if self._connection is not None and self._connection._writer is not None:
            self._connection._writer.close()  # its reader takes it from there

    async def enter(self, watch: Watch, name: bytes) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="store-watch")
        if name in self._channels:
            channel = self._channels[name]
            channel.watches[watch] = None
        else:
            channel = self._channels[name] = _Channel()
            channel.watches[watch] = None
            self._send("SUBSCRIBE", name)
        try:
            async with asyncio.timeout(self._timeout):
                await channel.confirmed.wait()
        except BaseException as error:
            self.leave(watch, name)
            if isinstance(error, TimeoutError):
                raise StoreUnavailable("the subscription was not confirmed") from error
            raise

    def leave(self, watch: Watch, name: bytes) -> None:
        channel = self._channels[name]
        del channel.watches[watch]
        if not channel.watches:
            del self._channels[name]
            self._send("UNSUBSCRIBE", name)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def _send(self, command: str, name: bytes) -> None:
        # Without a connection there is nothing to do: the next one subscribes to whatever is wanted by then.
        # Where sending fails, the reader fails too and makes a new one.
        writer = self._connection._writer if self._connection is not None else None
        if writer is not None and not writer.is_closing():
            # Not `send_command`: where its caller is cancelled it closes the connection, here that of everybody.
            writer.write(pack_command((command, name)))  # type: ignore[arg-type]  # its stub wants 1-tuples

    async def _run(self) -> None:
        pause = RECONNECT_FIRST
        while True:
            connection: AbstractConnection | None = None
            try:
                async with asyncio.timeout(self._connect_timeout):
                    connection = await self._connect()
                pause = RECONNECT_FIRST
                self._connection = connection
                if self._channels:
                    await connection.send_command("SUBSCRIBE", *self._channels)
                await self._read(connection)
            except Exception as error:  # whatever it was, watching goes on
                log.warning("store_watch_disconnected", error=str(error), retry_in_seconds=pause)
            finally:
                self._connection = None
                for channel in self._channels.values():
                    channel.confirmed.clear()
                if connection is not None:
                    await connection.disconnect(nowait=True)
            await asyncio.sleep(pause)
            pause = min(2 * pause, RECONNECT_MOST)

    async def _read(self, connection: AbstractConnection) -> None:
        pinged = False
        while True:
            message = await connection.read_response(timeout=PING_EVERY)
            if message is None:
                if pinged:
                    raise ConnectionError("no answer to a ping")
                await connection.send_command("PING")
                pinged = True
                continue
            pinged = False
            match message:
                case [b"message", name, payload] if name in self._channels:
                    self._channels[name].wake(_change(payload))
                case [b"subscribe", name, _] if name in self._channels:
                    # After a reconnection messages may have been missed.
                    self._channels[name].confirmed.set()
                    self._channels[name].wake(Change())


def _change(payload: bytes) -> Change:
    head, colon, commit = payload.partition(b":")
    return Change(commit, int(head)) if colon and head.isdigit() else Change()
