"""A name server for one name, as that of a cluster is for a headless Service: its addresses are whatever it is told."""

from __future__ import annotations

import asyncio
import struct
from typing import Self

HEADER = struct.Struct("!6H")  # id, flags, then how many questions, answers, and two more kinds
ANSWER = struct.Struct("!HHHLH4s")  # the name, type, class, seconds to live, length, address
A, INTERNET = 1, 1
AUTHORITATIVE_REPLY = 0x8580
NAME_OF_THE_QUESTION = 0xC00C  # a pointer to it


class NameServer(asyncio.DatagramProtocol):
    """A context manager. Every name has the `addresses`, of IPv4."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)

    def target(self, port: int) -> str:
        """What a client of gRPC calls, to ask here for the name of the replicas."""
        host, own_port = self._transport.get_extra_info("sockname")
        return f"dns://{host}:{own_port}/replicas.test:{port}"

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.create_datagram_endpoint(lambda: self, local_addr=("127.0.0.1", 0))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._transport.close()

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        id, *_ = HEADER.unpack_from(data)
        name_end = data.index(b"\0", HEADER.size) + 1
        question = data[HEADER.size : name_end + 4]
        (kind,) = struct.unpack_from("!H", data, name_end)
        found = self.addresses if kind == A else []
        answers = b"".join(
            ANSWER.pack(NAME_OF_THE_QUESTION, A, INTERNET, 1, 4, bytes(map(int, address.split("."))))
            for address in found
        )
        reply = HEADER.pack(id, AUTHORITATIVE_REPLY, 1, len(found), 0, 0) + question + answers
        self._transport.sendto(reply, addr)
