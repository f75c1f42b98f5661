"""Calls handed over to another server by gRPC, for a match that is in the midst of what its rules have begun."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import message_factory
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from sanguosha.v1 import match_service_pb2 as pb

from ..access.auth import Caller
from ..backend import Backend
from ..config.reloading import Stamp, stamps
from ..errors import CODES, ServiceError
from ..method import Method
from .elsewhere import REASONS, who_can

GONE = "the server with these rules is gone: repeat the call"
MOST_HOPS = 8  # in a row that brought nothing: servers that each believe another has the rules
# A server that hangs, or whose machine is gone without a word, ends what it was handed; not more often than it allows.
KEEPALIVE = (
    ("grpc.keepalive_time_ms", 12_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),  # without it the timeout above is a minute (grpcio 1.85)
    ("grpc.http2.max_pings_without_data", 0),
)
Metadata = tuple[tuple[str, str], ...]


class HandOver:
    """For the calls of one server, over channels that are kept."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._channels: dict[str, tuple[list[Stamp], grpc.aio.Channel]] = {}
        self._replaced: list[grpc.aio.Channel] = []  # in which calls may be under way

    async def close(self) -> None:
        """What was handed over ends, and the callers look for another server: this one is stopping."""
        for channel in (*self._replaced, *(channel for _, channel in self._channels.values())):
            await channel.close()

    def around(self, method: Method) -> Method:
        """The method, which goes to another server where this one does not have the rules and the other does."""
        descriptor = method.descriptor
        streams = descriptor.client_streaming or descriptor.server_streaming
        return method._replace(call=self._stream(method) if streams else self._unary(method))

    def _unary(self, method: Method) -> Callable[..., Any]:
        async def call(request: Message, caller: Caller) -> Any:
            address, hops = "", 0
            while True:
                try:
                    if not address:
                        return await method.call(request, caller)
                    handed = self.channel_to(address).unary_unary(*_spoken(method))
                    with _translated():
                        return await handed(request, metadata=self._introduced(caller))
                except ServiceError as error:
                    if error.reason not in REASONS:
                        raise  # not in `_to_whom`: it would hold itself, by that frame
                    hops += 1
                    address = await self._to_whom(error, caller, address, hops)

        return call

    def _stream(self, method: Method) -> Callable[..., Any]:
        async def call(request: Any, caller: Caller) -> AsyncIterator[Message]:
            requests = RequestStream(request) if method.descriptor.client_streaming else UnaryRequest(request)
            address, hops = "", 0
            while True:
                asked = requests.all()
                responses: Any = (
                    self._elsewhere(address, method, asked, caller) if address else method.call(asked, caller)
                )
                try:
                    async with aclosing(responses):
                        async for response in responses:
                            requests.answered(response)
                            hops = 0
                            yield response
                    return
                except ServiceError as error:
                    if error.reason not in REASONS:
                        raise
                    hops += 1
                    address = await self._to_whom(error, caller, address, hops)

        return call

    async def _elsewhere(self, address: str, method: Method, request: Any, caller: Caller) -> AsyncIterator[Message]:
        channel = self.channel_to(address)
        opened = channel.stream_stream if method.descriptor.client_streaming else channel.unary_stream
        responses = opened(*_spoken(method))(request, metadata=self._introduced(caller))
        try:
            with _translated():
                async for response in responses:
                    yield response
        finally:
            responses.cancel()

    async def _to_whom(self, error: ServiceError, caller: Caller, asked: str, hops: int) -> str:
        """The address of a server that can serve what the one at `asked` (empty: this one) could not; empty where this
        one can. Raises the error where nobody can, and where the call was handed over already: then who has it from
        the client looks for another server, so that no call goes through more than one."""
        if caller.introduced or hops > MOST_HOPS:
            raise error
        if asked and self._backend.fleet.i_can(error):
            return ""
        others = await who_can(self._backend, error)
        addresses = [other.address for other in others if other.address]
        if self._backend.draining or (others and not addresses):
            raise error
        if not addresses:
            return ""
        self._backend.metrics.hand_overs.inc()
        return random.choice(addresses)  # also where one of them is gone, and still announced

    def channel_to(self, address: str) -> grpc.aio.Channel:
        """Another one when certificates were renewed: a channel shows for ever those that it was made with."""
        settings = self._backend.settings
        files = (settings.tls_ca, settings.tls_key, settings.tls_cert)
        present = stamps([file for file in files if file])
        made_with, channel = self._channels.get(address, (None, None))
        if channel is not None and made_with == present:
            return channel
        if channel is not None:
            self._replaced.append(channel)
        channel = self._connected(address)
        self._channels[address] = present, channel
        return channel

    def _connected(self, address: str) -> grpc.aio.Channel:
        settings = self._backend.settings
        options: list[tuple[str, Any]] = list(KEEPALIVE)
        if not settings.tls_cert:
            return grpc.aio.insecure_channel(address, options=options)
        files = (settings.tls_ca, settings.tls_key, settings.tls_cert)
        trusted, key, certificate = (Path(file).read_bytes() if file else None for file in files)
        name = settings.tls_server_name
        if name:
            options.append(("grpc.ssl_target_name_override", name))
        return grpc.aio.secure_channel(
            address, grpc.ssl_channel_credentials(trusted, key, certificate), options=options
        )

    def _introduced(self, caller: Caller) -> Metadata:
        return (("authorization", self._backend.keyring.introduction(caller, int(time.time()))),)


