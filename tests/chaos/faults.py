"""What befalls the servers while matches are played. Each fault goes on until it is told that all is over."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random

from tests.service.conftest import Proxy
from tests.service.serving import Server

Fault = Callable[[asyncio.Event], Awaitable[None]]

LEASE_MS = 500
FROZEN_FOR = 1.5  # seconds: some leases, and longer than a client waits for a reply
AWAKE = 0.3  # seconds in which one that was frozen writes what it had begun
STARTS = 20  # tries, as whatever keeps servers running makes them; one fails while Redis is away


@asynccontextmanager
async def befalling(*faults: Fault) -> AsyncIterator[None]:
    """Meanwhile these faults happen. On leaving everything runs again."""
    done = asyncio.Event()
    tasks = [asyncio.ensure_future(fault(done)) for fault in faults]
    try:
        yield
    finally:
        done.set()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        if outcome is not None:
            raise outcome


async def until(reached: Callable[[], bool], done: asyncio.Event) -> bool:
    """Whether it is reached before all is over."""
    while not reached():
        if not await passed(0.02, done):
            return reached()  # at the very end, perhaps
    return True


async def passed(seconds: float, done: asyncio.Event) -> bool:
    """Whether so much time has passed before all is over."""
    try:
        async with asyncio.timeout(seconds):
            await done.wait()
    except TimeoutError:
        return True
    return False


@asynccontextmanager
async def replicas_on(folder: Path, urls: Sequence[str], seed: str, redis_wait: int = 0) -> AsyncIterator[Replicas]:
    """One on each of these addresses of the store."""
    servers = [
        Server(
            folder / f"replica-{number}",
            redis_url=url,
            redis_wait=redis_wait,
            bot_delay_ms=1,
            sweep_ms=50,
            lease_ms=LEASE_MS,
            log_level="info",
        )
        for number, url in enumerate(urls)
    ]
    with ExitStack() as stack:
        for server in servers:
            stack.callback(kill, server)
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
        yield Replicas(servers, seed)


def kill(server: Server) -> None:
    """If it runs."""
    with suppress(AssertionError):
        server.stop(signal.SIGKILL)


class Replicas:
    """Servers on one store, and whoever kills and freezes them, one at a time each. `counted` are "kills", "freezes",
    and "late": steps of the frozen that were refused when they went on."""

    def __init__(self, servers: list[Server], seed: str) -> None:
        self.servers = servers
        self.counted: Counter[str] = Counter()
        self._chance = Random(f"{seed}/replicas")
        self._free = set(range(len(servers)))

    def killed(self, pause: float) -> Fault:
        """One is killed about every `pause` seconds, and started again."""

        async def fault(done: asyncio.Event) -> None:
            while await passed(pause * self._chance.uniform(0.5, 1.5), done):
                async with self._taken() as server:
                    await asyncio.to_thread(server.stop, signal.SIGKILL)
                    self.counted["kills"] += 1
                    await asyncio.to_thread(start, server)

        return fault

    def frozen(self, pause: float) -> Fault:
        """One stands still past its lease, and goes on as if nothing were; then the next, after `pause` seconds."""

        async def fault(done: asyncio.Event) -> None:
            while await passed(pause, done):
                async with self._taken() as server:
                    before = await asyncio.to_thread(conflicts, server)
                    server.signal(signal.SIGSTOP)
                    try:
                        await passed(FROZEN_FOR, done)
                    finally:
                        server.signal(signal.SIGCONT)
                    self.counted["freezes"] += 1
                    await asyncio.sleep(AWAKE)
                    self.counted["late"] += await asyncio.to_thread(conflicts, server) - before

        return fault

    @asynccontextmanager
    async def _taken(self) -> AsyncIterator[Server]:
        """A server that is well, and that nobody else takes meanwhile."""
        while not self._free:
            await asyncio.sleep(0.05)
        number = self._chance.choice(sorted(self._free))
        self._free.remove(number)
        try:
            yield self.servers[number]
        finally:
            self._free.add(number)


def conflicts(server: Server) -> int:
    """How many of its steps came too late."""
    return int(server.metric("sanguosha_commit_conflicts_total"))


def start(server: Server) -> None:
    for _ in range(STARTS):
        try:
            server.start()
            return
        except AssertionError as error:
            failed = error
    raise failed


class Wire(Proxy):
    """Between a replica and its Redis: replies that are lost on it leave outcomes unknown."""

    def __init__(self, port: int, seed: str) -> None:
        super().__init__(lambda: asyncio.open_connection("127.0.0.1", port))
        self.cuts = 0
        self._chance = Random(f"{seed}/wire")

    def cut_again_and_again(self, pause: float) -> Fault:
        """Cut in place of a reply, or silent for a while and then cut, about every `pause` seconds."""

        async def fault(done: asyncio.Event) -> None:
            while await passed(pause * self._chance.uniform(0.5, 1.5), done):
                if self._chance.random() < 0.8:
                    self.cut_at_next_reply = True
                else:
                    self.silent = True
                    await passed(self._chance.uniform(0.1, 1.0), done)
                    self.cut()
                    self.silent = False
                self.cuts += 1

        return fault
