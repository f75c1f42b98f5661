"""What a replica tells the platform that runs it."""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import grpc
import pytest
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.config.settings import Settings
from service.server import running
from service.store import EmbeddedServer
from service.telemetry import probes
from tests.service.serving import Server
from tests.service.tables import Calls, refusal


def status(address: str, path: str) -> int:
    try:
        with urlopen(f"http://{address}{path}", timeout=10) as page:
            found: int = page.status
    except HTTPError as error:
        return error.code
    return found


def test_a_server_that_serves_is_alive_and_ready(server: Server) -> None:
    assert status(server.metrics_address, "/livez") == 200
    assert status(server.metrics_address, "/readyz") == 200
    assert "sanguosha_commits_total" in server.metrics_text()


async def test_a_server_is_ready_no_more_from_when_it_begins_to_stop(tmp_path: Path) -> None:
    server = Server(tmp_path, drain=5).start()
    async with Calls(server.address) as calls:
        table = await calls.table()
        stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name))
        await stream.read()
        held = asyncio.create_task(table.next(await table.idle_seat(), wait=2))
        await asyncio.sleep(0.2)
        server.signal(signal.SIGTERM)
        assert (await stream.read()).end == pb.STREAM_END_SERVER_STOPPING
        assert await asyncio.to_thread(status, server.metrics_address, "/readyz") == 503
        assert await asyncio.to_thread(status, server.metrics_address, "/livez") == 200
        await held
    assert await asyncio.to_thread(server.wait) == 0


async def test_without_its_store_a_replica_stays_ready_to_say_so(tmp_path: Path, apart: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=apart.url) as server:
        async with Calls(server.address) as calls:
            await calls.create()
            apart.stop()
            refused = await refusal(calls.create())
            assert (refused.code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
        assert status(server.metrics_address, "/readyz") == 200
        assert status(server.metrics_address, "/livez") == 200


async def test_a_server_whose_loop_hangs_is_not_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "TURNS_WITHIN", 0.2)
    async with running(Settings(port=0, http_port=-1, metrics_port=0, data_dir=tmp_path)) as server:
        with ThreadPoolExecutor() as pool:
            assert pool.submit(status, server.metrics_address, "/livez").result() == 503  # waiting here hangs the loop
        assert await asyncio.to_thread(status, server.metrics_address, "/livez") == 200


@pytest.mark.grpcio_alone("an age of connections")
async def test_a_connection_ends_so_that_its_client_looks_for_new_replicas(tmp_path: Path) -> None:
    with Server(tmp_path, max_connection_age=1) as server:
        async with Calls(server.address) as calls:
            match = await calls.create()
            channel = calls.channels[0]
            assert channel.get_state() == grpc.ChannelConnectivity.READY
            async with asyncio.timeout(5):
                await channel.wait_for_state_change(grpc.ChannelConnectivity.READY)
            assert (await calls.get(match.name)).state == match_pb2.MATCH_STATE_LOBBY
