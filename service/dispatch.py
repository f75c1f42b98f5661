"""What every transport does around a call: find the caller, count the call, and make a fault a clear error."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import grpc
import structlog
from google.protobuf.message import Message
from sanguosha.v1 import match_service_pb2 as pb

from .access.admission import Admission, Credentials
from .errors import ServiceError
from .method import Method
from .telemetry.metrics import Handled

CLIENT_GONE, CLIENT_DONE = "CLIENT_GONE", "CLIENT_DONE"  # why a stream ends: cancelled, or its client has said all

T = TypeVar("T")

log = structlog.get_logger(__name__)


class Dispatcher:
    """Calls methods for one transport, which counts its own in `handled`."""

    def __init__(self, admission: Admission, handled: Handled, max_write_time: float) -> None:
        self._admission = admission
        self._handled = handled
        self._max_write_time = max_write_time

    async def unary(
        self, method: Method, request: Message, credentials: Credentials, reply: Callable[[Message], T]
    ) -> T:
        """What `reply` makes of the response. Raises `ServiceError` and nothing else, but what cancels it."""
        began = time.perf_counter()
        try:
            with self._counted(method):
                return reply(await method.call(request, self._admission.admit(credentials)))
        finally:
            self._handled.seconds[(method.name,)].observe(time.perf_counter() - began)

    async def stream(
        self, method: Method, request: Any, credentials: Credentials, write: Callable[[Message], Awaitable[None]]
    ) -> None:
        """Write every response until there are no more. A client that does not take one in time is given up, with
        SLOW_READER. Raises `ServiceError` and nothing else, but what cancels it."""
        ending = CLIENT_GONE
        try:
            with self._counted(method), self._handled.streams[(method.name,)].track_inprogress():
                ending = await self._pump(method.call(request, self._admission.admit(credentials)), write)
        except Exception as error:
            ending = reason_of(error)
            raise
        finally:
            self._handled.stream_ends[method.name, ending].inc()

    @contextmanager
    def reading(self, method: Method, credentials: Credentials) -> Iterator[None]:
        """For what a call is before it has a request. One that has none is counted all the same, and for its address.
        Raises RATE_EXCEEDED then."""
        try:
            yield
        except ServiceError as error:
            self._handled.total[method.name, error.code.name].inc()
            self._handled.refusals[(error.reason,)].inc()
            self._admission.count_peer(credentials)
            raise

    @contextmanager
    def _counted(self, method: Method) -> Iterator[None]:
        """Count and trace a call by how it ends, and make a clear error of a fault."""
        with self._handled.span(method):
            code = grpc.StatusCode.OK
            try:
                yield
            except BaseException as error:
                code = status_of(error)
                if isinstance(error, Exception):
                    self._handled.refusals[(reason_of(error),)].inc()
                if isinstance(error, Exception) and not isinstance(error, ServiceError):
                    raise faulty(method, error) from error
                raise
            finally:
                self._handled.total[method.name, code.name].inc()

    async def _pump(self, responses: AsyncIterator[Message], write: Callable[[Message], Awaitable[None]]) -> str:
        """Why the stream ended, as its last response says."""
        end = pb.STREAM_END_UNSPECIFIED
        loop, patience = asyncio.get_running_loop(), asyncio.timeout(None)
        try:
            async with patience:
                async for response in responses:
                    end = response.end  # type: ignore[attr-defined]  # every stream of ours says when it ends
                    # A timer alone: a timeout of its own for each message costs as much as writing it.
                    timer = loop.call_later(self._max_write_time, patience.reschedule, 0)
                    try:
                        await write(response)
                    finally:
                        timer.cancel()
            return pb.StreamEnd.Name(end).removeprefix("STREAM_END_") if end else CLIENT_DONE
        except TimeoutError:
            if patience.expired():
                raise ServiceError("SLOW_READER", "the client takes too long to read") from None
            raise
        finally:
            await responses.aclose()  # type: ignore[attr-defined]  # every stream of ours is a generator


def reason_of(error: Exception) -> str:
    return error.reason if isinstance(error, ServiceError) else "INTERNAL"


def status_of(error: BaseException) -> grpc.StatusCode:
    if isinstance(error, ServiceError):
        return error.code
    return grpc.StatusCode.INTERNAL if isinstance(error, Exception) else grpc.StatusCode.CANCELLED


def faulty(method: Method, error: Exception) -> ServiceError:
    """What the caller is told of a fault; the log has the rest."""
    log.error("call_failed", method=method.name, exc_info=error)
    return ServiceError("INTERNAL", "a fault of the server")
