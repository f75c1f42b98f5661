"""A server of gRPC that no path can end.

grpc.aio reads the path of a call to a method that is not registered as UTF-8 in the loop that takes all calls: one call
by a path of other bytes ends that loop, and the server takes no call any more (so in grpcio 1.85). Here every method is
registered, and any other call is told that there is no such method, whatever its path is. It takes names that grpcio
keeps for itself, so its version is pinned to one minor.

And grpc.aio ends a call when it has been answered or its client is gone, and not when its handler is cancelled: what
was handed over is kept for the client until then. So each call tells its handler which task keeps it (`leave_call`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, cast
from weakref import ref

import grpc
from grpc._cython import cygrpc
from grpc.aio import _server

MOST_REFUSED = 1000  # calls to no method, at once: those are left whose clients do not take it

_keeper: ContextVar[Callable[[], asyncio.Task[Any] | None]] = ContextVar("keeper", default=lambda: None)
_schedule = cygrpc._schedule_rpc_coro


async def _schedule_kept(*call: Any) -> None:
    keeper = asyncio.current_task()
    assert keeper is not None
    _keeper.set(ref(keeper))  # its own context has this, which would make a cycle of both and the call
    del keeper  # as would this, of it and what it is cancelled with
    await _schedule(*call)


cygrpc._schedule_rpc_coro = _schedule_kept


def leave_call() -> None:
    """End the call in whose context this is, without a word: nothing of it is kept for its client any more."""
    if (keeper := _keeper.get()()) is not None:
        keeper.cancel()


class _Core(cygrpc.AioServer):  # type: ignore[misc]  # untyped
    async def _request_call(self) -> None:
        """The next call to a method that is not registered: none, for they end here. Raises when the server stops."""
        under_way = set[asyncio.Task[None]]()
        while True:
            call = await super()._request_call()
            if len(under_way) < MOST_REFUSED:
                refusing = asyncio.create_task(_refuse(call), name="no-such-method")
                under_way.add(refusing)
                refusing.add_done_callback(under_way.discard)
            del call  # beyond the bound it ends by that, without a word


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
