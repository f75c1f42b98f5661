"""From an address to connections. Everything that is configured about a connection is configured here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from redis.asyncio.connection import AbstractConnection, Connection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from service.store.errors import BadAddress
from service.store.sentinel import Primary, Sentinels
from service.store.wire import Connect

SENTINEL: Final = ("redis+sentinel", "rediss+sentinel")
CLUSTER: Final = ("redis+cluster", "rediss+cluster")
FORMS: Final = {
    **dict.fromkeys(SENTINEL, "{}://host:port,host:port/service"),
    **dict.fromkeys(CLUSTER, "{}://host:port,host:port"),
}
OTHER_FORMS: Final = (
    "redis://host:port, rediss://host:port, unix:///path, redis+sentinel://host:port,host:port/service or"
    " redis+cluster://host:port,host:port"
)

Endpoint = tuple[str, int]


class ClusterAddress(NamedTuple):
    """Some nodes of a cluster, and how to reach any."""

    seeds: tuple[Endpoint, ...]
    connect: Callable[[Endpoint], Awaitable[AbstractConnection]]


def read(url: str, *, connect_timeout: float) -> Connect | Primary | ClusterAddress:
    """How to reach the server that `redis://`, `rediss://` or `unix://` names, or the primary that the sentinels of
    `redis+sentinel://[user:password@]host:port,.../service[/db]` name, or the nodes of
    `redis+cluster://[user:password@]host:port,...`. `rediss+sentinel` and `rediss+cluster` speak TLS.

    Options of redis-py go behind a question mark; `sentinel_username` and `sentinel_password` are what the sentinels
    themselves ask for. Raises `BadAddress`.
    """
    scheme = url.partition(":")[0]
    try:
        if scheme in SENTINEL:
            return _primary_of_sentinels(url, connect_timeout)
        if scheme in CLUSTER:
            return _cluster(url, connect_timeout)
        make = _Maker(parse_url(url), connect_timeout)
        return partial(_made, make)
    except (ValueError, TypeError, KeyError):
        form = FORMS.get(scheme, OTHER_FORMS).format(scheme)
        raise BadAddress(f"this is no address of a Redis: write {form}") from None


class _Maker:
    """Connections with the same options. Raises `TypeError` where redis-py knows no such option."""

    def __init__(self, given: Any, connect_timeout: float) -> None:
        self._kind: type[AbstractConnection] = given.pop("connection_class", Connection)
        self._options: dict[str, Any] = {
            **given,
            "socket_connect_timeout": connect_timeout,
            # Waiting is bounded by the callers. redis-py would bound its writes with `asyncio.wait_for`, which on
            # Python 3.11 loses a cancellation that arrives as the write completes.
            "socket_timeout": None,
            # Nothing is repeated behind the caller's back; by default redis-py tries ten times.
            "retry": Retry(NoBackoff(), 0),
            "protocol": 2,
            "decode_responses": False,
        }
        self()  # only here are options looked at that the address may carry

    def __call__(self, endpoint: Endpoint | None = None) -> AbstractConnection:
        if endpoint is None:
            return self._kind(**self._options)
        return self._kind(**{**self._options, "host": endpoint[0], "port": endpoint[1]})


async def _made(make: _Maker, endpoint: Endpoint | None = None) -> AbstractConnection:
    connection = make(endpoint)
    try:
        await connection.connect()  # type: ignore[no-untyped-call]  # so in redis-py
    except BaseException:
        await connection.disconnect(nowait=True)
        raise
    return connection


def _primary_of_sentinels(url: str, connect_timeout: float) -> Primary:
    service, _, db = urlsplit(url).path.strip("/").partition("/")
    if not service:
        raise ValueError("without the name of the service")
    sentinels, options = _hosts(url)
    theirs = {name: options.pop(f"sentinel_{name}", None) for name in ("username", "password")}
    make = _Maker({**options, "db": int(db or 0)}, connect_timeout)
    make_to_sentinel = _Maker({**options, **theirs}, connect_timeout)
    found = Sentinels(service, [partial(_made, make_to_sentinel, each) for each in sentinels])
    return Primary(found, partial(_made, make), connect_timeout)


def _cluster(url: str, connect_timeout: float) -> ClusterAddress:
    if urlsplit(url).path.strip("/"):
        raise ValueError("a cluster has one database")
    seeds, options = _hosts(url)
    make = _Maker(options, connect_timeout)
    return ClusterAddress(tuple(seeds), partial(_made, make))


def _hosts(url: str) -> tuple[list[Endpoint], dict[str, Any]]:
    """The hosts of an address that has several, and its options."""
    parts = urlsplit(url)
    scheme = parts.scheme.partition("+")[0]
    login, at, hosts = parts.netloc.rpartition("@")
    endpoints = []
    options: dict[str, Any] = {}
    for host in hosts.split(","):
        options = {**parse_url(f"{scheme}://{login}{at}{host}?{parts.query}")}
        endpoints.append((options.pop("host"), options.pop("port")))
    return endpoints, options
