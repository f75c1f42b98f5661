"""What every transport does around a call: find the caller, count the call, and make a fault a clear error."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import grpc
import structlog
from google.protobuf.message import Message

from .auth import Keyring
from .errors import ServiceError
from .method import Method
from .metrics import Handled

log = structlog.get_logger(__name__)


class Dispatcher:
    """Calls methods for one transport, which counts its own in `handled`."""

    def __init__(self, keyring: Keyring, handled: Handled, max_write_time: float) -> None:
        self._keyring = keyring
        self._handled = handled
        self._max_write_time = max_write_time

    async def unary(self, method: Method, request: Message, authorization: str, api_key: str) -> Message:
        """The response. Raises `ServiceError` and nothing else, but what cancels it."""
        began = time.perf_counter()
        try:
            with self._counted(method):
                response: Message = await method.call(request, self._keyring.caller(authorization, api_key))
                return response
        finally:
            self._handled.seconds.labels(method.name).observe(time.perf_counter() - began)

    async def stream(
        self,
        method: Method,
        request: Any,
        authorization: str,
        api_key: str,
        write: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Write every response until there are no more. A client that does not take one in time is given up, with
        SLOW_READER. Raises `ServiceError` and nothing else, but what cancels it."""
        with self._counted(method), self._handled.streams.labels(method.name).track_inprogress():
            await self._pump(method.call(request, self._keyring.caller(authorization, api_key)), write)

    @contextmanager
    def _counted(self, method: Method) -> Iterator[None]:
        """Count a call by how it ends, and make a clear error of a fault."""
        code = grpc.StatusCode.OK
        try:
            yield
        except BaseException as error:
            code = status_of(error)
            if isinstance(error, Exception) and not isinstance(error, ServiceError):
                raise faulty(method, error) from error
            raise
        finally:
            self._handled.total.labels(method.name, code.name).inc()

    async def _pump(self, responses: AsyncIterator[Message], write: Callable[[Message], Awaitable[None]]) -> None:
        try:
            async for response in responses:
                try:
                    async with asyncio.timeout(self._max_write_time):
                        await write(response)
                except TimeoutError:
                    raise ServiceError("SLOW_READER", "the client takes too long to read") from None
        finally:
            await responses.aclose()  # type: ignore[attr-defined]  # every stream of ours is a generator


def status_of(error: BaseException) -> grpc.StatusCode:
    if isinstance(error, ServiceError):
        return error.code
    return grpc.StatusCode.INTERNAL if isinstance(error, Exception) else grpc.StatusCode.CANCELLED


def faulty(method: Method, error: Exception) -> ServiceError:
    """What the caller is told of a fault; the log has the rest."""
    log.error("call_failed", method=method.name, exc_info=error)
    return ServiceError("INTERNAL", "a fault of the server")