class UnaryRequest:
    """The request of a stream of updates. Once some have come, it asks for those after them."""

    def __init__(self, request: pb.WatchMatchRequest) -> None:
        self._request = request

    def answered(self, response: pb.WatchMatchResponse) -> None:
        if response.HasField("update"):
            self._request.cursor = response.update.cursor

    def all(self) -> pb.WatchMatchRequest:
        return self._request


class RequestStream(AsyncIterator[pb.PlayMatchRequest]):
    """The requests of a stream that goes both ways: the first, which asks for the updates after those that have come,
    the answers that have come to nothing yet, and whatever follows."""

    def __init__(self, requests: AsyncIterator[pb.PlayMatchRequest]) -> None:
        self._requests = requests
        self._open: list[pb.PlayMatchRequest] = []
        self._again: list[pb.PlayMatchRequest] = []
        self._reading: asyncio.Task[pb.PlayMatchRequest | None] | None = None

    def answered(self, response: pb.PlayMatchResponse) -> None:
        if response.HasField("update"):
            self._open[0].start.cursor = response.update.cursor
        if response.HasField("result"):
            given = response.result.request_id  # whatever the client wrote there, perhaps nothing
            answered = (n for n, request in enumerate(self._open) if n and request.answer.request_id == given)
            if (first := next(answered, None)) is not None:  # of a request that came twice, each has its result
                del self._open[first]

    def all(self) -> AsyncIterator[pb.PlayMatchRequest]:
        self._again = list(self._open)
        return self

    async def __anext__(self) -> pb.PlayMatchRequest:
        if self._again:
            return self._again.pop(0)
        following = await self._following()
        if following is None:
            raise StopAsyncIteration
        self._open.append(following)
        return following

    async def _following(self) -> pb.PlayMatchRequest | None:
        """A read that nobody waits for any more goes on, for who comes next, or until its call ends. Broken off, it
        would end the stream, and grpc.aio would never free what comes then (so in grpcio 1.85)."""
        if self._reading is None:
            self._reading = asyncio.create_task(_next(self._requests), name="requests")
            self._reading.add_done_callback(_ignored)
        try:
            request = await asyncio.shield(self._reading)
        except Exception:
            self._reading = None  # else what it failed with would hold itself, by this frame
            raise
        self._reading = None
        return request


async def _next(requests: AsyncIterator[pb.PlayMatchRequest]) -> pb.PlayMatchRequest | None:
    return await anext(requests, None)


def _ignored(reading: asyncio.Task[Any]) -> None:
    """What a read failed with that nobody waited for any more."""
    if not reading.cancelled():
        reading.exception()


def _spoken(method: Method) -> tuple[str, Callable[[Message], bytes], Callable[[bytes], Message]]:
    """How a channel says it."""
    descriptor = method.descriptor
    path = f"/{descriptor.containing_service.full_name}/{descriptor.name}"
    answers = message_factory.GetMessageClass(descriptor.output_type)
    return path, lambda request: request.SerializeToString(), answers.FromString


@contextmanager
def _translated() -> Iterator[None]:
    """What the other server said; or that it is gone, and perhaps served the call before."""
    try:
        yield
    except grpc.aio.AioRpcError as failed:
        status = rpc_status.from_call(failed)  # type: ignore[arg-type]  # it has what a call has
        info = error_details_pb2.ErrorInfo()
        if status and any(detail.Unpack(info) for detail in status.details) and info.reason in CODES:
            raise ServiceError(info.reason, status.message, **dict(info.metadata)) from None
        raise ServiceError("RULES_VERSION_UNAVAILABLE", GONE) from failed
    except asyncio.CancelledError as failed:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise ServiceError("RULES_VERSION_UNAVAILABLE", GONE) from failed  # it was `close`
