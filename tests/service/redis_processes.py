"""Redis as operators run it, in processes on free loopback ports: alone, with replicas, watched by sentinels."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis.asyncio import Redis
from redis.exceptions import RedisError

from service.store.embedded import server_binary

WITHIN = 20.0  # seconds


class Process:
    """One server; `start` it again as often as it was killed."""

    def __init__(self, folder: Path, port: int, *settings: str) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.port = port
        # A configuration file comes first; the words that follow count more than what is in it.
        name, rest = (settings[:1], settings[1:]) if settings and not settings[0].startswith("--") else ((), settings)
        words = ("--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "")
        self._command = [server_binary(), *name, *words, "--repl-diskless-sync-delay", "0", *rest]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def alive(self) -> bool:
        return self._process is not None

    def start(self) -> None:
        with (self.folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log)

    def signal(self, signum: int) -> None:
        assert self._process is not None
        self._process.send_signal(signum)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """It hangs meanwhile: connections stay open and nothing is answered."""
        self.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.signal(signal.SIGCONT)

    def __enter__(self) -> Process:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


async def until(port: int, *command: str, answer: str, password: str | None = None) -> None:
    """Repeats a command until the answer contains a text."""
    async with (
        asyncio.timeout(WITHIN),
        Redis(port=port, protocol=2, decode_responses=True, password=password) as client,
    ):
        while True:
            try:
                if answer in str(await client.execute_command(*command)):
                    return
            except RedisError:
                pass
            await asyncio.sleep(0.02)


async def ask(port: int, *command: str | int, password: str | None = None) -> object:
    async with Redis(port=port, protocol=2, decode_responses=True, password=password) as client:
        return await client.execute_command(*command)


async def until_replicated(port: int, replicas: int = 1, password: str | None = None) -> None:
    """Until so many replicas take part."""
    async with asyncio.timeout(WITHIN), Redis(port=port, protocol=2, password=password) as client:
        while True:
            try:
                await client.set("ready", 1, px=1)
                if await client.wait(replicas, 100) >= replicas:
                    return
            except RedisError:
                await asyncio.sleep(0.02)
