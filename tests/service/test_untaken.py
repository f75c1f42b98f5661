"""A client that takes none of its replies cannot make a server grow."""

from __future__ import annotations

import asyncio
import socket
import struct
from pathlib import Path

import grpc
from sanguosha.v1 import catalogue_service_pb2 as pb
from sanguosha.v1 import catalogue_service_pb2_grpc

from service.convert.catalogue import catalogue
from service.telemetry.metrics import Metrics
from service.untaken import COST_OF_A_CALL, MOST_UNTAKEN, Untaken
from tests.fuzz.damage import DATA, END_HEADERS, HEADERS, PREFACE, SETTINGS, frame, headers
from tests.service.serving import Server

SOON = 20.0  # seconds
COST = COST_OF_A_CALL + catalogue(()).ByteSize()
CALLS = 4 * (MOST_UNTAKEN // COST)
END_STREAM = 1
RST_STREAM = 3
FRAME_HEAD = 9  # bytes
NO_WINDOW = struct.pack(">HI", 4, 0)
PATH = b"/sanguosha.v1.CatalogueService/GetCatalogue"


async def test_the_replies_that_a_connection_has_not_taken_are_bounded_and_given_up_in_time(tmp_path: Path) -> None:
    with (
        Server(tmp_path, max_write_time=5, transport="grpc", calls_per_second=0, host_calls_per_second=0) as server,
        taking_nothing(server, CALLS) as connection,
    ):
        async with asyncio.timeout(SOON):
            while server.metric("grpc_server_handled_total", grpc_method="GetCatalogue") < CALLS:
                await asyncio.sleep(0.02)
            refused = given_up(server)
            assert refused == CALLS - MOST_UNTAKEN // COST, "at once, what is beyond the bound of a connection"
            assert await taken(server), "others are served as ever"
            while given_up(server) < CALLS:
                await asyncio.sleep(0.02)
            ended = await asyncio.to_thread(broken_off, connection, MOST_UNTAKEN // COST)
            assert len(ended) == MOST_UNTAKEN // COST, "or gRPC would keep them all the same"


async def test_replies_that_are_taken_do_not_add_up(tmp_path: Path) -> None:
    with Server(tmp_path, transport="grpc", calls_per_second=0, host_calls_per_second=0) as server:
        async with grpc.aio.insecure_channel(server.address) as channel:
            get = catalogue_service_pb2_grpc.CatalogueServiceStub(channel).GetCatalogue
            for _ in range(CALLS // 2):
                await get(pb.GetCatalogueRequest())
        assert given_up(server) == 0


async def test_nor_can_refusals_that_are_not_taken_add_up_without_a_bound() -> None:
    untaken, taken = Untaken(SOON, Metrics().grpc), asyncio.Event()

    async def refused(connection: str) -> None:
        untaken.refuse(connection)
        await taken.wait()

    most = 2 * MOST_UNTAKEN // COST_OF_A_CALL
    waiting = [asyncio.create_task(refused("one")) for _ in range(most)]
    beyond = await asyncio.gather(*(asyncio.create_task(refused("one")) for _ in range(2)), return_exceptions=True)
    assert [type(outcome) for outcome in beyond] == 2 * [asyncio.CancelledError]
    other = asyncio.create_task(refused("other"))
    taken.set()
    await asyncio.gather(*waiting, other)
    await refused("one")


def given_up(server: Server) -> float:
    return server.metric("sanguosha_refusals_total", reason="SLOW_READER")


async def taken(server: Server) -> pb.Catalogue:
    async with grpc.aio.insecure_channel(server.address) as channel:
        found: pb.Catalogue = await catalogue_service_pb2_grpc.CatalogueServiceStub(channel).GetCatalogue(
            pb.GetCatalogueRequest()
        )
        return found


def broken_off(connection: socket.socket, many: int) -> set[int]:
    """The streams that the server breaks off, when there are so many or it says no more."""
    found: set[int] = set()
    connection.settimeout(SOON)
    with connection.makefile("rb") as said:
        while len(found) < many:
            head = said.read(FRAME_HEAD)
            said.read(int.from_bytes(head[:3], "big"))
            if head[3] == RST_STREAM:
                found.add(int.from_bytes(head[5:], "big"))
    return found


def taking_nothing(server: Server, calls: int) -> socket.socket:
    """A connection that asks for the catalogue so often, by HTTP/2 that has no room for any reply."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(PREFACE + frame(SETTINGS, 0, 0, NO_WINDOW))
    no_message = bytes(5)
    for stream in range(1, 2 * calls, 2):
        connection.sendall(frame(HEADERS, END_HEADERS, stream, headers(PATH)))
        connection.sendall(frame(DATA, END_STREAM, stream, no_message))
    return connection
