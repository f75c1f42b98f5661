"""One connection: bounds on what uvicorn takes without any, and its errors in our form."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from .faults import HttpFault, failure

HEADERS_SECONDS = 10.0  # from the first byte of a request, or the beginning of the connection
MOST_HEADER_BYTES = 32_768  # of the first line and the headers
LINGER_SECONDS = 2.0  # for some of what was written to be read, when the connection is closed
UNBLOCK, CLOSING = "sanguosha.unblock", "sanguosha.closing"  # among the extensions of the scope

INVALID = HttpFault("HTTP_INVALID", "this is not HTTP/1.1")
NO_UPGRADE = HttpFault("HTTP_INVALID", "there is HTTP/1.1 alone here: send a body without the header Upgrade")
TOO_LARGE = HttpFault("HEADERS_TOO_LARGE", f"the headers have at most {MOST_HEADER_BYTES} bytes")
TOO_SLOW = HttpFault("TOO_SLOW", "the headers took too long")


class Connection(HttpToolsProtocol):
    """Without these bounds a client could send headers for ever, be silent for ever, or never read what it asked for;
    each would hold memory and the stop of the server. `max_write_time` is in seconds."""

    def __init__(self, *, max_write_time: float, **given: Any) -> None:
        super().__init__(**given)
        self._max_stalled = max_write_time + LINGER_SECONDS
        self._head_timer: asyncio.TimerHandle | None = None
        self._stall_timer: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self._fault = INVALID
        self._answering: RequestResponseCycle | None = None
        self._lost = False

    # -- what comes

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # so in uvicorn
        super().connection_made(transport)
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        if self._head_timer is not None:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._head_timer is not None and self._head_bytes > MOST_HEADER_BYTES:
            self._refuse(TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {
            UNBLOCK: {"call": self.flow.resume_writing},
            CLOSING: {"call": self.transport.is_closing},
        }
        if self._head_timer is None:
            self._expect_head()

    def on_headers_complete(self) -> None:
        self._forget_head()
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MOST_HEADER_BYTES:
            self._fault = TOO_LARGE
            raise ValueError  # the parser gives up, and uvicorn refuses
        if self.parser.should_upgrade() and self._announces_body():
            self._fault = NO_UPGRADE
            raise ValueError
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _announces_body(self) -> bool:
        """The parser takes what follows the headers of an upgrade for something that is no HTTP any more, and so would
        take a body for the next request."""
        given = {name: value for name, value in self.headers if name in (b"content-length", b"transfer-encoding")}
        return b"transfer-encoding" in given or given.get(b"content-length", b"0") != b"0"

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._fault)

    def _expect_head(self) -> None:
        self._head_bytes = 0
        self._head_timer = self.loop.call_later(HEADERS_SECONDS, self._refuse, TOO_SLOW)

    def _forget_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse(self, fault: HttpFault) -> None:
        """There is no request that could be answered, or none that is whole."""
        self._forget_head()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            said = failure(fault)
            head = f"HTTP/1.1 {said.status} \r\ncontent-type: application/json\r\ncontent-length: {len(said.body)}"
            self.transport.write(f"{head}\r\nconnection: close\r\n\r\n".encode() + said.body)
        self._close()

    # -- what goes

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_progress(self._max_stalled)

    def resume_writing(self) -> None:
        if not self.transport.is_closing():
            self._forget_stall()
        super().resume_writing()

    def _expect_progress(self, seconds: float) -> None:
        """Cut off a client that has read nothing by then; one that is merely slow may go on."""
        self._forget_stall()
        unread = self.transport.get_write_buffer_size()
        self._stall_timer = self.loop.call_later(seconds, self._check_progress, seconds, unread)

    def _check_progress(self, seconds: float, before: int) -> None:
        if self.transport.get_write_buffer_size() < before:
            self._expect_progress(seconds)
        else:
            self.transport.abort()

    def _forget_stall(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    # -- the end

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._close()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._close()

    def shutdown(self) -> None:
        super().shutdown()
        if self.transport.is_closing():
            self._close()

    def abort(self) -> None:
        """Close it now, whatever is under way."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        self._forget_head()
        self._forget_stall()
        self._tell_disconnected()
        super().connection_lost(exc)

    def _tell_disconnected(self) -> None:
        """Tell the call. uvicorn tells that of the last request, which with pipelining has not begun, and takes it for
        a fault that the one under way answers nobody."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _close(self) -> None:
        """Close it when what was written has been read, or is not going to be."""
        self.transport.close()
        if not self._lost:
            self._expect_progress(LINGER_SECONDS)
