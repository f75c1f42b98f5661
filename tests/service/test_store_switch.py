"""The sentinels name another primary while a connection to the one before is being made."""

from __future__ import annotations

import asyncio
from pathlib import Path

from redis.asyncio.connection import AbstractConnection, Connection

from service.store import address
from service.store.sentinel import SWITCHED, Primary, Sentinels
from tests.service.valkey import Valkey

SOON = 10.0  # seconds


class Naming(Sentinels):
    """One voice, which names whom it is told to, and whose primaries say their role only when they may."""

    def __init__(self, voice: Valkey, named: Valkey) -> None:
        super().__init__("service", [lambda: connection_to(("127.0.0.1", voice.port))])
        self.named = named
        self.may_say = asyncio.Event()
        self.checking = asyncio.Event()
        self.said: list[int] = []

    async def primary(self) -> tuple[str, int]:
        self.said.append(self.named.port)
        return "127.0.0.1", self.named.port

    async def checked(self, connection: AbstractConnection) -> AbstractConnection:
        self.checking.set()
        await self.may_say.wait()
        return await super().checked(connection)


async def connection_to(server: tuple[str, int]) -> AbstractConnection:
    host, port = server
    connect = address.read(f"redis://{host}:{port}", connect_timeout=1)
    assert not isinstance(connect, address.ClusterAddress)
    return await connect()


async def test_it_does_not_lead_to_the_one_before(tmp_path: Path) -> None:
    with Valkey(tmp_path / "old") as old, Valkey(tmp_path / "new") as new, Valkey(tmp_path / "voice") as voice:
        sentinels = Naming(voice, old)
        primary = Primary(sentinels, connection_to, connect_timeout=1)
        connecting = asyncio.create_task(primary.connect())
        async with asyncio.timeout(SOON):
            await sentinels.checking.wait()
            sentinels.named = new
            while new.port not in sentinels.said:
                voice.client.publish(SWITCHED, "service ...")
                await asyncio.sleep(0.01)
            sentinels.may_say.set()
            connection = await connecting
        assert isinstance(connection, Connection)
        assert connection.port == new.port
        await connection.disconnect()
        await primary.close()


async def test_who_was_led_to_the_new_one_first_keeps_nobody_at_the_one_before(tmp_path: Path) -> None:
    """A sentinel may name it before another says that it has switched."""
    with Valkey(tmp_path / "old") as old, Valkey(tmp_path / "new") as new, Valkey(tmp_path / "voice") as voice:
        sentinels = Naming(voice, old)
        sentinels.may_say.set()
        switched = asyncio.Event()
        primary = Primary(sentinels, connection_to, connect_timeout=1)
        primary.on_switch = switched.set
        async with asyncio.timeout(SOON):
            before = await primary.connect()
            sentinels.named = new
            after = await primary.connect()
            while not switched.is_set():
                voice.client.publish(SWITCHED, "service ...")
                await asyncio.sleep(0.01)
        for connection in (before, after):
            await connection.disconnect()
        await primary.close()


async def test_a_connection_that_has_ended_is_none_to_leave(tmp_path: Path) -> None:
    with Valkey(tmp_path / "old") as old, Valkey(tmp_path / "new") as new, Valkey(tmp_path / "voice") as voice:
        sentinels = Naming(voice, old)
        sentinels.may_say.set()
        switched: list[None] = []
        primary = Primary(sentinels, connection_to, connect_timeout=1)
        primary.on_switch = lambda: switched.append(None)
        async with asyncio.timeout(SOON):
            before = await primary.connect()
            await before.disconnect()
            sentinels.named = new
            after = await primary.connect()
            asked = len(sentinels.said)
            while len(sentinels.said) < asked + 2:  # after the second the first has been acted upon
                voice.client.publish(SWITCHED, "service ...")
                await asyncio.sleep(0.01)
        assert not switched
        await after.disconnect()
        await primary.close()
