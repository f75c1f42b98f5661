"""Settings, and which go together. Where they come from: sources.py."""

from __future__ import annotations

import re
from ipaddress import ip_address
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ..access.keys import HostKeys, host_keys
from ..reticent import Reticent
from .unusable_file import UnusableFile


class ConfigError(Exception):
    """A setting that cannot be used; the message names it."""


EVERY_ADDRESS = frozenset(("0.0.0.0", "::"))  # whoever listens there leaves no port to another
HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:]+")

Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
PortOrNone = Annotated[int, msgspec.Meta(ge=-1, le=65_535)]
MOST = 2**31 - 1  # that gRPC and Valkey take; of milliseconds, 24 days
Positive = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=MOST // 1000)]
MAX_CONNECTION_AGE = 600.0
_ADVERTISED = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5}")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\s,]+")


class Settings(Reticent, frozen=True, kw_only=True):
    """How a server runs. Times are in seconds unless the name says ms.

    host, port            where gRPC listens; port 0 takes a free one
    transport             what serves gRPC: grpcio, or pygrpc-native, which has no TLS and ends no connection by its age
    http_port             where HTTP listens, on the same host; 0 takes a free one, -1 serves none
    cors_origins          whose pages may call over HTTP, "https://a.example,https://b.example", or "*"; empty: none
    metrics_host, metrics_port
                          where Prometheus reads, without a key; port 0 takes a free one, -1 serves none
    redis_url             the store; empty: an embedded one in `data_dir`
    redis_wait            how many replicas of it must have a write before it is acknowledged
    redis_wait_ms         how long they may take
    embedded_max_memory_mb
                          what the data of the embedded store may take; 0: no bound
    server_key            hexadecimal, at least 32 bytes; empty: kept in `data_dir`, embedded store only. "new,old": the
                          first signs, all verify
    api_keys              keys of hosts, "name:key,name/admin:key"; with no `api_keys_file` either: everybody is a host
    api_keys_file         the same, one a line; read again when it changes
    public_listing        matches are listed to everybody, although there are keys
    tls_cert, tls_key     files in PEM: the certificate with its chain, and its key; empty: no TLS. Read again when they
                          change
    tls_client_ca         a file in PEM: whose certificates clients must have; empty: none is asked for
    tls_ca, tls_server_name
                          whose certificates other servers on the same store must have, in PEM, and the name in them
    open_to_all           listen beyond loopback although there are no keys
    advertise             where other servers on the same store reach this one by gRPC, "host:port"; empty: at `host`,
                          if that is the address of one machine
    on_drift              what becomes of a match in the midst of what rules began that no server has: it waits, or goes
                          back to its last quiet point
    bot_delay_ms          how long the house thinks before each of its answers
    archive               where replays are kept, the path of a folder or "s3://bucket/prefix"; empty: nowhere
    tracing               send spans by OpenTelemetry, as its own OTEL_ variables say
    webhook_hosts         names of hosts that results may be sent to, "name,name"; empty: none
    calls_per_second      of a seat or spectator token; 0: as many as it likes
    host_calls_per_second of an API key, and of an address that calls without either; 0: as many as it likes
    max_open_matches      of one host in the lobby or in play; 0: as many as it likes
    max_open_series       of one host that are not over; 0: as many as it likes
    max_streams           open at this server; 0: as many as there are
    max_streams_per_token of one token or key, at this server; 0: as many as it likes
    trusted_proxies       how many proxies in front of us append to X-Forwarded-For
    """

    host: str = "127.0.0.1"
    port: Port = 50051
    transport: Literal["grpc", "native"] = "grpc"
    http_port: PortOrNone = 8080
    cors_origins: str = ""
    metrics_host: str = "127.0.0.1"
    metrics_port: PortOrNone = 9464
    redis_url: str = ""
    redis_wait: Natural = 0
    redis_wait_ms: Positive = 1000
    data_dir: Path = Path("data")
    embedded_max_memory_mb: Natural = 1024
    server_key: str = ""
    api_keys: str = ""
    api_keys_file: str = ""
    public_listing: bool = False
    tls_cert: str = ""
    tls_key: str = ""
    tls_client_ca: str = ""
    tls_ca: str = ""
    tls_server_name: str = ""
    open_to_all: bool = False
    bot_delay_ms: Natural = 300
    sweep_ms: Positive = 200
    lease_ms: Positive = 5000
    warm_matches: Positive = 2000
    advertise: str = ""
    on_drift: Literal["wait", "rewind"] = "wait"
    idle_expiry: Annotated[int, msgspec.Meta(ge=60, le=MOST)] = 86_400
    max_request_bytes: Annotated[int, msgspec.Meta(ge=1024, le=2**26)] = 65_536
    max_page_size: Positive = 100
    max_wait: Seconds = 30.0
    max_stream_age: Seconds = 600.0
    max_connection_age: Seconds = MAX_CONNECTION_AGE
    max_write_time: Seconds = 10.0
    ticket_age: Seconds = 60.0
    talk_per_minute: Positive = 20
    calls_per_second: Natural = 200
    host_calls_per_second: Natural = 2000
    trusted_proxies: Natural = 0
    max_open_matches: Natural = 10_000
    max_open_series: Natural = 10_000
    max_streams: Natural = 10_000
    max_streams_per_token: Natural = 16
    webhook_hosts: str = ""
    archive: str = ""
    tracing: bool = False
    drain: Annotated[float, msgspec.Meta(ge=0, le=MOST // 1000)] = 10.0
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    shown = ("host", "port", "http_port", "metrics_host", "metrics_port", "data_dir", "open_to_all", "log_level")

    @property
    def host_keys(self) -> HostKeys:
        """As the file has them now. Raises `ConfigError`."""
        try:
            return host_keys(self.api_keys, self.api_keys_file)
        except UnusableFile as error:
            raise ConfigError(str(error)) from None

    @property
    def origins(self) -> tuple[str, ...]:
        """Raises `ConfigError`."""
        origins = tuple(filter(None, self.cors_origins.split(",")))
        for origin in origins:
            if origin != "*" and not _ORIGIN.fullmatch(origin):
                raise ConfigError("SGS_CORS_ORIGINS: write https://host or https://host:port, without a path, or *")
        return origins

    @property
    def webhook_host_names(self) -> frozenset[str]:
        return frozenset(filter(None, map(str.strip, self.webhook_hosts.lower().split(","))))

    def check(self) -> None:
        """Raises `ConfigError` for settings that do not go together."""
        if not (self.host_keys or self.open_to_all or is_loopback(self.host)):
            raise ConfigError(
                f"SGS_HOST={self.host} is not loopback and there are no SGS_API_KEYS and no SGS_API_KEYS_FILE: anybody"
                " could create and abandon matches here. Set keys, or say SGS_OPEN_TO_ALL=true"
            )
        for one, other in (("tls_cert", "tls_key"), ("tls_key", "tls_cert"), ("tls_client_ca", "tls_cert")):
            if getattr(self, one) and not getattr(self, other):
                raise ConfigError(f"SGS_{one.upper()}: takes SGS_{other.upper()} as well")
        if self.transport == "native":
            self._check_native()
        self._check_ports()
        if self.redis_url and not self.server_key:
            raise ConfigError(
                "SGS_SERVER_KEY: needed with REDIS_URL, the same for every replica (openssl rand -hex 32)"
            )
        if self.redis_wait and not self.redis_url:
            raise ConfigError("SGS_REDIS_WAIT: needs REDIS_URL, the embedded store has no replicas")
        if self.server_key:
            self.server_keys()
        if self.advertise and not _ADVERTISED.fullmatch(self.advertise):
            raise ConfigError(
                "SGS_ADVERTISE: write host:port, at which other servers reach this one by gRPC; IPv6 in brackets"
            )
        for name in self.webhook_host_names:
            if not HOST_NAME.fullmatch(name):
                raise ConfigError(f"SGS_WEBHOOK_HOSTS: {name} is no name of a host; write it without scheme and port")
        _ = self.origins

    def _check_native(self) -> None:
        if self.tls_cert:
            raise ConfigError(
                "SGS_TLS_CERT: SGS_TRANSPORT=native has no TLS; let a proxy in front of it end TLS, or take grpc"
            )
        if self.max_connection_age != MAX_CONNECTION_AGE:
            raise ConfigError(
                "SGS_MAX_CONNECTION_AGE: SGS_TRANSPORT=native ends no connection by its age; leave it out, or take grpc"
            )

    def _check_ports(self) -> None:
        listening = (("port", self.host), ("http_port", self.host), ("metrics_port", self.metrics_host))
        for (one, host), (other, other_host) in combinations(listening, 2):
            port: int = getattr(self, other)
            if port == getattr(self, one) > 0 and (host == other_host or EVERY_ADDRESS & {host, other_host}):
                raise ConfigError(f"SGS_{other.upper()}: {port} is that of SGS_{one.upper()}")

    def server_keys(self) -> tuple[bytes, ...]:
        """The first signs, all verify. Raises `ConfigError`."""
        try:
            keys = tuple(map(bytes.fromhex, self.server_key.split(",")))
        except ValueError:
            keys = (b"",)
        if min(map(len, keys)) < 32:
            raise ConfigError("SGS_SERVER_KEY: at least 32 bytes in hexadecimal; while it is changed, new,old")
        return keys


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def authority(host: str, port: int) -> str:
    """host:port, as in a URL: an IPv6 address stands in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def reachable(host: str, address: str) -> str:
    """The address, if it is that of one machine and not of all that a machine has."""
    try:
        return "" if ip_address(host).is_unspecified else address
    except ValueError:
        return address
