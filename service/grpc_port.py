"""A server of gRPC that no path can end.

grpc.aio reads the path of a call to a method that is not registered as UTF-8 in the loop that takes all calls: one call
by a path of other bytes ends that loop, and the server takes no call any more (so in grpcio 1.85). Here every method is
registered, and any other call is told that there is no such method, whatever its path is. It takes names that grpcio
keeps for itself, so its version is pinned to one minor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

import grpc
from grpc._cython import cygrpc
from grpc.aio import _server


class _Core(cygrpc.AioServer):  # type: ignore[misc]  # untyped
    async def _request_call(self) -> None:
        """The next call to a method that is not registered: none, for they end here. Raises when the server stops."""
        under_way = set()
        while True:
            refusing = asyncio.create_task(_refuse(await super()._request_call()), name="no-such-method")
            under_way.add(refusing)
            refusing.add_done_callback(under_way.discard)


async def _refuse(call: Any) -> None:
    """With UNIMPLEMENTED."""
    with suppress(cygrpc.ExecuteBatchError):  # the client is gone
        await cygrpc._handle_rpc("", cygrpc._MethodResolver([], {}), (), call, asyncio.get_running_loop(), False)


class _Server(_server.Server):
    def __init__(self, options: Sequence[tuple[str, Any]], interceptors: Sequence[grpc.aio.ServerInterceptor]) -> None:
        self._server = _Core(asyncio.get_running_loop(), None, (), tuple(interceptors), tuple(options), None)


def grpc_server(
    options: Sequence[tuple[str, Any]], interceptors: Sequence[grpc.aio.ServerInterceptor] = ()
) -> grpc.aio.Server:
    """As `grpc.aio.server`. It serves registered methods alone."""
    return cast(grpc.aio.Server, _Server(options, interceptors))
