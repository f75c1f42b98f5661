"""The application as ASGI: each request is a call of a method, and each reply its response or why there is none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog
from sanguosha.v1 import match_service_pb2 as pb
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from ..access.admission import Credentials
from ..access.peers import peer_of
from ..app import Application
from ..convert.json import to_json
from ..dispatch import Dispatcher
from ..errors import ServiceError
from . import openapi
from .comments import comments
from .connection import CLOSING, UNBLOCK
from .events import EventStream
from .faults import HttpFault, failure, verb_unknown
from .paths import Found, Paths, bindings_of
from .reading import JSON, read

NO_METHOD = "none"  # the label of requests that are for none

T = TypeVar("T")

log = structlog.get_logger(__name__)


class Gateway:
    """Serves every method that has a path, and nothing but what the contract says of it."""

    def __init__(self, app: Application) -> None:
        backend = app.backend
        self._settings = backend.settings
        self._handled = backend.metrics.http
        self._admission = backend.admission
        self._dispatcher = Dispatcher(backend.admission, backend.metrics.http, backend.settings.max_write_time)
        self.paths = Paths([binding for method in app.methods() for binding in bindings_of(method)])
        self._document = json.dumps(openapi.document(self.paths.bindings, comments())).encode()
        for binding in self.paths.bindings:
            descriptor = binding.method.descriptor
            streams_updates = descriptor.output_type is pb.WatchMatchResponse.DESCRIPTOR
            if descriptor.client_streaming or descriptor.server_streaming != streams_updates:
                raise ValueError(f"{binding.method.name}: of the streams, only one of updates can be events")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._answer(Request(scope, receive), while_open(scope, send))
        except (ClientDisconnect, Gone):
            return

    async def _answer(self, request: Request, send: Send) -> None:
        try:
            await self._serve(request, send)
            return
        except (ServiceError, HttpFault) as fault:
            said = failure(fault)
        except (ClientDisconnect, Gone):
            raise
        except Exception as error:
            log.error("reply_failed", exc_info=error)
            said = failure(ServiceError("INTERNAL", "a fault of the server"))
        await Response(said.body, said.status, said.headers, JSON)(request.scope, request.receive, send)

    async def _serve(self, request: Request, send: Send) -> None:
        found: Found | None = None
        credentials = self._credentials(request)
        try:
            if request.scope["path"] == openapi.PATH:
                await self._describe(request, send)
                return
            found = self.paths.find(request.method, request.scope["raw_path"].decode("ascii"))
            message = await read(found, request, self._settings.max_request_bytes)
        except (ServiceError, HttpFault) as fault:
            self._count(found, fault)
            self._admission.count_peer(credentials)
            raise
        method = found.binding.method
        if isinstance(message, pb.WatchMatchRequest):
            message.cursor = request.headers.get("last-event-id") or message.cursor
            await self._stream(found, message, credentials, request, send)
            return
        call = self._dispatcher.unary(method, message, credentials, to_json)
        body = await while_connected(request.receive, call)
        await Response(body, media_type=JSON)(request.scope, request.receive, send)

    async def _describe(self, request: Request, send: Send) -> None:
        if request.method != "GET":
            raise verb_unknown(["GET"])
        await Response(self._document, media_type=JSON)(request.scope, request.receive, send)

    async def _stream(
        self, found: Found, message: pb.WatchMatchRequest, credentials: Credentials, request: Request, send: Send
    ) -> None:
        compressed = "gzip" in request.headers.get("accept-encoding", "")
        events = EventStream(send, request.scope["extensions"][UNBLOCK]["call"], compressed=compressed)
        call = self._dispatcher.stream(found.binding.method, message, credentials, events.write)
        try:
            await while_connected(request.receive, call)
            await events.close()
        except ServiceError as error:
            if not events.begun:
                raise
            await events.fail(error)
        finally:
            events.stop()

    def _credentials(self, request: Request) -> Credentials:
        def peer() -> str:
            forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
            return peer_of(request.client.host if request.client else "", forwarded, self._settings.trusted_proxies)

        return Credentials(request.headers.get("authorization", ""), request.headers.get("x-api-key", ""), peer)

    def _count(self, found: Found | None, fault: ServiceError | HttpFault) -> None:
        """A request that comes to no call; others are counted by the dispatcher."""
        self._handled.total[found.binding.method.name if found else NO_METHOD, fault.code.name].inc()
        self._handled.refusals[(fault.reason,)].inc()


def while_open(scope: Scope, send: Send) -> Send:
    """Raises `Gone` where the connection has just been closed: uvloop refuses to write to it before anybody is told."""

    async def sending(message: Message) -> None:
        try:
            await send(message)
        except RuntimeError as error:
            if scope["extensions"][CLOSING]["call"]():
                raise Gone from error
            raise

    return sending


class Gone(Exception):
    """The client has closed the connection: there is nobody to answer."""


async def while_connected(receive: Receive, call: Coroutine[Any, Any, T]) -> T:
    """What the call returns or raises; it is cancelled when the client goes away. Raises `Gone`."""
    calling, listening = asyncio.create_task(call), asyncio.create_task(_until_gone(receive))
    try:
        await asyncio.wait((calling, listening), return_when=asyncio.FIRST_COMPLETED)
        if not calling.done():
            raise Gone
        return calling.result()
    finally:
        calling.cancel()
        listening.cancel()
        await asyncio.gather(calling, listening, return_exceptions=True)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
