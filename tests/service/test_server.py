"""What a server says of itself, and how it starts and stops."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.request import urlopen

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from sanguosha.v1 import (
    catalogue_service_pb2,
    catalogue_service_pb2_grpc,
    match_pb2,
    server_service_pb2,
    server_service_pb2_grpc,
)
from sanguosha.v1 import match_service_pb2 as pb

from service.config.settings import Settings
from service.server import running
from tests.loopback import free_port
from tests.service.serving import SERVER_KEY, Server, transport_under_test
from tests.service.tables import Calls, refusal

SERVICES = {f"sanguosha.v1.{name}Service" for name in ("Match", "Lobby", "Table", "Replay", "Catalogue", "Server")}


@pytest.fixture
async def channel(server: Server) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(server.address) as opened:
        yield opened


async def test_the_server_tells_its_versions_and_limits(channel: grpc.aio.Channel) -> None:
    stub = server_service_pb2_grpc.ServerServiceStub(channel)
    info = await stub.GetServerInfo(server_service_pb2.GetServerInfoRequest())
    assert info.version
    assert info.rules_version
    assert "ex" in {pack.pack for pack in info.packs}
    assert info.limits.max_page_size == 100
    assert info.limits.max_request_bytes == 65_536
    assert info.limits.max_wait.seconds == 30
    assert info.limits.max_stream_age.seconds == 600


async def test_the_catalogue_names_what_a_match_names(channel: grpc.aio.Channel, calls: Calls) -> None:
    stub = catalogue_service_pb2_grpc.CatalogueServiceStub(channel)
    catalogue = await stub.GetCatalogue(catalogue_service_pb2.GetCatalogueRequest())
    table = await calls.table()
    ruleset = (await table.match()).ruleset
    assert ruleset.mode in {mode.id for mode in catalogue.modes}
    assert ruleset.edition in {edition.id for edition in catalogue.editions}
    assert set(ruleset.packs) <= {pack.id for pack in catalogue.packs}
    asked = await table.asked()
    assert asked.reason.prompt in {prompt.id for prompt in catalogue.prompts}
    assert {face.name for face in asked.faces} <= {card.id for card in catalogue.cards}


async def test_an_unknown_pack_has_no_catalogue(channel: grpc.aio.Channel) -> None:
    stub = catalogue_service_pb2_grpc.CatalogueServiceStub(channel)
    refused = await refusal(stub.GetCatalogue(catalogue_service_pb2.GetCatalogueRequest(packs=["no such"])))
    assert refused == (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID", {"field": "packs"})


@pytest.mark.parametrize("service", ["", *sorted(SERVICES)])
async def test_every_service_is_healthy(channel: grpc.aio.Channel, service: str) -> None:
    answer = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=service))
    assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_lists_the_services_and_has_their_files(channel: grpc.aio.Channel) -> None:
    request = reflection_pb2.ServerReflectionRequest
    stream = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(
        iter([request(list_services=""), request(file_containing_symbol="sanguosha.v1.MatchService")])
    )
    listed, files = [answer async for answer in stream]
    assert {service.name for service in listed.list_services_response.service} >= SERVICES
    assert any(b"MatchService" in file for file in files.file_descriptor_response.file_descriptor_proto)


async def test_metrics_count_calls_by_method_and_status(server: Server, calls: Calls) -> None:
    def handled(code: str) -> float:
        return server.metric("grpc_server_handled_total", grpc_method="GetMatch", grpc_code=code)

    before = handled("OK"), handled("NOT_FOUND")
    await calls.get((await calls.create()).name)
    await refusal(calls.get("matches/nothere"))
    assert (handled("OK"), handled("NOT_FOUND")) == (before[0] + 1, before[1] + 1)
    assert server.metric("sanguosha_commits_total") >= 0


# -- stopping


async def test_sigterm_drains_and_stops_the_embedded_store(tmp_path: Path) -> None:
    server = Server(tmp_path, drain=5).start()
    async with Calls(server.address) as calls:
        table = await calls.table()
        waiting = asyncio.create_task(table.next(await table.idle_seat(), wait=1))
        await asyncio.sleep(0.2)
        server.signal(signal.SIGTERM)
        update = await waiting  # a call that had begun is served to its end
        assert update.state == match_pb2.MATCH_STATE_PLAYING
    assert await asyncio.to_thread(server.wait) == 0
    assert [line["event"] for line in server.logged()] == ["serving", "stopping"]
    with pytest.raises(OSError), socket.socket(socket.AF_UNIX) as probe:  # noqa: PT011  # refused or gone, either will do
        probe.connect(str(tmp_path / "data" / "valkey.sock"))


async def test_streams_and_waits_end_as_soon_as_the_stop_begins(tmp_path: Path) -> None:
    server = Server(tmp_path, drain=20).start()
    async with Calls(server.address) as calls:
        table = await calls.table()
        stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name))
        await stream.read()
        waiting = asyncio.create_task(table.next(await table.idle_seat(), wait=20))
        await asyncio.sleep(0.2)
        began = time.monotonic()
        server.signal(signal.SIGTERM)
        # An orderly end: the client calls again, and reaches another replica.
        assert (await stream.read()).end == pb.STREAM_END_SERVER_STOPPING
        assert await stream.read() == grpc.aio.EOF
        assert not (await waiting).decisions
        assert await asyncio.to_thread(server.wait) == 0
        assert time.monotonic() - began < 10


async def test_health_says_that_a_stopping_server_serves_no_more(tmp_path: Path) -> None:
    server = Server(tmp_path, drain=5).start()
    async with Calls(server.address) as calls:
        table = await calls.table()
        waiting = asyncio.create_task(table.next(await table.idle_seat(), wait=1))
        watched = health_pb2_grpc.HealthStub(calls.channels[0]).Watch(health_pb2.HealthCheckRequest())
        assert (await watched.read()).status == health_pb2.HealthCheckResponse.SERVING
        await table.match()  # a call sent later has been served: the one that waits has begun
        server.signal(signal.SIGTERM)
        assert (await watched.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
        watched.cancel()
        await waiting
    assert await asyncio.to_thread(server.wait) == 0


async def test_a_restarted_server_goes_on_with_its_matches(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server:
        async with Calls(server.address) as calls:
            table = await calls.table()
            await table.move(5)
            asked, match = await table.asked(), await table.match()
    with server:
        async with Calls(server.address) as calls:
            table.calls = calls
            assert await table.match() == match
            assert await table.asked() == asked
            assert (await table.act(asked.seat, asked.default_answer)).outcome == pb.OUTCOME_APPLIED


# -- not starting


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"host": "0.0.0.0"}, "SGS_API_KEYS"),
        ({"colour": "red"}, "SGS_COLOUR"),
        ({"redis_url": "redis://127.0.0.1:1", "server_key": ""}, "SGS_SERVER_KEY"),
        ({"log_level": "chatty"}, "SGS_LOG_LEVEL"),
    ],
)
def test_settings_that_cannot_be_used_are_named(tmp_path: Path, settings: dict[str, str], said: str) -> None:
    server = Server(tmp_path, **settings)  # type: ignore[arg-type]  # any setting
    assert server.run() == 2
    last = server.log().splitlines()[-1]
    assert last.startswith("sgs: ")
    assert said in last
    assert "Traceback" not in server.log()


async def test_a_server_listens_on_ipv6(tmp_path: Path) -> None:
    async with running(
        Settings(
            host="::1",
            port=0,
            transport=transport_under_test(),
            http_port=0,
            metrics_host="::1",
            metrics_port=0,
            data_dir=tmp_path,
        )
    ) as server:
        assert server.address.startswith("[::1]:")
        assert server.http_address.startswith("[::1]:")
        assert server.metrics_address.startswith("[::1]:")
        async with Calls(server.address) as calls:
            assert (await calls.create()).name
        page = await asyncio.to_thread(lambda: urlopen(f"http://{server.metrics_address}/metrics", timeout=5).read())
        assert b"sanguosha_commits" in page
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as holder:
        port = holder.getsockname()[1]
        with pytest.raises(OSError, match=rf"\[::1\]:{port}"):
            async with running(
                Settings(
                    host="::1",
                    port=port,
                    transport=transport_under_test(),
                    http_port=-1,
                    metrics_port=-1,
                    data_dir=tmp_path,
                )
            ):
                pass


def test_without_its_redis_a_server_does_not_start_and_says_so(tmp_path: Path) -> None:
    port = free_port()
    server = Server(tmp_path, redis_url=f"redis://user:hush@127.0.0.1:{port}", server_key=SERVER_KEY)
    assert server.run() == 1
    assert server.log().startswith("sgs: the store of REDIS_URL cannot be reached: ")
    assert str(port) in server.log()
    assert "hush" not in server.log()
    assert "Traceback" not in server.log()


def test_a_taken_port_is_a_clear_refusal(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]
        server = Server(tmp_path, port=port)
        assert server.run() == 1
        assert str(port) in server.log().splitlines()[-1]
    assert "Traceback" not in server.log()
