"""One connection to Redis for all calls of a process: commands are written as they come and answered in their order.

redis-py lends a connection to each call, which costs several times as much (the bench's part `wire`). Here it makes the
connection and says what an error is; hiredis packs the commands and parses the replies, as it does for redis-py.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from hiredis import Reader, pack_command
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError, InvalidResponse, ReadOnlyError, RedisError, TimeoutError

from service.store.errors import NotConnected
from service.store.shared import CLOSED, outcome

Connect = Callable[[], Awaitable[AbstractConnection]]
"""Makes a connection; where that fails or is cancelled nothing stays open. Raises `RedisError` and `OSError`. Whoever
calls bounds the time."""

Command = Sequence[str | bytes | int]


class Wire:
    """Sends each command exactly once.

    Raises `NotConnected` where nothing was sent, the `ConnectionError` or `TimeoutError` of redis-py where
    something was sent and its reply is lost, `ResponseError` where Redis refused it.
    """

    def __init__(self, connect: Connect, *, timeout: float, connect_timeout: float) -> None:
        self._open = connect
        self._timeout = timeout
        self._connect_timeout = connect_timeout
        self._link: _Link | None = None
        self._attempt: asyncio.Task[_Link | NotConnected] | None = None
        self._closed = False

    async def call(self, *command: str | bytes | int) -> Any:
        [reply] = await self.replies([command])
        if isinstance(reply, RedisError):
            raise reply
        return reply

    async def call_all(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to some commands sent at once; raises the first error among them."""
        answers = await self.replies(commands)
        for answer in answers:
            if isinstance(answer, RedisError):
                raise answer
        return answers

    async def replies(self, commands: Sequence[Command]) -> list[Any]:
        """As `call_all`; errors of what was sent are among the replies."""
        link = self._link
        if link is None or link.ended:
            link = await self._connected()
        packed = b"".join([pack_command(command) for command in commands])  # type: ignore[arg-type]  # its stub wants 1-tuples
        return [await reply for reply in link.send(packed, len(commands))]

    def drop(self) -> None:
        """Connect again for the next command: the server is not the right one any more."""
        if self._link is not None:
            self._link.end("dropped")

    async def close(self) -> None:
        """Who waits for a connection or a reply has lost it, and who comes later gets none."""
        self._closed = True
        if self._attempt is not None:
            self._attempt.cancel()
        if self._link is not None:
            self._link.end("closed")

    async def _connected(self) -> _Link:
        if self._closed:
            raise NotConnected(CLOSED)
        # One attempt for all who wait: they fail together instead of one after the other.
        if self._attempt is None:
            self._attempt = asyncio.create_task(self._connect(), name="store-connect")
        link = await outcome(self._attempt)
        if isinstance(link, NotConnected):
            raise link
        return link

    async def _connect(self) -> _Link | NotConnected:
        try:
            async with asyncio.timeout(self._connect_timeout):
                connection = await self._open()
            self._link = _Link(connection, self._timeout)
            return self._link
        except (RedisError, OSError) as error:
            return NotConnected(str(error) or "no connection in time")
        finally:
            self._attempt = None


class _Awaited(NamedTuple):
    """A reply that is to come, and until when, by the loop's clock."""

    reply: asyncio.Future[Any]
    until: float


class _Link(asyncio.Protocol):
    """One connection from its first command to its end. It ends where a reply does not come in time.

    It takes the place of the streams that redis-py reads from, so that a reply wakes who waits for it and nobody else.
    Replies come in the order of their commands, so one timer does for all: it is set for the oldest one, and moved on
    when it rings. A timer for each command costs more than sending it.
    """

    def __init__(self, connection: AbstractConnection, timeout: float) -> None:
        assert connection._writer is not None
        assert connection._reader is not None
        self._connection = connection
        self._transport = connection._writer.transport
        self._parser = Reader(protocolError=InvalidResponse, replyError=connection._parser.parse_error)
        self._timeout = timeout
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[_Awaited] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._transport.set_protocol(self)
        if connection._reader.at_eof():  # nobody is told of that twice
            self.end("the server has closed the connection")

    @property
    def ended(self) -> bool:
        """Also where `connection_lost` has not been called yet."""
        return self._transport.is_closing()

    def send(self, data: bytes, count: int) -> list[asyncio.Future[Any]]:
        if self.ended:
            raise NotConnected("the connection has just ended")
        until = self._loop.time() + self._timeout
        replies: list[asyncio.Future[Any]] = [self._loop.create_future() for _ in range(count)]
        self._waiting.extend([_Awaited(reply, until) for reply in replies])
        if self._timer is None:
            self._timer = self._loop.call_at(until, self._look_at_the_clock)
        # Not waiting for the buffer to drain bounds it by what the callers send within their timeout.
        self._transport.write(data)
        return replies

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed(data)
            while (reply := self._parser.gets()) is not False:
                if not self._waiting:
                    self.end("a reply that nobody asked for")
                    return
                waiting = self._waiting.popleft().reply
                if not waiting.done():  # its caller may have been cancelled
                    waiting.set_result(reply)
                if isinstance(reply, ReadOnlyError | ConnectionError):
                    self.end(str(reply))  # the address may lead to another server by now
                    return
        except InvalidResponse as error:
            self.end(str(error))

    def connection_lost(self, error: Exception | None) -> None:
        self.end(str(error or "the server has closed the connection"))

    def end(self, reason: str) -> None:
        """Nothing more is sent or read. Who waits for a reply learns that it is lost."""
        if self._timer is not None:
            self._timer.cancel()
        self._transport.abort()  # what is buffered would be sent after its caller was told that it is lost
        self._connection._close()  # type: ignore[no-untyped-call]  # `disconnect` does the same, but would be awaited
        for each in self._waiting:
            if not each.reply.done():
                each.reply.set_result(ConnectionError(reason))
        self._waiting.clear()

    def _look_at_the_clock(self) -> None:
        self._timer = None
        if not self._waiting:
            return  # the next command sets it again
        now, until = self._loop.time(), self._waiting[0].until
        if now < until:
            self._timer = self._loop.call_at(until, self._look_at_the_clock)
            return
        for each in self._waiting:
            if each.until <= now and not each.reply.done():
                each.reply.set_result(TimeoutError("no reply in time"))
        self.end("the replies before did not come in time")
