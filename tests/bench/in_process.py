"""A replica in this process, without gRPC: it takes an `Act` as bytes and gives its reply as bytes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from uuid import uuid4

import grpc
from sanguosha.v1 import match_service_pb2 as pb

from service import servicer
from service.access.auth import Keyring
from service.app import Application
from service.config.settings import Settings
from service.store import Store
from service.telemetry.metrics import Metrics
from service.telemetry.observed_store import observe

from .planting import KEY, said, seated
from .scripts import Script


class Call(NamedTuple):
    sent: bytes
    metadata: tuple[tuple[str, str], ...]

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return self.metadata

    def peer(self) -> str:
        return "ipv4:127.0.0.1:1"

    async def abort_with_status(self, status: grpc.Status) -> None:
        raise RuntimeError(f"a recorded answer was refused: {status.details}")


class Handlers:
    """Takes the place of a server of gRPC."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}

    def add_registered_method_handlers(self, _: str, methods: dict[str, Any]) -> None:
        self.found.update(methods)


class Replica(NamedTuple):
    app: Application
    act: Callable[[bytes, Call], Awaitable[bytes]]


@asynccontextmanager
async def replica(url: str) -> AsyncIterator[Replica]:
    """One that serves the store at this address, counted as `sgs serve` counts it."""
    metrics, handlers = Metrics(), Handlers()
    async with Store(url, timeout=60, connect_timeout=60) as store:
        observe(store, metrics)
        app = Application(store, Keyring(KEY), Settings(calls_per_second=1_000_000), metrics)
        servicer.add_to_server(app, handlers)  # type: ignore[arg-type]  # it takes the place of one
        handler = handlers.found["Act"]
        # In a task of its own, as gRPC has it: what becomes of the reply is watched by that.
        yield Replica(app, lambda sent, call: asyncio.create_task(handler.unary_unary(sent, call)))


def calls(name: str, script: Script) -> Iterator[Call]:
    """The recorded answers of a match, one `Act` each."""
    _, metadata = seated(name, script.ruleset.seats)
    for seat, answer in said(script):
        request = pb.ActRequest(name=name, request_id=str(uuid4()), answer=answer)
        yield Call(request.SerializeToString(), metadata[seat])
