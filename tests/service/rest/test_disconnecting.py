"""A call whose client is gone is told so, and what it then says or leaves unsaid is no fault."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
import uvloop
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.server import ServerState

from service.rest.connection import Connection

REQUEST = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
SOON = 10.0  # seconds


@pytest.fixture
def faults(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What uvicorn takes for some."""
    logging.getLogger("uvicorn.error").addHandler(caplog.handler)
    yield caplog
    logging.getLogger("uvicorn.error").removeHandler(caplog.handler)


class Server:
    def __init__(self, application: ASGIApp) -> None:
        self._config = uvicorn.Config(application, log_config=None, lifespan="off", interface="asgi3", ws="none")
        self._config.load()
        self._state = ServerState()

    @asynccontextmanager
    async def client(self) -> AsyncIterator[asyncio.StreamWriter]:
        """Until all calls are over."""
        listening = await asyncio.get_running_loop().create_server(self._accept, "127.0.0.1", 0)
        _, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
        async with asyncio.timeout(SOON):
            yield writer
            await asyncio.gather(*self._state.tasks)
        writer.close()
        listening.close()

    def _accept(self) -> Connection:
        return Connection(max_write_time=60, config=self._config, server_state=self._state, app_state={})


def run(case: Coroutine[Any, Any, None]) -> None:
    """On the loop of servers, which refuses to write to what is closed."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(case)


@pytest.mark.parametrize("said", [0, 1, 2])
@pytest.mark.parametrize("requests", [1, 3])
def test_a_call_is_told_also_where_others_are_behind_it(
    requests: int, said: int, faults: pytest.LogCaptureFixture
) -> None:
    reply: list[Message] = [{"type": "http.response.start", "status": 200}, {"type": "http.response.body"}]

    async def case() -> None:
        told: list[str] = []
        waiting = asyncio.Event()

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()
            waiting.set()
            told.append((await receive())["type"])
            for message in reply[:said]:
                await send(message)

        async with Server(application).client() as writer:
            writer.write(requests * REQUEST)
            await waiting.wait()
            writer.close()
        assert told == ["http.disconnect"]

    run(case())
    assert faults.text == ""
