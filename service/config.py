"""Settings, from the environment. Every name begins with SGS_, but REDIS_URL."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from .reticent import Reticent


class ConfigError(Exception):
    """A setting that cannot be used; the message names it."""


HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:]+")

Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
PortOrNone = Annotated[int, msgspec.Meta(ge=-1, le=65_535)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[float, msgspec.Meta(gt=0)]
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\s,]+")


class Settings(Reticent, frozen=True, kw_only=True):
    """How a server runs. Times are in seconds unless the name says ms.

    host, port            where gRPC listens; port 0 takes a free one
    http_port             where HTTP listens, on the same host; 0 takes a free one, -1 serves none
    cors_origins          whose pages may call over HTTP, "https://a.example,https://b.example", or "*"; empty: none
    metrics_host, metrics_port
                          where Prometheus reads, without a key; port 0 takes a free one, -1 serves none
    redis_url             the store; empty: an embedded one in `data_dir`
    redis_wait            how many replicas of it must have a write before it is acknowledged
    redis_wait_ms         how long they may take
    embedded_max_memory_mb
                          what the data of the embedded store may take; 0: no bound
    server_key            hexadecimal, at least 32 bytes; empty: kept in `data_dir`, embedded store only
    api_keys              names and keys of hosts, "name:key,name:key"; empty: everybody is a host
    open_to_all           listen beyond loopback although there are no keys
    advertise             where other servers on the same store reach this one by gRPC, "host:port"; empty: at `host`,
                          if that is the address of one machine
    on_drift              what becomes of a match in the midst of what rules began that no server has: it waits, or goes
                          back to its last quiet point
    bot_delay_ms          how long the house thinks before each of its answers
    webhook_hosts         names of hosts that results may be sent to, "name,name"; empty: none
    """

    host: str = "127.0.0.1"
    port: Port = 50051
    http_port: PortOrNone = 8080
    cors_origins: str = ""
    metrics_host: str = "127.0.0.1"
    metrics_port: PortOrNone = 9464
    redis_url: str = ""
    redis_wait: Annotated[int, msgspec.Meta(ge=0)] = 0
    redis_wait_ms: Positive = 1000
    data_dir: Path = Path("data")
    embedded_max_memory_mb: Annotated[int, msgspec.Meta(ge=0)] = 1024
    server_key: str = ""
    api_keys: str = ""
    open_to_all: bool = False
    bot_delay_ms: Annotated[int, msgspec.Meta(ge=0)] = 300
    sweep_ms: Positive = 200
    lease_ms: Positive = 5000
    warm_matches: Positive = 2000
    advertise: str = ""
    on_drift: Literal["wait", "rewind"] = "wait"
    idle_expiry: Annotated[int, msgspec.Meta(ge=60)] = 86_400
    max_request_bytes: Annotated[int, msgspec.Meta(ge=1024)] = 65_536
    max_page_size: Positive = 100
    max_wait: Seconds = 30.0
    max_stream_age: Seconds = 600.0
    max_write_time: Seconds = 10.0
    ticket_age: Seconds = 60.0
    talk_per_minute: Positive = 20
    webhook_hosts: str = ""
    drain: Annotated[float, msgspec.Meta(ge=0)] = 10.0
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    shown = ("host", "port", "http_port", "metrics_host", "metrics_port", "data_dir", "open_to_all", "log_level")

    @property
    def host_keys(self) -> dict[str, str]:
        """By host. Raises `ConfigError`."""
        keys: dict[str, str] = {}
        for entry in filter(None, self.api_keys.split(",")):
            name, colon, key = entry.partition(":")
            if not (name and colon and len(key) >= 16):
                raise ConfigError("SGS_API_KEYS: write name:key, with a key of at least 16 characters")
            if name in keys or key in keys.values():
                raise ConfigError(f"SGS_API_KEYS: {name} shares its name or its key with another host")
            keys[name] = key
        return keys

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
                f"SGS_HOST={self.host} is not loopback and there are no SGS_API_KEYS: anybody could create and abandon"
                " matches here. Set keys, or say SGS_OPEN_TO_ALL=true"
            )
        if self.redis_url and not self.server_key:
            raise ConfigError(
                "SGS_SERVER_KEY: needed with REDIS_URL, the same for every replica (openssl rand -hex 32)"
            )
        if self.redis_wait and not self.redis_url:
            raise ConfigError("SGS_REDIS_WAIT: needs REDIS_URL, the embedded store has no replicas")
        if self.server_key:
            self.key_bytes()
        for name in self.webhook_host_names:
            if not HOST_NAME.fullmatch(name):
                raise ConfigError(f"SGS_WEBHOOK_HOSTS: {name} is no name of a host; write it without scheme and port")
        _ = self.origins

    def key_bytes(self) -> bytes:
        """Raises `ConfigError`."""
        try:
            key = bytes.fromhex(self.server_key)
        except ValueError:
            key = b""
        if len(key) < 32:
            raise ConfigError("SGS_SERVER_KEY: at least 32 bytes in hexadecimal")
        return key


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


def settings_from(environment: Mapping[str, str], **overrides: object) -> Settings:
    """Raises `ConfigError` for a value of the wrong type or an unknown SGS_ name."""
    for name in environment:
        if name.startswith("SGS_") and name.endswith("SERVICE_HOST"):
            raise ConfigError(
                f"{name}: Kubernetes sets this and other SGS_ names for a Service called sgs, which would be taken for"
                " settings: put enableServiceLinks: false into the pod's spec, or give the Service another name"
            )
    given: dict[str, object] = {}
    known = set(Settings.__struct_fields__) - {"redis_url"}
    for name, value in environment.items():
        if name.startswith("SGS_"):
            field = name.removeprefix("SGS_").lower()
            if field not in known:
                raise ConfigError(f"{name}: there is no such setting")
            given[field] = value
    if environment.get("REDIS_URL"):
        given["redis_url"] = environment["REDIS_URL"]
    given.update({name: value for name, value in overrides.items() if value is not None})
    try:
        settings = msgspec.convert(given, Settings, strict=False, dec_hook=lambda kind, value: kind(value))
    except msgspec.ValidationError as error:
        field = str(error).rpartition("$.")[2].rstrip("`")
        raise ConfigError(f"SGS_{field.upper()}: {str(error).partition(' - ')[0]}") from error
    settings.check()
    return settings
