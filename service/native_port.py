"""gRPC by pygrpc-native, whose HTTP/2 is outside of Python. Imported with SGS_TRANSPORT=native alone.

It takes names that the package keeps for itself, so its version is pinned to one minor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from shutil import rmtree
from typing import Any

import grpc
from pygrpc_native import STREAM_CLOSED, STREAM_FULL
from pygrpc_native._server import _fallback_socket
from pygrpc_native.aio import Server, _Call, _Context

from .grpc_port import grpc_server

# As many as grpc takes: a proxy has the streams of all its clients on a few connections.
OPTIONS = [("grpc.max_concurrent_streams", 2**31 - 1)]


class _Server(Server):
    async def _start_fallback(
        self, streamed: dict[str, dict[str, grpc.RpcMethodHandler[Any, Any]]], generic: Sequence[object]
    ) -> None:
        """What serves streams of requests, and whatever path is none of ours: it must not end by one."""
        assert self._front is not None
        self._fallback_dir, path = _fallback_socket()
        self._fallback = grpc_server(self._options, self._interceptors)
        for service, handlers in streamed.items():
            self._fallback.add_registered_method_handlers(service, handlers)
        try:
            self._fallback.add_insecure_port(f"unix:{path}")
        except RuntimeError as error:  # so in grpc
            rmtree(self._fallback_dir)
            said = "SGS_TRANSPORT: native cannot listen on a socket in the folder for temporary files"
            raise OSError(f"{said}: {path}, of at most some hundred letters; set TMPDIR") from error
        await self._fallback.start()
        self._front.set_fallback(path)

    async def _send(self, call: _Call, context: _Context, response: Any) -> bool:
        """The package's own waits for a slow client in a thread, of which there are few for all streams."""
        data = self._encode(call, context, response)
        if data is None:
            return False
        assert self._front is not None
        context._initial_sent = True
        pauses = _pauses()
        while (sent := self._front.stream_try_send(call.call_id, data)) == STREAM_FULL:
            await asyncio.sleep(next(pauses))
        return sent != STREAM_CLOSED


def _pauses() -> Iterator[float]:
    """Seconds until a stream is tried again: soon, for one that is only being written."""
    return chain((0, 0, 0.001, 0.002, 0.005, 0.01), repeat(0.02))


def native_server(
    options: Sequence[tuple[str, Any]], interceptors: Sequence[grpc.aio.ServerInterceptor] = ()
) -> grpc.aio.Server:
    """As `grpc_port.grpc_server`. Raises `ValueError` for an option that it cannot honour."""
    return _Server(options=[*OPTIONS, *options], interceptors=interceptors)
