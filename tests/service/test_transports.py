"""Whatever serves gRPC, calls and streams are the same. And which setting asks for what."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from sanguosha.v1 import decision_pb2, match_pb2, match_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as pb

from service.cli import main
from service.config.settings import ConfigError, Settings
from service.config.sources import configured
from service.doctor import machine
from service.store import EmbeddedServer
from service.transport import native_port
from tests.service.serving import Server, transport_under_test
from tests.service.streaming import SOON, update_of, updates_of, watch
from tests.service.tables import BEGINNING, Calls, bearer, reached, refusal
from tests.service.test_slow_readers import UNBUFFERED
from tests.service.test_streams import playing

TRANSPORTS = ("grpc", "native")
NOT_READING = 12  # more streams than a server has threads for waiting


@pytest.fixture(scope="module", params=TRANSPORTS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp(request.param)
    with Server(folder, redis_url=backing.url, transport=request.param, bot_delay_ms=1, sweep_ms=20) as started:
        yield started


@pytest.fixture
async def calls(server: Server) -> AsyncIterator[Calls]:
    async with Calls(server.address) as opened:
        yield opened


async def test_a_call_is_answered_and_a_refusal_has_its_reason(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    assert (await table.act(asked.seat, asked.default_answer)).outcome == pb.OUTCOME_APPLIED
    refused = await refusal(calls.get("matches/nothere"))
    assert refused[:2] == (StatusCode.NOT_FOUND, "MATCH_NOT_FOUND")
    raw = calls.channels[0].unary_unary("/sanguosha.v1.MatchService/GetMatch")
    assert await refusal(raw(b"\xff")) == (StatusCode.INVALID_ARGUMENT, "MESSAGE_INVALID", {})
    long = decision_pb2.Answer(decision=1, option="x" * 70_000)
    assert (await refusal(table.act(0, long))).reason == "LIMIT_REACHED"
    longer = decision_pb2.Answer(decision=1, option="x" * 2**21)
    assert (await refusal(table.act(0, longer))).code == StatusCode.RESOURCE_EXHAUSTED


async def test_a_call_whose_time_is_up_is_given_up(calls: Calls, server: Server) -> None:
    table = await calls.table()
    request = pb.NextDecisionRequest(name=table.name)
    request.wait.FromSeconds(30)
    waiting = calls.stub.NextDecision(request, metadata=bearer(table.tokens[await table.idle_seat()]), timeout=0.3)
    assert (await refusal(waiting)).code == StatusCode.DEADLINE_EXCEEDED
    async with asyncio.timeout(SOON):
        while not server.metric("grpc_server_handled_total", grpc_method="NextDecision", grpc_code="CANCELLED"):
            await asyncio.sleep(0.02)


async def test_a_watch_brings_every_event_and_ends_with_the_match(calls: Calls) -> None:
    table = await calls.table(4)
    stream = watch(table, cursor=BEGINNING)
    reading = asyncio.create_task(updates_of(stream))
    assert (await table.play_out()).state == match_pb2.MATCH_STATE_FINISHED
    updates = await asyncio.wait_for(reading, SOON)
    assert [event.ordinal for update in updates for event in update.events] == list(range(1, reached(updates[-1]) + 1))


async def test_a_stream_that_is_left_is_counted_no_more(calls: Calls, server: Server) -> None:
    table = await calls.table()
    stream = watch(table)
    await update_of(stream)
    assert server.metric("grpc_server_streams") == 1
    stream.cancel()
    async with asyncio.timeout(SOON):
        while server.metric("grpc_server_streams"):
            await asyncio.sleep(0.02)


async def test_a_seat_is_played_on_a_stream(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    async with playing(table, asked.seat) as played:
        assert list((await played.read()).update.decisions) == [asked]
        id = await played.answer(asked.default_answer)
        result = await played.result()
        assert (result.request_id, result.outcome) == (id, pb.OUTCOME_APPLIED)
    forged = calls.stub.PlayMatch(metadata=bearer("forged"))
    assert (await refusal(forged.read())).reason == "TOKEN_INVALID"


async def test_health_is_told_and_services_are_listed(calls: Calls) -> None:
    (channel,) = calls.channels
    health = health_pb2_grpc.HealthStub(channel)
    serving = health_pb2.HealthCheckResponse.SERVING
    assert (await health.Check(health_pb2.HealthCheckRequest(service="sanguosha.v1.MatchService"))).status == serving
    watched = health.Watch(health_pb2.HealthCheckRequest())
    assert (await watched.read()).status == serving
    watched.cancel()
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    (listed,) = [
        answer
        async for answer in reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(iter([request]))
    ]
    assert "sanguosha.v1.MatchService" in {each.name for each in listed.list_services_response.service}


@pytest.mark.parametrize(("transport", "said"), [("grpc", StatusCode.OK), ("native", StatusCode.INTERNAL)])
async def test_several_addresses_as_the_name_of_one_host_are_refused_by_the_native_transport(
    transport: str, said: StatusCode, tmp_path: Path, backing: EmbeddedServer
) -> None:
    """So the library calls whoever it knows several addresses of, where it is told no name."""
    with Server(tmp_path, redis_url=backing.url, transport=transport) as server:
        several = f"ipv4:{server.address},{server.address}"
        assert await code_of_a_call(several) == said
        assert await code_of_a_call(several, ("grpc.default_authority", server.address)) == StatusCode.OK


async def code_of_a_call(target: str, *options: tuple[str, str]) -> StatusCode:
    async with grpc.aio.insecure_channel(target, options) as channel:
        return await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest()).code()


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_streams_that_nobody_reads_hold_up_none_that_is_read_late(
    transport: str, tmp_path: Path, backing: EmbeddedServer
) -> None:
    """What a stream waits for is its own affair, however many there are."""
    with Server(tmp_path, redis_url=backing.url, transport=transport, max_write_time=600) as server:
        async with Calls(server.address) as calls, unbuffered(server) as unread, unbuffered(server) as read_late:
            table = await calls.table(10)
            request = pb.WatchMatchRequest(name=table.name, cursor=BEGINNING)
            left = [unread.WatchMatch(request) for _ in range(NOT_READING)]
            for stream in left:
                await stream.read()
            late = read_late.WatchMatch(request)
            heard = reached(await update_of(late))
            await table.move(8)
            head = (await table.view()).view.event_ordinal
            async with asyncio.timeout(SOON):
                while heard < head:
                    heard = reached(await update_of(late))
            for stream in left:
                stream.cancel()


@asynccontextmanager
async def unbuffered(server: Server) -> AsyncIterator[Any]:
    """A client with a connection of its own, which takes nothing in advance."""
    async with grpc.aio.insecure_channel(
        server.address, (*UNBUFFERED, ("grpc.use_local_subchannel_pool", 1))
    ) as channel:
        yield match_service_pb2_grpc.MatchServiceStub(channel)


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder whose path is short enough for a socket."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_what_is_under_way_when_a_server_stops_comes_to_an_orderly_end(
    transport: str, tmp_path: Path, backing: EmbeddedServer, monkeypatch: pytest.MonkeyPatch, short: Path
) -> None:
    monkeypatch.setenv("TMPDIR", str(short))
    server = Server(tmp_path / "server", redis_url=backing.url, transport=transport, drain=20).start()
    async with Calls(server.address) as calls:
        table = await calls.table()
        watched, played = watch(table), calls.stub.PlayMatch(metadata=bearer(table.tokens[0]))
        await played.write(pb.PlayMatchRequest(start=pb.PlayStart(name=table.name)))
        await update_of(watched)
        await played.read()
        waiting = asyncio.create_task(table.next(await table.idle_seat(), wait=20))
        await table.match()  # a call sent later has been served: the one that waits has begun
        stopping = asyncio.create_task(asyncio.to_thread(server.stop))
        assert (await watched.read()).end == pb.STREAM_END_SERVER_STOPPING
        assert (await played.read()).end == pb.STREAM_END_SERVER_STOPPING
        assert await watched.read() == grpc.aio.EOF
        assert await played.read() == grpc.aio.EOF
        assert not (await waiting).decisions
        assert await asyncio.wait_for(stopping, SOON) == 0
    assert list(short.iterdir()) == []
    assert "Traceback" not in server.log()


def test_a_folder_in_which_no_socket_can_be_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setenv("TMPDIR", str(long))
    server = Server(tmp_path / "server", transport="native")
    assert server.run() == 1
    assert server.log().splitlines()[-1].startswith("sgs: SGS_TRANSPORT: native cannot listen on a socket in")
    assert "Traceback" not in server.log()
    assert list(long.iterdir()) == []


# -- which is asked for


def test_the_servers_of_these_tests_have_the_transport_that_the_tests_are_run_with(
    pytestconfig: pytest.Config,
) -> None:
    assert transport_under_test() == pytestconfig.getoption("transport")


def refused(**environment: str) -> str:
    with pytest.raises(ConfigError) as caught:
        configured({"SGS_TRANSPORT": "native"} | environment)
    return str(caught.value)


def test_what_the_native_transport_does_not_have_is_refused_and_not_left_out() -> None:
    said = refused(SGS_TLS_CERT="cert.pem", SGS_TLS_KEY="key.pem")
    assert said.startswith("SGS_TLS_CERT: SGS_TRANSPORT=native has no TLS")
    said = refused(SGS_MAX_CONNECTION_AGE="60")
    assert said.startswith("SGS_MAX_CONNECTION_AGE: SGS_TRANSPORT=native ends no connection by its age")
    assert refused(SGS_TRANSPORT="http3") == "SGS_TRANSPORT: Invalid enum value 'http3'; write grpc or native"


def test_the_native_transport_is_imported_where_it_is_asked_for_alone() -> None:
    looked = "import sys; import service.cli; print('pygrpc_native' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", looked], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout == "False\n"


def test_without_its_package_a_server_that_is_to_take_it_does_not_start_and_says_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("service.cli.configure", lambda level: None)
    monkeypatch.delitem(sys.modules, "service.native_port", raising=False)
    monkeypatch.setitem(sys.modules, "pygrpc_native", None)
    monkeypatch.delattr("service.native_port", raising=False)
    with pytest.raises(ConfigError, match=r"SGS_TRANSPORT: native takes the extra native: .*sanguosha\[native\]"):
        native_port()
    monkeypatch.setenv("SGS_TRANSPORT", "native")
    assert main(["serve", "--port", "0", "--data-dir", str(tmp_path / "data")]) == 2
    assert capsys.readouterr().err.startswith("sgs: SGS_TRANSPORT: ")
    assert not (tmp_path / "data").exists()
    assert machine.grpc_transport(Settings(transport="native")).status == "fail"


def test_the_doctor_warns_where_anybody_reaches_what_reads_requests_whole() -> None:
    assert machine.grpc_transport(Settings()).status == "ok"
    assert machine.grpc_transport(Settings(transport="native")).status == "ok"
    found = machine.grpc_transport(Settings(transport="native", host="0.0.0.0"))
    assert (found.status, "proxy" in found.advice) == ("warn", True)
