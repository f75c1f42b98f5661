"""The port of HTTP: uvicorn in the server's own event loop."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import structlog
import uvicorn
from starlette.types import ASGIApp

from ..config.settings import Settings, authority
from .connection import Connection

KEEP_ALIVE_SECONDS = 75
BACKLOG = 512
# What the kernel keeps for a client that does not read, and twice as much for its own sake. Left alone it takes
# megabytes, and a slow reader is noticed minutes later.
SEND_BUFFER = 65_536  # bytes
# A name may stand for addresses that a machine does not have: localhost for ::1.
NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)

log = structlog.get_logger(__name__)


class Listener:
    """Serves an application until it is stopped. `address` is where it listens."""

    def __init__(self, application: ASGIApp, settings: Settings, tls: ssl.SSLContext | None = None) -> None:
        """Raises `OSError` where it cannot listen."""
        self._sockets = _listening(settings.host, settings.http_port)
        self.address = authority(settings.host, self._sockets[0].getsockname()[1])
        _hear_uvicorn()
        self._server = _Server(
            uvicorn.Config(
                application,
                http=partial(Connection, max_write_time=settings.max_write_time),  # type: ignore[arg-type]  # called
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,  # URLs have tickets in them
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                ssl_context_factory=(lambda config, default: tls) if tls else None,
            )
        )
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns when it serves."""
        self._serving = asyncio.create_task(self._server.serve(self._sockets), name="http")
        started = asyncio.create_task(self._server.ready.wait())
        await asyncio.wait((self._serving, started), return_when=asyncio.FIRST_COMPLETED)
        if self._serving.done():
            started.cancel()
            self._serving.result()

    def close(self) -> None:
        """What is left if it has never started."""
        for listening in self._sockets:
            listening.close()

    async def stop(self, grace: float) -> None:
        """Take no more connections, and give the requests under way so many seconds."""
        if self._serving is None:
            return
        self._server.should_exit = True
        await asyncio.wait((self._serving,), timeout=grace)
        for connection in list(self._server.server_state.connections):
            if isinstance(connection, Connection):
                connection.abort()
        await self._serving


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The whole process stops at a signal, not HTTP alone."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


class _Hearing(logging.Handler):
    """Faults of uvicorn, in our log. Its warnings are about what clients send."""

    def emit(self, record: logging.LogRecord) -> None:
        log.error("http_failed", said=record.getMessage(), exc_info=record.exc_info)


def _hear_uvicorn() -> None:
    logger = logging.getLogger("uvicorn")
    logger.propagate = False
    if not logger.handlers:
        logger.addHandler(_Hearing(logging.ERROR))


def _listening(host: str, port: int) -> list[socket.socket]:
    """A socket for every address that the host stands for, all on one port; 0 takes a free one. Raises `OSError`."""
    found: list[socket.socket] = []
    missing: OSError | None = None
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, address in dict.fromkeys((family, str(address[0])) for family, *_, address in addresses):
            where = address, found[0].getsockname()[1] if found else port
            try:
                opened = socket.create_server(where, family=family, backlog=BACKLOG, dualstack_ipv6=address == "::")
            except OSError as error:
                if error.errno not in NOT_HERE:
                    raise
                missing = error
                continue
            opened.setblocking(False)
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # connections inherit it
            found.append(opened)
        if missing and not found:
            raise missing
    except OSError as error:
        for opened in found:
            opened.close()
        wanted = authority(host, port)
        raise OSError(f"SGS_HTTP_PORT: cannot listen on {wanted} ({error.strerror}); -1 serves no HTTP") from error
    return found
