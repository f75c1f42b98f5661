"""gRPC: a thin adapter between the transport and the application, made from the descriptors of the contract."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from .admission import Credentials
from .app import Application
from .config import Settings
from .dispatch import Dispatcher
from .errors import DOMAIN, ServiceError
from .method import Method
from .peers import peer_of

FORWARDED = "x-forwarded-for"
Context = grpc.aio.ServicerContext[Message, Message]


def add_to_server(app: Application, server: grpc.aio.Server) -> None:
    """Serve every method of the contract."""
    backend = app.backend
    dispatcher = Dispatcher(backend.admission, backend.metrics.grpc, backend.settings.max_write_time)
    handlers: dict[str, dict[str, grpc.RpcMethodHandler[Any, Any]]] = defaultdict(dict)
    for method in app.methods():
        service = method.descriptor.containing_service
        handlers[service.full_name][method.name] = _handler(dispatcher, method, backend.settings)
    for name, methods in handlers.items():
        server.add_registered_method_handlers(name, methods)


def _handler(dispatcher: Dispatcher, method: Method, settings: Settings) -> grpc.RpcMethodHandler[Any, Any]:
    """Requests are read here and not by the library, whose errors would have no reason."""
    descriptor = method.descriptor
    if descriptor.client_streaming:
        return grpc.stream_stream_rpc_method_handler(_streaming(dispatcher, method, settings), None, _serialized)
    if descriptor.server_streaming:
        return grpc.unary_stream_rpc_method_handler(_streaming(dispatcher, method, settings), None, _serialized)
    return grpc.unary_unary_rpc_method_handler(_unary(dispatcher, method, settings), None, _serialized)


def _unary(
    dispatcher: Dispatcher, method: Method, settings: Settings
) -> Callable[[bytes, Context], Awaitable[Message]]:
    async def answer(sent: bytes, context: Context) -> Message:
        credentials = _credentials(context, settings.trusted_proxies)
        try:
            with dispatcher.reading(method, credentials):
                request = _read(method, sent, settings)
            return await dispatcher.unary(method, request, credentials)
        except ServiceError as error:
            return await refuse(context, error)

    return answer


def _streaming(dispatcher: Dispatcher, method: Method, settings: Settings) -> Callable[[Any, Context], Awaitable[None]]:
    async def answer(sent: bytes | AsyncIterator[bytes], context: Context) -> None:
        credentials = _credentials(context, settings.trusted_proxies)
        try:
            if isinstance(sent, bytes):
                with dispatcher.reading(method, credentials):
                    request: Any = _read(method, sent, settings)
            else:
                request = (_read(method, message, settings) async for message in sent)
            await dispatcher.stream(method, request, credentials, context.write)
        except ServiceError as error:
            await refuse(context, error)

    return answer


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


async def refuse(context: Context, error: ServiceError) -> Message:
    """End the call with the error's status, an ErrorInfo, and a RetryInfo where it is worth another try."""
    status = status_pb2.Status(code=error.code.value[0], message=error.message)
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=error.metadata))
    if error.retry_after is not None:
        again = error_details_pb2.RetryInfo()
        again.retry_delay.FromMilliseconds(math.ceil(error.retry_after * 1000))
        status.details.add().Pack(again)
    await context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort does not return")
