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
from service.untaken import COST_OF_A_CALL, MOST_UNTAKEN
from tests.fuzz.damage import DATA, END_HEADERS, HEADERS, PREFACE, SETTINGS, frame, headers
from tests.service.serving import Server

SOON = 20.0  # seconds
COST = COST_OF_A_CALL + catalogue(()).ByteSize()
CALLS = 4 * (MOST_UNTAKEN // COST)
END_STREAM = 1
NO_WINDOW = struct.pack(">HI", 4, 0)
PATH = b"/sanguosha.v1.CatalogueService/GetCatalogue"


async def test_the_replies_that_a_connection_has_not_taken_are_bounded_and_given_up_in_time(tmp_path: Path) -> None:
    with (
        Server(tmp_path, max_write_time=2, transport="grpc", calls_per_second=0, host_calls_per_second=0) as server,
        taking_nothing(server, CALLS),
    ):
        async with asyncio.timeout(SOON):
            while server.metric("grpc_server_handled_total", grpc_method="GetCatalogue") < CALLS:
                await asyncio.sleep(0.02)
            refused = given_up(server)
            assert refused == CALLS - MOST_UNTAKEN // COST, "at once, what is beyond the bound of a connection"
            assert await taken(server), "others are served as ever"
            while given_up(server) < CALLS:
                await asyncio.sleep(0.02)


async def test_replies_that_are_taken_do_not_add_up(tmp_path: Path) -> None:
    with Server(tmp_path, transport="grpc", calls_per_second=0, host_calls_per_second=0) as server:
        async with grpc.aio.insecure_channel(server.address) as channel:
            get = catalogue_service_pb2_grpc.CatalogueServiceStub(channel).GetCatalogue
            for _ in range(CALLS // 2):
                await get(pb.GetCatalogueRequest())
        assert given_up(server) == 0


def given_up(server: Server) -> float:
    return server.metric("sanguosha_refusals_total", reason="SLOW_READER")


async def taken(server: Server) -> pb.Catalogue:
    async with grpc.aio.insecure_channel(server.address) as channel:
        found: pb.Catalogue = await catalogue_service_pb2_grpc.CatalogueServiceStub(channel).GetCatalogue(
            pb.GetCatalogueRequest()
        )
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
