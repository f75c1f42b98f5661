"""A channel to a server, and calls that are sent again while their outcome is not known."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Sequence
from ipaddress import ip_address
from random import random
from typing import Any, TypeVar
from uuid import uuid4

import grpc
from google.protobuf.message import Message
from sanguosha.v1 import (
    catalogue_service_pb2_grpc,
    lobby_service_pb2_grpc,
    match_service_pb2_grpc,
    replay_service_pb2_grpc,
    series_service_pb2_grpc,
    server_service_pb2_grpc,
    table_service_pb2_grpc,
)

from .errors import SanguoshaError

CALL_WITHIN = 10.0  # seconds for one try of a call
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between two tries; each is twice the one before

OPTIONS: tuple[tuple[str, Any], ...] = (
    ("grpc.service_config", json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})),
    # Else a server that was away for a while is looked for once in two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    # Finds connections whose other end is gone without a word. Servers end one that is asked more than once in five
    # minutes; what is sent and not confirmed for the timeout ends it as well.
    ("grpc.keepalive_time_ms", 301_000),
    ("grpc.keepalive_timeout_ms", 20_000),
)

Metadata = tuple[tuple[str, str], ...]
Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)
Answer = TypeVar("Answer")


def new_request_id() -> str:
    """For a call that changes something: a repeat with the same id happens once."""
    return str(uuid4())


def target_of(addresses: Sequence[str]) -> str:
    """The gRPC target of the addresses. Raises `ValueError`."""
    if len(addresses) == 1:
        return addresses[0]
    hosts = [address.rpartition(":")[0].strip("[]") for address in addresses]
    try:
        (version,) = {ip_address(host).version for host in hosts}
    except ValueError:
        raise ValueError(
            "write one address, or several IP addresses of one kind with ports: for a name that stands for several "
            f"servers, write the name alone; not {', '.join(addresses) or 'none'}"
        ) from None
    return f"ipv{version}:{','.join(addresses)}"


class Patience:
    """Bears with a server that is away, until it has been for so many seconds since the first failure."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: float | None = None
        self._pause = FIRST_PAUSE

    def heard(self) -> None:
        """The server is there."""
        self._since = None
        self._pause = FIRST_PAUSE

    async def bear(self, error: SanguoshaError) -> None:
        """Pauses before another try, for as long as the server asks to. Raises the error where there should be none."""
        now = asyncio.get_running_loop().time()
        if self._since is None:
            self._since = now
        asked = error.retry_after or 0.0
        if not error.may_pass or now - self._since + max(self._pause, asked) > self._seconds:
            raise error
        await self.rest(asked)

    async def rest(self, least: float = 0.0) -> None:
        """Pauses, longer each time, and never as long as other clients that failed at the same time."""
        share = random() / 4
        await asyncio.sleep(max(self._pause * (1 - share), least * (1 + share)))
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


class Connection:
    """What every call of a client goes over. Made by `Client`."""

    def __init__(
        self,
        addresses: Sequence[str],
        api_key: str,
        credentials: grpc.ChannelCredentials | None,
        patience: float,
        options: Sequence[tuple[str, Any]],
    ) -> None:
        self._key: Metadata = (("x-api-key", api_key),) if api_key else ()
        self._patience = patience
        self._closed = False
        target, given = target_of(addresses), {**dict(OPTIONS), **dict(options)}
        if credentials is None:
            if len(addresses) > 1:  # else they are called by all addresses as one name, which is none to some servers
                given.setdefault("grpc.default_authority", addresses[0])
            self._channel = grpc.aio.insecure_channel(target, options=list(given.items()))
        else:
            self._channel = grpc.aio.secure_channel(target, credentials, options=list(given.items()))
        self.matches = match_service_pb2_grpc.MatchServiceStub(self._channel)
        self.tables = table_service_pb2_grpc.TableServiceStub(self._channel)
        self.lobby = lobby_service_pb2_grpc.LobbyServiceStub(self._channel)
        self.replays = replay_service_pb2_grpc.ReplayServiceStub(self._channel)
        self.series = series_service_pb2_grpc.SeriesServiceStub(self._channel)
        self.catalogues = catalogue_service_pb2_grpc.CatalogueServiceStub(self._channel)
        self.servers = server_service_pb2_grpc.ServerServiceStub(self._channel)

    async def close(self) -> None:
        """Ends every call and stream."""
        self._closed = True
        await self._channel.close()

    def patience(self) -> Patience:
        return Patience(self._patience)

    def check_open(self) -> None:
        """Raises `SanguoshaError` once the client is closed."""
        if self._closed:
            raise SanguoshaError(grpc.StatusCode.CANCELLED, "the client is closed")

    async def unless_closed(self, answer: Awaitable[Answer]) -> Answer:
        """The answer. Closing cancels it in the library; to whoever waits here, that is an error of the call, and not
        that the task is cancelled."""
        try:
            return await answer
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or not task.cancelling():
                self.check_open()
            raise

    def metadata(self, token: str = "") -> Metadata:
        """That of a call for a seat, or of nobody's without a token."""
        return (*self._key, *((("authorization", f"Bearer {token}"),) if token else ()))

    async def call(
        self, method: grpc.aio.UnaryUnaryMultiCallable[Request, Response], request: Request, token: str = ""
    ) -> Response:
        """The call, and the very same again while its outcome is not known. Raises `SanguoshaError`."""
        patience = self.patience()
        while True:
            self.check_open()
            try:
                return await self.unless_closed(method(request, metadata=self.metadata(token), timeout=CALL_WITHIN))
            except grpc.aio.AioRpcError as error:
                await patience.bear(SanguoshaError.of(error))
