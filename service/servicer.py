"""gRPC: a thin adapter between the transport and the application, made from the descriptors of the contract."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from .app import Application
from .dispatch import Dispatcher
from .errors import DOMAIN, ServiceError
from .method import Method

Context = grpc.aio.ServicerContext[Message, Message]


def add_to_server(app: Application, server: grpc.aio.Server) -> None:
    """Serve every method of the contract."""
    backend = app.backend
    dispatcher = Dispatcher(backend.keyring, backend.metrics.grpc, backend.settings.max_write_time)
    handlers: dict[str, dict[str, grpc.RpcMethodHandler[Any, Any]]] = defaultdict(dict)
    for method in app.methods():
        service = method.descriptor.containing_service
        handlers[service.full_name][method.name] = _handler(dispatcher, method)
    server.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler(name, methods) for name, methods in handlers.items()]
    )


def _handler(dispatcher: Dispatcher, method: Method) -> grpc.RpcMethodHandler[Any, Any]:
    descriptor = method.descriptor
    parse = method.request_class.FromString
    if descriptor.client_streaming:
        return grpc.stream_stream_rpc_method_handler(_streaming(dispatcher, method), parse, _serialized)
    if descriptor.server_streaming:
        return grpc.unary_stream_rpc_method_handler(_streaming(dispatcher, method), parse, _serialized)
    return grpc.unary_unary_rpc_method_handler(_unary(dispatcher, method), parse, _serialized)


def _unary(dispatcher: Dispatcher, method: Method) -> Callable[[Message, Context], Awaitable[Message]]:
    async def answer(request: Message, context: Context) -> Message:
        try:
            return await dispatcher.unary(method, request, *_credentials(context))
        except ServiceError as error:
            return await refuse(context, error)

    return answer


def _streaming(dispatcher: Dispatcher, method: Method) -> Callable[[Any, Context], Awaitable[None]]:
    async def answer(request: Any, context: Context) -> None:
        try:
            await dispatcher.stream(method, request, *_credentials(context), context.write)
        except ServiceError as error:
            await refuse(context, error)

    return answer


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


def _credentials(context: Context) -> tuple[str, str]:
    metadata = {key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)}
    return metadata.get("authorization", ""), metadata.get("x-api-key", "")


async def refuse(context: Context, error: ServiceError) -> Message:
    """End the call with the error's status and an ErrorInfo."""
    status = status_pb2.Status(code=error.code.value[0], message=error.message)
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=error.metadata))
    await context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort does not return")
