"""A client over HTTP of the shared server."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.service.rest.calling import Rest, RestCalls
from tests.service.serving import Server


@pytest.fixture
async def rest(server: Server) -> AsyncIterator[Rest]:
    async with Rest(server.http_address) as opened:
        yield opened


@pytest.fixture
def rest_calls(rest: Rest) -> RestCalls:
    return RestCalls(rest)
