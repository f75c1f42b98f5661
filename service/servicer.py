"""gRPC: thin adapters between the transport and the application."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import grpc
import structlog
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status
from sanguosha.v1 import (
    catalogue_service_pb2,
    catalogue_service_pb2_grpc,
    match_pb2,
    match_service_pb2_grpc,
    server_service_pb2,
    server_service_pb2_grpc,
)
from sanguosha.v1 import (
    match_service_pb2 as pb,
)

from .app import Application
from .auth import Caller
from .errors import ServiceError
from .streams import play

DOMAIN = "sanguosha.v1"
Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response")
Context = grpc.aio.ServicerContext[Message, Message]

log = structlog.get_logger(__name__)


class Adapter:
    """Finds the caller, counts the call, and turns errors into statuses."""

    def __init__(self, app: Application) -> None:
        self.app = app

    def caller(self, context: Context) -> Caller:
        metadata = {key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)}
        return self.app.keyring.caller(metadata.get("authorization", ""), metadata.get("x-api-key", ""))

    async def unary(
        self, method: str, context: Context, call: Callable[[Request, Caller], Awaitable[Response]], request: Request
    ) -> Response:
        began = time.perf_counter()
        code = grpc.StatusCode.OK
        try:
            return await call(request, self.caller(context))
        except ServiceError as error:
            code = error.code
            return await refuse(context, error)
        except asyncio.CancelledError:
            code = grpc.StatusCode.CANCELLED
            raise
        except Exception:
            code = grpc.StatusCode.INTERNAL
            log.exception("call_failed", method=method)
            return await refuse(context, ServiceError("INTERNAL", "a fault of the server"))
        finally:
            self.app.metrics.handled.labels(method, code.name).inc()
            self.app.metrics.handling_seconds.labels(method).observe(time.perf_counter() - began)

    async def stream(
        self, method: str, context: Context, messages: Callable[[Caller], AsyncIterator[Response]]
    ) -> AsyncIterator[Response]:
        code = grpc.StatusCode.OK
        streams = self.app.metrics.streams.labels(method)
        streams.inc()
        try:
            async for message in messages(self.caller(context)):
                yield message
        except ServiceError as error:
            code = error.code
            await refuse(context, error)
        except (asyncio.CancelledError, GeneratorExit):
            code = grpc.StatusCode.CANCELLED
            raise
        except Exception:
            code = grpc.StatusCode.INTERNAL
            log.exception("stream_failed", method=method)
            await refuse(context, ServiceError("INTERNAL", "a fault of the server"))
        finally:
            streams.dec()
            self.app.metrics.handled.labels(method, code.name).inc()


async def refuse(context: Context, error: ServiceError) -> Response:
    """End the call with the error's status and an ErrorInfo."""
    status = status_pb2.Status(code=error.code.value[0], message=error.message)
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=error.metadata))
    await context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort does not return")


class MatchServicer(match_service_pb2_grpc.MatchServiceServicer, Adapter):
    """sanguosha.v1.MatchService"""

    async def CreateMatch(self, request: pb.CreateMatchRequest, context: Context) -> match_pb2.Match:
        return await self.unary("CreateMatch", context, self.app.create_match, request)

    async def GetMatch(self, request: pb.GetMatchRequest, context: Context) -> match_pb2.Match:
        return await self.unary("GetMatch", context, self.app.get_match, request)

    async def ListMatches(self, request: pb.ListMatchesRequest, context: Context) -> pb.ListMatchesResponse:
        return await self.unary("ListMatches", context, self.app.list_matches, request)

    async def JoinMatch(self, request: pb.JoinMatchRequest, context: Context) -> pb.JoinMatchResponse:
        return await self.unary("JoinMatch", context, self.app.join_match, request)

    async def StartMatch(self, request: pb.StartMatchRequest, context: Context) -> match_pb2.Match:
        return await self.unary("StartMatch", context, self.app.start_match, request)

    async def GetView(self, request: pb.GetViewRequest, context: Context) -> pb.GetViewResponse:
        return await self.unary("GetView", context, self.app.get_view, request)

    async def Act(self, request: pb.ActRequest, context: Context) -> pb.ActResponse:
        return await self.unary("Act", context, self.app.act, request)

    async def NextDecision(self, request: pb.NextDecisionRequest, context: Context) -> pb.NextDecisionResponse:
        return await self.unary("NextDecision", context, self.app.next_decision, request)

    async def AbandonMatch(self, request: pb.AbandonMatchRequest, context: Context) -> match_pb2.Match:
        return await self.unary("AbandonMatch", context, self.app.abandon_match, request)

    async def WatchMatch(self, request: pb.WatchMatchRequest, context: Context) -> AsyncIterator[pb.WatchMatchResponse]:
        cursor = request.cursor if request.HasField("cursor") else None

        async def updates(caller: Caller) -> AsyncIterator[pb.WatchMatchResponse]:
            async for update in self.app.watch_match(request.name, cursor, caller):
                yield pb.WatchMatchResponse(update=update)

        async for message in self.stream("WatchMatch", context, updates):
            yield message

    async def PlayMatch(
        self, request_iterator: AsyncIterator[pb.PlayMatchRequest], context: Context
    ) -> AsyncIterator[pb.PlayMatchResponse]:
        def messages(caller: Caller) -> AsyncIterator[pb.PlayMatchResponse]:
            return play(self.app, request_iterator, caller)

        async for message in self.stream("PlayMatch", context, messages):
            yield message


class CatalogueServicer(catalogue_service_pb2_grpc.CatalogueServiceServicer, Adapter):
    """sanguosha.v1.CatalogueService"""

    async def GetCatalogue(
        self, request: catalogue_service_pb2.GetCatalogueRequest, context: Context
    ) -> catalogue_service_pb2.Catalogue:
        return await self.unary("GetCatalogue", context, self.app.get_catalogue, request)


class ServerServicer(server_service_pb2_grpc.ServerServiceServicer, Adapter):
    """sanguosha.v1.ServerService"""

    async def GetServerInfo(
        self, request: server_service_pb2.GetServerInfoRequest, context: Context
    ) -> server_service_pb2.ServerInfo:
        return await self.unary("GetServerInfo", context, self.app.get_server_info, request)
