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


@pytest.mark.parametrize(("closing", "logged"), [(True, []), (False, ["reply_failed"])])
async def test_a_reply_to_a_closed_connection_is_no_fault(store: Store, *, closing: bool, logged: list[str]) -> None:
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/v1/server",
        "raw_path": b"/v1/server",
        "query_string": b"",
        "headers": [],
        "client": ("127.0.0.1", 1),
        "extensions": {CLOSING: {"call": lambda: closing}},
    }
    refused: list[Message] = []

    received = asyncio.Queue[Message]()
    received.put_nowait({"type": "http.request", "body": b"", "more_body": False})

    async def send(message: Message) -> None:
        if not refused:
            refused.append(message)
            raise RuntimeError("unable to perform operation on a closed transport")

    with structlog.testing.capture_logs() as lines:
        await Gateway(Replica(store).app)(scope, received.get, send)
    assert refused
    assert [line["event"] for line in lines if line["log_level"] == "error"] == logged
