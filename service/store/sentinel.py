"""The primary that sentinels name, and following it when they name another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError, RedisError, ResponseError

from service.store.errors import StoreError
from service.store.race import all_within, first
from service.store.watch import Hub
from service.store.wire import Connect

SWITCHED: Final = "+switch-master"  # the channel on which sentinels say so
LOOK_AGAIN: Final = 15.0  # seconds after which they are asked without having said anything


class Said(NamedTuple):
    """What a sentinel says: who the primary is, since which failover."""

    epoch: int
    primary: tuple[str, int]


class Sentinels:
    """They are asked whenever a connection is made, all at once: one that hangs must not use up the time that the
    connection may take. They tell each other of a failover within some seconds; its epoch tells who has heard of it."""

    def __init__(self, service: str, sentinels: Sequence[Connect]) -> None:
        self._service = service
        self._sentinels = sentinels
        self._epoch = 0  # of the latest failover that one of them had heard of when all were asked

    def __len__(self) -> int:
        return len(self._sentinels)

    async def primary(self) -> tuple[str, int]:
        """What the first says who knows. Raises `ConnectionError`."""
        return (await first(self._up_to_date(each) for each in self._sentinels)).primary

    async def latest(self, within: float) -> tuple[str, int]:
        """What the one says who has heard the latest, of those who answer within this many seconds. Raises
        `ConnectionError`."""
        latest = max(await all_within(within, (self._ask(each) for each in self._sentinels)))
        self._epoch = latest.epoch  # a lower one too: sentinels that are set up anew begin with 0
        return latest.primary

    async def checked(self, connection: AbstractConnection) -> AbstractConnection:
        """The connection, if it leads to a primary: for a while sentinels may name one that no longer is. Raises
        `ConnectionError`."""
        try:
            await connection.send_command("ROLE")
            role = (await connection.read_response())[0]
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        if role != b"master":
            await connection.disconnect(nowait=True)
            raise ConnectionError("the server that the sentinels name is no primary")
        return connection

    async def _up_to_date(self, connect: Connect) -> Said:
        said = await self._ask(connect)
        if said.epoch < self._epoch:
            raise ConnectionError("a sentinel has not heard of the failover yet")
        return said

    async def _ask(self, connect: Connect) -> Said:
        connection = await connect()
        try:
            # First, so that the primary named is never one from before this failover.
            await connection.send_command("SENTINEL", "MASTER", self._service)
            told = await connection.read_response()
            # Not what that says: whoever leads a failover names the replica that is promoted here first.
            await connection.send_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._service)
            named = await connection.read_response()
        except ResponseError as error:
            raise ConnectionError(f"service {self._service}: {error}") from error
        finally:
            await connection.disconnect(nowait=True)
        if named is None:
            raise ConnectionError(f"service {self._service} is not known any more")
        host, port = named
        epoch = dict(zip(told[::2], told[1::2], strict=True))[b"config-epoch"]
        return Said(int(epoch), (host.decode(), int(port)))

    async def connect(self) -> AbstractConnection:
        """To one of them."""
        failure: Exception = ConnectionError("there are no sentinels")
        for connect in self._sentinels:
            try:
                return await connect()
            except (RedisError, OSError) as error:
                failure = error
        raise failure


class Primary:
    """The server that the sentinels name. One that they have replaced goes on taking writes for some ten seconds, all
    of which are lost; so `on_switch` is called, which leaves it, as soon as the sentinels say so.
    """

    def __init__(
        self,
        sentinels: Sentinels,
        connect_to: Callable[[tuple[str, int]], Awaitable[AbstractConnection]],
        connect_timeout: float,
    ) -> None:
        self.on_switch: Callable[[], None] = lambda: None
        self._sentinels = sentinels
        self._connect_to = connect_to
        self._connect_timeout = connect_timeout
        self._hub = Hub(
            sentinels.connect,
            timeout=connect_timeout,
            # They are tried one after the other.
            connect_timeout=connect_timeout * (1 + len(sentinels)),
            poll=LOOK_AGAIN,
        )
        self._given = WeakKeyDictionary[AbstractConnection, tuple[str, int]]()  # and where they lead to
        self._said = 0  # how often they may have named another since
        self._following: asyncio.Task[None] | None = None

    async def connect(self) -> AbstractConnection:
        """Raises `RedisError` and `OSError`."""
        if self._following is None:
            self._following = asyncio.create_task(self._follow(), name="store-follow")
        while True:
            said = self._said
            named = await self._sentinels.primary()
            connection = await self._sentinels.checked(await self._connect_to(named))
            if said == self._said:
                self._given[connection] = named
                return connection
            await connection.disconnect(nowait=True)  # it may lead to the one that they have just replaced

    async def close(self) -> None:
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
        await self._hub.close()

    async def _follow(self) -> None:
        while True:
            try:
                async with self._hub.watch(SWITCHED) as switched:
                    while True:  # also at once: what they said before, or when none of them answered, is lost
                        self._said += 1
                        named = await self._sentinels.latest(self._connect_timeout)
                        if any(each.is_connected and led != named for each, led in self._given.items()):
                            self.on_switch()
                        await switched.changed()
            except (StoreError, RedisError, OSError):  # no sentinel answers
                await asyncio.sleep(1)
