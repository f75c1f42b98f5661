"""A server of Redis that is set up as a test wants it, well or not."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path
from typing import Self

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError
from redis.retry import Retry

from service.store.embedded import server_binary
from tests.loopback import free_port

READY_WITHIN = 20.0  # seconds


class Valkey:
    """`start`, then `stop`; or a context manager, of one that is started already, too. Its data are in `folder`; it
    begins on a free port of loopback and keeps that. `settings` are names and values of its configuration."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self._settings = {"bind": "127.0.0.1", "port": str(self.port), "dir": str(folder), "save": "", **settings}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def client(self) -> Redis:
        return Redis(port=self.port, protocol=2, decode_responses=True, retry=Retry(NoBackoff(), 0))

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, **settings: str) -> Self:
        """Returns when it has loaded its data; with other settings than before where some are named."""
        assert not self.is_running, "it would be left behind"
        self.folder.mkdir(exist_ok=True)
        chosen = {name.replace("_", "-"): value for name, value in (self._settings | settings).items()}
        words = [word for name, value in chosen.items() for word in (f"--{name}", *(value.split() or [""]))]
        self._process = subprocess.Popen([server_binary(), *words], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + READY_WITHIN
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                with self.client as client:
                    client.ping()
                    return self
            except AuthenticationError:  # it answers
                return self
            except RedisError:
                time.sleep(0.01)
        raise AssertionError("the server did not start")

    def stop(self, signum: int = signal.SIGKILL) -> None:
        assert self._process is not None
        self._process.send_signal(signum)
        self._process.wait(READY_WITHIN)

    def __enter__(self) -> Self:
        return self if self.is_running else self.start()

    def __exit__(self, *_: object) -> None:
        if self.is_running:
            self.stop()
