"""The sentinels name another primary while a connection to the one before is being made, or do not agree yet."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio.connection import AbstractConnection, Connection
from redis.exceptions import ConnectionError

from service.store import address
from service.store.sentinel import SWITCHED, Primary, Sentinels
from tests.loopback import free_ports
from tests.service.redis_processes import Process, until
from tests.service.valkey import Valkey

SOON = 10.0  # seconds


class Naming(Sentinels):
    """One voice, which names whom it is told to, and whose primaries say their role only when they may."""

    def __init__(self, voice: Valkey, named: Valkey) -> None:
        super().__init__("service", [self.heard])
        self.voice, self.named = voice, named
        self.may_be_heard, self.answers = asyncio.Event(), True
        self.may_be_heard.set()
        self.may_say = asyncio.Event()
        self.checking = asyncio.Event()
        self.said: list[int] = []

    async def primary(self) -> tuple[str, int]:
        self.said.append(self.named.port)
        return "127.0.0.1", self.named.port

    async def heard(self) -> AbstractConnection:
        await self.may_be_heard.wait()
        return await connection_to(("127.0.0.1", self.voice.port))

    async def latest(self, within: float) -> tuple[str, int]:
        if not self.answers:
            self.answers = True
            raise ConnectionError("this time it does not")
        return await self.primary()

    async def checked(self, connection: AbstractConnection) -> AbstractConnection:
        self.checking.set()
        await self.may_say.wait()
        return await super().checked(connection)


@asynccontextmanager
async def sentinel(folder: Path, *, monitors: Valkey, epoch: int) -> AsyncIterator[Process]:
    """One that knows of no other, and has heard of this failover last."""
    [port] = free_ports(1)
    configuration = folder / f"sentinel-{port}.conf"
    configuration.write_text(
        f"sentinel monitor service 127.0.0.1 {monitors.port} 1\nsentinel config-epoch service {epoch}\n"
    )
    with Process(folder / f"sentinel-{port}", port, str(configuration), "--sentinel") as process:
        await until(port, "SENTINEL", "MASTER", "service", answer="config-epoch")
        yield process


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


@pytest.mark.parametrize("answers", [True, False])
async def test_what_they_said_before_they_were_heard_counts(tmp_path: Path, *, answers: bool) -> None:
    """Before the subscription was there, or where none of them told then whom they name."""
    with Valkey(tmp_path / "old") as old, Valkey(tmp_path / "new") as new, Valkey(tmp_path / "voice") as voice:
        sentinels = Naming(voice, old)
        sentinels.may_say.set()
        sentinels.may_be_heard.clear()
        sentinels.answers = answers
        switched = asyncio.Event()
        primary = Primary(sentinels, connection_to, connect_timeout=1)
        primary.on_switch = switched.set
        before = await primary.connect()
        sentinels.named = new
        sentinels.may_be_heard.set()
        async with asyncio.timeout(SOON):
            await switched.wait()
        await before.disconnect()
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


def asking(*sentinels: Process) -> Sentinels:
    return Sentinels("service", [partial(connection_to, ("127.0.0.1", each.port)) for each in sentinels])


async def test_who_has_not_heard_of_a_failover_is_not_believed_after_it(tmp_path: Path) -> None:
    with Valkey(tmp_path / "old") as old, Valkey(tmp_path / "new") as new:
        async with (
            sentinel(tmp_path, monitors=old, epoch=1) as late,
            sentinel(tmp_path, monitors=new, epoch=2) as early,
        ):
            sentinels = asking(late, early)
            assert await sentinels.latest(SOON) == ("127.0.0.1", new.port)
            for _ in range(20):
                assert await sentinels.primary() == ("127.0.0.1", new.port)
            early.kill()
            with pytest.raises(ConnectionError, match="not heard of the failover"):
                await sentinels.primary()
            assert await sentinels.latest(SOON) == ("127.0.0.1", old.port), "as where sentinels are set up anew"
            assert await sentinels.primary() == ("127.0.0.1", old.port)


class Promoting:
    """A connection to a sentinel that completes a failover after the first of its replies."""

    OLD, NEW = (b"1", [b"z.old", b"1"]), (b"2", [b"a.new", b"1"])

    def __init__(self) -> None:
        self.now, self.then = self.OLD, self.NEW

    async def send_command(self, _: str, asked: str, service: str) -> None:
        epoch, named = self.now
        self.reply = [b"config-epoch", epoch] if asked == "MASTER" else named

    async def read_response(self) -> list[bytes]:
        self.now = self.then
        return self.reply

    async def disconnect(self, *, nowait: bool) -> None: ...


async def test_one_that_completes_a_failover_as_it_is_asked_does_not_name_the_one_before_for_it() -> None:
    async def during() -> Any:
        return Promoting()

    async def after() -> Any:
        promoted = Promoting()
        promoted.now = promoted.NEW
        return promoted

    assert await Sentinels("service", [during, after]).latest(SOON) == ("a.new", 1)


async def test_one_that_hangs_holds_up_for_a_time_only_what_the_others_say(tmp_path: Path) -> None:
    with Valkey(tmp_path / "primary") as primary:
        async with (
            sentinel(tmp_path, monitors=primary, epoch=1) as well,
            sentinel(tmp_path, monitors=primary, epoch=1) as ill,
        ):
            with ill.stopped():
                assert await asking(ill, well).latest(within=0.5) == ("127.0.0.1", primary.port)
                with pytest.raises(ConnectionError, match="TimeoutError"):
                    await asking(ill).latest(within=0.1)
