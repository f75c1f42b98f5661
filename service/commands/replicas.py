"""The servers that a load calls: replicas of one service, any of which takes any call."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Sequence
from typing import Any

import grpc
from sanguosha.v1 import match_service_pb2_grpc

from ..config.settings import ConfigError, authority


def addresses_of(given: str, replicas: int) -> dict[str, str]:
    """By address, the name of the host that it was given as: `host:port,host:port`. With `replicas`, each name stands
    for the addresses that it resolves to, and there must be so many of them; raises `ConfigError` where there are not.
    """
    named = [address for address in given.split(",") if address]
    if not replicas:
        return {address: address.rpartition(":")[0] for address in named}
    found = {resolved: address.rpartition(":")[0] for address in named for resolved in _resolved(address)}
    if len(found) != replicas:
        raise ConfigError(f"--replicas: {replicas} were expected, and {given} stands for {len(found)}")
    return found


def _resolved(address: str) -> list[str]:
    host, _, port = address.rpartition(":")
    try:
        found = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)
    except (OSError, ValueError) as error:
        raise ConfigError(f"--address: {address} cannot be resolved") from error
    return sorted({authority(str(where[0]), int(port)) for *_, where in found})


class RoundRobin:
    """Calls go to one after the other; `calls` counts them by address."""

    def __init__(
        self, addresses: dict[str, str], calls: Counter[str], credentials: grpc.ChannelCredentials | None = None
    ) -> None:
        self._addresses = list(addresses)
        self._channels = [_channel(address, host, credentials) for address, host in addresses.items()]
        self._stubs = [match_service_pb2_grpc.MatchServiceStub(channel) for channel in self._channels]
        self._calls = calls
        self._turn = 0

    def next(self, method: str) -> Any:
        """The method of the replica whose turn it is."""
        self._turn = (self._turn + 1) % len(self._stubs)
        self._calls[self._addresses[self._turn]] += 1
        return getattr(self._stubs[self._turn], method)

    async def close(self) -> None:
        for channel in self._channels:
            await channel.close()


def _channel(address: str, host: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    options: Sequence[tuple[str, Any]] = (
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.max_reconnect_backoff_ms", 2000),
    )
    if credentials is None:
        return grpc.aio.insecure_channel(address, options=options)
    if host:  # the certificate is for the name, of which this may be one address
        options = (*options, ("grpc.ssl_target_name_override", host.strip("[]")))
    return grpc.aio.secure_channel(address, credentials, options=options)
