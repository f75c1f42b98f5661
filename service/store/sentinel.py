"""The primary that sentinels name."""

from __future__ import annotations

from collections.abc import Sequence

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError

from service.store.race import first
from service.store.wire import Connect


class Sentinels:
    """They are asked whenever a connection is made, all at once: one that hangs must not use up the time that the
    connection may take."""

    def __init__(self, service: str, sentinels: Sequence[Connect]) -> None:
        self._service = service
        self._sentinels = sentinels

    async def primary(self) -> tuple[str, int]:
        """What the first says who knows. Raises `ConnectionError`."""
        return await first(self._ask(each) for each in self._sentinels)

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

    async def _ask(self, connect: Connect) -> tuple[str, int]:
        connection = await connect()
        try:
            await connection.send_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._service)
            answer = await connection.read_response()
        finally:
            await connection.disconnect(nowait=True)
        if answer is None:
            raise ConnectionError(f"no service is called {self._service}")
        host, port = answer
        return host.decode(), int(port)
