"""From an address to connections. Everything that is configured about a connection is configured here."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff

from service.store.errors import BadAddress

SENTINEL_SCHEME: Final = "redis+sentinel"
SENTINEL_FORM: Final = f"{SENTINEL_SCHEME}://host:port,host:port/service"
FORMS: Final = "redis://host:port, rediss://host:port or unix:///path"


def connections_to(url: str, *, connect_timeout: float) -> ConnectionPool:
    """A maker of connections (the pool itself is not used as one) for `redis://`, `rediss://`, `unix://` or
    `redis+sentinel://[user:password@]host:port,.../service[/db]`. Raises `BadAddress`.
    """
    try:
        connections = _connections_to(url, connect_timeout)
        connections.make_connection()  # type: ignore[no-untyped-call]  # so in redis-py; only here are options looked at that the address may carry
        return connections
    except (ValueError, TypeError):
        form = SENTINEL_FORM if url.startswith(f"{SENTINEL_SCHEME}:") else FORMS
        raise BadAddress(f"this is no address of a Redis: write {form}") from None


def _connections_to(url: str, connect_timeout: float) -> ConnectionPool:
    options: dict[str, Any] = {
        "socket_connect_timeout": connect_timeout,
        # Waiting is bounded by the callers. redis-py would bound its writes with `asyncio.wait_for`, which on Python
        # 3.11 loses a cancellation that arrives as the write completes.
        "socket_timeout": None,
        # Nothing is repeated behind the caller's back; by default redis-py tries ten times.
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,
        "decode_responses": False,
    }
    if not url.startswith(f"{SENTINEL_SCHEME}://"):
        return ConnectionPool.from_url(url, **options)
    parts = urlsplit(url)
    service, _, db = parts.path.strip("/").partition("/")
    if not service:
        raise ValueError("without the name of the service")
    hosts = [host.rpartition(":") for host in parts.netloc.rpartition("@")[2].split(",")]
    sentinels = Sentinel(  # type: ignore[no-untyped-call]  # so in redis-py
        [(host, int(port)) for host, _, port in hosts],
        sentinel_kwargs={**options, "socket_timeout": connect_timeout},
    )
    return SentinelConnectionPool(  # type: ignore[no-untyped-call]  # so in redis-py
        service, sentinels, username=parts.username, password=parts.password, db=int(db or 0), **options
    )


async def close(connections: ConnectionPool) -> None:
    """What redis-py keeps open beside the connections it made: its conversations with the sentinels."""
    if isinstance(connections, SentinelConnectionPool):
        for sentinel in connections.sentinel_manager.sentinels:
            await sentinel.aclose()
