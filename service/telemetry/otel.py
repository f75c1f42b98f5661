"""Traces of calls, by OpenTelemetry. Imported with SGS_TRACING alone: without it, calls carry nothing of this.

A span is a call, with its method, status and reason; below it are the calls of the store and the steps of the rules.
Attributes are names of the contract and ids of matches, which the log has too: never what a match or a message holds.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import os
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial, wraps
from importlib.metadata import version
from typing import Any, ParamSpec, TypeVar

import grpc
import structlog
from opentelemetry import context, propagate, trace
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode
from starlette.types import ASGIApp, Receive, Scope, Send

from ..app import Application
from ..config.settings import ConfigError
from ..dispatch import status_of
from ..errors import ServiceError
from ..hosting import Hosted, Step
from ..method import Method
from ..store import Request
from .observed_store import wrap_operations

P = ParamSpec("P")
T = TypeVar("T")
Change = Callable[[Hosted], Step | None]

PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
# As the semantic conventions want it of a server: what is the caller's fault is no error of the span.
FAULTS = (
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DATA_LOSS,
)

log = structlog.get_logger(__name__)


class Tracing:
    """Spans of one server. Where they go, and how many are kept, say the OTEL_ variables of the environment."""

    def __init__(self, processor: SpanProcessor) -> None:
        resource = Resource.create({SERVICE_VERSION: version("sanguosha")})
        if str(resource.attributes[SERVICE_NAME]).startswith("unknown_service"):  # the environment names none
            resource = resource.merge(Resource({SERVICE_NAME: "sanguosha"}))
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("sanguosha", version("sanguosha"))

    async def close(self) -> None:
        """Send what is left."""
        await asyncio.to_thread(self._provider.shutdown)

    def watch(self, app: Application) -> None:
        """From now on, every call of this application is traced."""
        backend = app.backend
        backend.metrics.grpc.span = partial(self._call, "grpc")
        backend.metrics.http.span = partial(self._call, "http")
        wrap_operations(backend.store, self._store_call)
        step = backend.host.step

        async def traced(match_id: str, request: Request | None, change: Change) -> bytes:
            return await step(match_id, request, self._step(change))

        backend.host.step = traced  # type: ignore[method-assign]  # of this one host

    @contextmanager
    def _call(self, transport: str, method: Method) -> Iterator[None]:
        name = f"{method.descriptor.containing_service.full_name}/{method.name}"
        code = grpc.StatusCode.OK
        with self._span(name, SpanKind.SERVER, {"rpc.method": name, "sanguosha.transport": transport}) as span:
            try:
                yield
            except BaseException as error:
                code = status_of(error)
                if isinstance(error, ServiceError):
                    span.set_attribute("sanguosha.reason", error.reason)
                raise
            finally:
                span.set_attribute("rpc.response.status_code", code.name)
                if code in FAULTS:
                    span.set_status(Status(StatusCode.ERROR))

    def _store_call(self, call: Callable[P, Awaitable[T]], operation: str) -> Callable[P, Awaitable[T]]:
        named = next(iter(inspect.signature(call).parameters), "") == "match_id"
        about = {"db.system.name": "redis", "db.operation.name": operation}

        @wraps(call)
        async def traced(*given: P.args, **more: P.kwargs) -> T:
            if not trace.get_current_span().is_recording():  # nobody's call: a sweep
                return await call(*given, **more)
            match = {"sanguosha.match": str(given[0])} if named and given else {}
            with self._span(f"store {operation}", SpanKind.CLIENT, {**about, **match}) as span:
                try:
                    return await call(*given, **more)
                except Exception as error:
                    span.set_attribute("error.type", type(error).__name__)
                    span.set_status(Status(StatusCode.ERROR))
                    raise

        return traced

    def _step(self, change: Change) -> Change:
        def traced(hosted: Hosted) -> Step | None:
            if not trace.get_current_span().is_recording():
                return change(hosted)
            with self._span("engine step", SpanKind.INTERNAL, {"sanguosha.match": hosted.match_id}):
                return change(hosted)

        return traced

    def _span(self, name: str, kind: SpanKind, about: dict[str, str]) -> AbstractContextManager[trace.Span]:
        # Not what an exception says: it may hold anything.
        return self._tracer.start_as_current_span(
            name, kind=kind, attributes=about, record_exception=False, set_status_on_exception=False
        )


def exporting() -> Tracing:
    """Spans go to the OTLP endpoint of the environment. Raises `ConfigError`."""
    for name in PROTOCOLS:
        if os.environ.get(name, "grpc") != "grpc":
            raise ConfigError(f"{name}: spans are sent by grpc alone")
    _hear_opentelemetry()
    return Tracing(BatchSpanProcessor(OTLPSpanExporter()))


class RemoteContext(grpc.aio.ServerInterceptor):
    """Spans of a call over gRPC continue the trace that its metadata names."""

    async def intercept_service(self, continuation: Any, details: grpc.HandlerCallDetails) -> Any:
        metadata = {key: value for key, value in details.invocation_metadata or () if isinstance(value, str)}
        context.attach(propagate.extract(metadata))  # the task is that of the call, and ends with it
        return await continuation(details)


def continuing(app: ASGIApp) -> ASGIApp:
    """Spans of a request over HTTP continue the trace that its headers name."""

    async def traced(scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope.get("headers", ())}
        token = context.attach(propagate.extract(headers))
        try:
            await app(scope, receive, send)
        finally:
            context.detach(token)

    return traced


def log_ids(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The trace that a line of the log belongs to."""
    span = trace.get_current_span()
    if span.is_recording():  # else it is over: a task goes on that a call began
        found = span.get_span_context()
        event["trace_id"] = trace.format_trace_id(found.trace_id)
        event["span_id"] = trace.format_span_id(found.span_id)
    return event


class _Hearing(logging.Handler):
    """What OpenTelemetry complains of, in our log."""

    def emit(self, record: logging.LogRecord) -> None:
        log.warning("tracing_failed", said=record.getMessage())


def _hear_opentelemetry() -> None:
    logger = logging.getLogger("opentelemetry")
    logger.propagate = False
    if not logger.handlers:
        logger.addHandler(_Hearing(logging.WARNING))
