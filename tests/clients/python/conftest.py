"""A real server, and the client in Python."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from sanguosha_client import Client

from tests.service.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`sgs serve`, shared by the tests that leave it as it was."""
    with Server(tmp_path_factory.mktemp("server"), bot_delay_ms=1, sweep_ms=20) as started:
        yield started


@pytest.fixture
async def client(server: Server) -> AsyncIterator[Client]:
    async with Client(server.address) as opened:
        yield opened
