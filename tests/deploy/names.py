"""A name server, as that of a cluster is for a headless Service: every name has whatever addresses it is told."""

from __future__ import annotations

import socketserver
import struct
import threading
from typing import Self

HEADER = struct.Struct("!6H")  # id, flags, then how many questions, answers, and two more kinds
ANSWER = struct.Struct("!HHHLH4s")  # the name, type, class, seconds to live, length, address
A, INTERNET = 1, 1
AUTHORITATIVE_REPLY = 0x8580
NAME_OF_THE_QUESTION = 0xC00C  # a pointer to it


class NameServer:
    """A context manager. Every name has the `addresses`, of IPv4."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)
        self._server = socketserver.UDPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    def target(self, port: int) -> str:
        """What a client of gRPC calls, to ask here for the name of the replicas."""
        return f"dns://127.0.0.1:{self.port}/replicas.test:{port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[socketserver.BaseRequestHandler]:
        reply = self._reply

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                query, socket = self.request
                socket.sendto(reply(query), self.client_address)

        return Handler

    def _reply(self, query: bytes) -> bytes:
        id, *_ = HEADER.unpack_from(query)
        name_end = query.index(b"\0", HEADER.size) + 1
        (kind,) = struct.unpack_from("!H", query, name_end)
        found = [bytes(map(int, address.split("."))) for address in self.addresses] if kind == A else []
        answers = (ANSWER.pack(NAME_OF_THE_QUESTION, A, INTERNET, 1, len(address), address) for address in found)
        header = HEADER.pack(id, AUTHORITATIVE_REPLY, 1, len(found), 0, 0)
        return header + query[HEADER.size : name_end + 4] + b"".join(answers)
