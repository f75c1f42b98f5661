"""gRPC: a thin adapter between the transport and the application, made from the descriptors of the contract."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, NoReturn

import grpc
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from .access.admission import Credentials
from .access.peers import peer_of
from .app import Application
from .config.settings import Settings
from .dispatch import Dispatcher
from .errors import DOMAIN, ServiceError
from .method import Method
from .untaken import Untaken

FORWARDED = "x-forwarded-for"
Context = grpc.aio.ServicerContext[Message, Message]


def add_to_server(app: Application, server: grpc.aio.Server) -> None:
    """Serve every method of the contract."""
    backend = app.backend
    dispatcher = Dispatcher(backend.admission, backend.metrics.grpc, backend.settings.max_write_time)
    untaken = Untaken(backend.settings.max_write_time, backend.metrics.grpc)
    handlers: dict[str, dict[str, grpc.RpcMethodHandler[Any, Any]]] = defaultdict(dict)
    for method in app.methods():
        service = method.descriptor.containing_service
        handlers[service.full_name][method.name] = _handler(dispatcher, untaken, method, backend.settings)
    for name, methods in handlers.items():
        server.add_registered_method_handlers(name, methods)


def _handler(
    dispatcher: Dispatcher, untaken: Untaken, method: Method, settings: Settings
) -> grpc.RpcMethodHandler[Any, Any]:
    """Requests are read here and not by the library, whose errors would have no reason."""
    descriptor = method.descriptor
    if descriptor.client_streaming:
        return grpc.stream_stream_rpc_method_handler(
            _streaming(dispatcher, untaken, method, settings), None, _serialized
        )
    if descriptor.server_streaming:
        return grpc.unary_stream_rpc_method_handler(
            _streaming(dispatcher, untaken, method, settings), None, _serialized
        )
    return grpc.unary_unary_rpc_method_handler(_unary(dispatcher, untaken, method, settings), None, None)


def _unary(
    dispatcher: Dispatcher, untaken: Untaken, method: Method, settings: Settings
) -> Callable[[bytes, Context], Awaitable[bytes]]:
    async def answer(sent: bytes, context: Context) -> bytes:
        credentials = _credentials(context, settings.trusted_proxies)
        try:
            with dispatcher.reading(method, credentials):
                request = _read(method, sent, settings)
            return await dispatcher.unary(method, request, credentials, partial(untaken.hand_over, context.peer()))
        except ServiceError as error:
            refusal = refusal_of(error)
        untaken.refuse(context.peer())
        return await refuse(context, refusal)

    return answer


def _streaming(
    dispatcher: Dispatcher, untaken: Untaken, method: Method, settings: Settings
) -> Callable[[Any, Context], Awaitable[None]]:
    async def answer(sent: bytes | AsyncIterator[bytes], context: Context) -> None:
        credentials = _credentials(context, settings.trusted_proxies)
        try:
            if isinstance(sent, bytes):
                with dispatcher.reading(method, credentials):
                    request: Any = _read(method, sent, settings)
            else:
                request = Requests(method, context, settings)
            await dispatcher.stream(method, request, credentials, context.write)
        except ServiceError as error:
            refusal = refusal_of(error)
        else:
            return
        untaken.refuse(context.peer())
        await refuse(context, refusal)

    return answer


class Requests(AsyncIterator[Message]):
    """Those of a stream. It is no generator, which would have to be closed, and closed the library's in turn."""

    def __init__(self, method: Method, context: Context, settings: Settings) -> None:
        self._method = method
        self._context = context
        self._settings = settings

    async def __anext__(self) -> Message:
        sent: Any = await self._context.read()
        if sent is grpc.aio.EOF:
            raise StopAsyncIteration
        return _read(self._method, sent, self._settings)


def _read(method: Method, sent: bytes, settings: Settings) -> Message:
    most = settings.max_request_bytes
    if len(sent) > most:
        raise ServiceError("LIMIT_REACHED", f"a request has at most {most} bytes", limit="max_request_bytes")
    try:
        return method.request_class.FromString(sent)
    except DecodeError:  # how the library says so quotes what was sent
        raise ServiceError("MESSAGE_INVALID", f"this is no {method.request_class.DESCRIPTOR.name}") from None


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


def _credentials(context: Context, proxies: int) -> Credentials:
    metadata = {key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)}

    def peer() -> str:
        given = context.invocation_metadata() or ()  # again: of a header that comes twice, all counts
        forwarded = ",".join(value for key, value in given if key == FORWARDED and isinstance(value, str))
        return peer_of(context.peer(), forwarded, proxies)

    return Credentials(metadata.get("authorization", ""), metadata.get("x-api-key", ""), peer)


def refusal_of(error: ServiceError) -> grpc.Status:
    """The error's status, an ErrorInfo, and a RetryInfo where it is worth another try."""
    status = status_pb2.Status(code=error.code.value[0], message=error.message)
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=error.metadata))
    if error.retry_after is not None:
        again = error_details_pb2.RetryInfo()
        again.retry_delay.FromMilliseconds(math.ceil(error.retry_after * 1000))
        status.details.add().Pack(again)
    refusal: grpc.Status = rpc_status.to_status(status)
    return refusal


async def refuse(context: Context, refusal: grpc.Status) -> NoReturn:
    """End the call. The library keeps the exception that it ends with in a cycle, and so whatever that refers to: not
    within `except`, for the error there would be its context, with the frames of everything the call has done."""
    await context.abort_with_status(refusal)
    raise AssertionError("abort does not return")
