"""A client whose connection has just been closed is gone: that is nobody's fault."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import structlog
from starlette.types import Message

from service.rest.connection import CLOSING
from service.rest.gateway import Gateway
from service.store import Store
from tests.service.replica import Replica


class Connection:
    """One whose first write fails, as uvloop's does on a transport that was closed a moment ago."""

    def __init__(self, path: str, *, closing: bool) -> None:
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [],
            "client": ("127.0.0.1", 1),
            "extensions": {CLOSING: {"call": lambda: closing}},
        }
        self.refused: list[Message] = []
        self._received = asyncio.Queue[Message]()
        self._received.put_nowait({"type": "http.request", "body": b"", "more_body": False})

    async def receive(self) -> Message:
        return await self._received.get()

    async def send(self, message: Message) -> None:
        if not self.refused:
            self.refused.append(message)
            raise RuntimeError("unable to perform operation on a closed transport")


@pytest.mark.parametrize(("closing", "logged"), [(True, []), (False, ["reply_failed"])])
async def test_a_reply_to_a_closed_connection_is_no_fault(store: Store, *, closing: bool, logged: list[str]) -> None:
    connection = Connection("/v1/server", closing=closing)
    with structlog.testing.capture_logs() as lines:
        await Gateway(Replica(store).app)(connection.scope, connection.receive, connection.send)
    assert connection.refused
    assert [line["event"] for line in lines if line["log_level"] == "error"] == logged


async def test_nor_is_a_refusal(store: Store) -> None:
    connection = Connection("/v1/nothing", closing=True)
    with structlog.testing.capture_logs() as lines:
        await Gateway(Replica(store).app)(connection.scope, connection.receive, connection.send)
    assert connection.refused
    assert lines == []


async def test_what_else_a_refusal_fails_by_is_heard_of(store: Store) -> None:
    connection = Connection("/v1/nothing", closing=False)
    with pytest.raises(RuntimeError):
        await Gateway(Replica(store).app)(connection.scope, connection.receive, connection.send)
