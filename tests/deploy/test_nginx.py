"""nginx with our configuration, in front of real replicas: every call goes to the next one, and none is cut short."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import grpc
import httpx
import pytest
from sanguosha.v1 import decision_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.commands.connection import Connection
from service.config.settings import Settings
from service.rest.events import PING_SECONDS
from service.rest.listener import KEEP_ALIVE_SECONDS
from tests.deploy.nginx import CONFIGURATION, Nginx, needs_nginx
from tests.deploy.replicas import AT_ONCE, Load, drain, running, served, streams, until_data
from tests.service.serving import Server
from tests.service.tables import Calls, bearer, refusal, request_id


@pytest.fixture(scope="module")
def replicas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    with running(tmp_path_factory.mktemp("replicas"), 2) as started:
        yield started


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory, replicas: list[Server]) -> Iterator[Nginx]:
    with Nginx(tmp_path_factory.mktemp("nginx"), replicas) as started:
        yield started


@pytest.fixture
async def calls(nginx: Nginx) -> AsyncIterator[Calls]:
    async with Calls(nginx.address) as opened:
        yield opened


@needs_nginx
async def test_the_calls_of_one_connection_go_to_every_replica(calls: Calls, replicas: list[Server]) -> None:
    name = (await calls.create()).name
    before = served(replicas, "GetMatch")
    for _ in range(20):
        await calls.get(name)
    assert [now - then for now, then in zip(served(replicas, "GetMatch"), before, strict=True)] == [10, 10]


@needs_nginx
async def test_the_requests_of_one_connection_go_to_every_replica(nginx: Nginx, replicas: list[Server]) -> None:
    before = served(replicas, "ListMatches")
    async with httpx.AsyncClient(base_url=f"http://{nginx.http_address}", trust_env=False) as client:
        for _ in range(20):
            assert (await client.get("/v1/matches")).status_code == 200
    assert [now - then for now, then in zip(served(replicas, "ListMatches"), before, strict=True)] == [10, 10]


@needs_nginx
async def test_streams_tell_of_what_is_done_through_other_replicas(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    watched = calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name))
    played = calls.stub.PlayMatch(metadata=bearer(table.tokens[asked.seat]))
    await played.write(pb.PlayMatchRequest(start=pb.PlayStart(name=table.name)))
    async with asyncio.timeout(20):
        await watched.read()
        await played.read()
        answer = pb.PlayAnswer(request_id=request_id(), answer=asked.default_answer)
        await played.write(pb.PlayMatchRequest(answer=answer))
        assert (await watched.read()).update.events
    played.cancel()
    watched.cancel()


@needs_nginx
async def test_events_over_http_arrive_as_they_happen(calls: Calls, nginx: Nginx) -> None:
    table = await calls.table()
    url = f"http://{nginx.http_address}/v1/{table.name}:watch"
    async with asyncio.timeout(20), httpx.AsyncClient(trust_env=False) as client, client.stream("GET", url) as page:
        lines = page.aiter_lines()
        assert await until_data(lines)
        await table.move()
        assert await until_data(lines)


@needs_nginx
async def test_the_replicas_and_not_nginx_bound_a_message(calls: Calls, nginx: Nginx) -> None:
    limit = Settings().max_request_bytes
    refused = await refusal(calls.get("matches/" + "x" * limit))
    assert refused.code == grpc.StatusCode.RESOURCE_EXHAUSTED
    async with httpx.AsyncClient(trust_env=False) as client:
        page = await client.post(f"http://{nginx.http_address}/v1/matches", content=b" " * (limit + 1))
    assert (page.status_code, page.json()["error"]["details"][0]["reason"]) == (413, "BODY_TOO_LARGE")
    # All that is sent over a stream together may be any amount.
    table = await calls.table()
    played = calls.stub.PlayMatch(metadata=bearer(table.tokens[0]))
    await played.write(pb.PlayMatchRequest(start=pb.PlayStart(name=table.name)))
    wrong = pb.PlayAnswer(request_id=request_id(), answer=decision_pb2.Answer(decision=1, option="x" * (limit // 2)))
    async with asyncio.timeout(20):
        await played.read()
        for _ in range(40):  # 1.25 MiB
            await played.write(pb.PlayMatchRequest(answer=wrong))
            assert (await played.read()).HasField("result")
    played.cancel()


@needs_nginx
async def test_a_ticket_is_not_in_the_log(nginx: Nginx) -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        await client.get(f"http://{nginx.http_address}/v1/matches/nothere:watch?ticket=hush")
    async with asyncio.timeout(5):
        while "/v1/matches/nothere:watch" not in nginx.log.read_text():
            await asyncio.sleep(0.02)
    assert "hush" not in nginx.log.read_text()


@needs_nginx
async def test_a_replica_that_is_killed_is_passed_over(calls: Calls, nginx: Nginx, replicas: list[Server]) -> None:
    async with Load(calls) as load, httpx.AsyncClient(trust_env=False) as client:
        await asyncio.to_thread(replicas[0].stop, signal.SIGKILL)
        await load.more(40)
        statuses = [(await client.get(f"http://{nginx.http_address}/v1/matches")).status_code for _ in range(6)]
        await asyncio.to_thread(replicas[0].start)
    # None but those that it had, and clients repeat these.
    assert len(load.failures) <= AT_ONCE
    assert {error.code() for error in load.failures} <= {grpc.StatusCode.UNAVAILABLE}
    assert statuses == [200] * 6


@needs_nginx
async def test_who_watches_goes_on_elsewhere_when_their_replica_is_killed(
    calls: Calls, nginx: Nginx, replicas: list[Server]
) -> None:
    table = await calls.table()
    before = served(replicas, "GetMatch")
    async with asyncio.timeout(30):  # nginx passes over for a while whoever was killed before
        while any(now == then for now, then in zip(served(replicas, "GetMatch"), before, strict=True)):
            await calls.get(table.name)
    with ExitStack() as stack:
        clients = [stack.enter_context(Connection(nginx.address)) for _ in range(4)]
        updates = [asyncio.to_thread(list, client.follow(table.name, table.tokens[0])) for client in clients]
        watching = asyncio.gather(*updates)
        async with asyncio.timeout(10):
            while sum(opened := streams(replicas)) < len(clients):
                await asyncio.sleep(0.02)
        killed = replicas[opened.index(max(opened))]
        await asyncio.to_thread(killed.stop, signal.SIGKILL)
        await calls.abandon(table.name)
        async with asyncio.timeout(20):
            seen = await watching
        await asyncio.to_thread(killed.start)
    assert {each[-1].state for each in seen} == {match_pb2.MATCH_STATE_ABANDONED}


@needs_nginx
async def test_a_replica_that_stops_fails_no_call_that_it_began_and_ends_its_streams(
    calls: Calls, replicas: list[Server]
) -> None:
    leaving, *others = replicas
    async with Load(calls) as load:
        await drain(leaving, load, calls, others)
        await asyncio.to_thread(leaving.start)
    # gRPC's server says so of a call that comes in the instant in which it stops, and clients repeat it.
    assert len(load.failures) <= AT_ONCE
    assert {error.code() for error in load.failures} <= {grpc.StatusCode.CANCELLED, grpc.StatusCode.UNAVAILABLE}


# -- what takes too long to try


def bound(block: str, name: str) -> float:
    """A directive of the server that listens there, in seconds."""
    (server,) = re.findall(rf"server \{{\n(?:(?!\n    \}}\n).)*?listen {block}.*?\n    \}}\n", CONFIGURATION, re.DOTALL)
    (value,) = re.findall(rf"\b{name} (\d+)s;", server)
    return float(value)


def test_a_stream_may_be_quiet_for_as_long_as_it_may_last() -> None:
    longest = Settings().max_stream_age
    assert bound("50051", "grpc_read_timeout") > longest
    assert bound("50051", "client_body_timeout") > longest
    assert bound("8080", "proxy_read_timeout") > max(Settings().max_wait, PING_SECONDS)


def test_nginx_gives_up_an_idle_connection_before_the_replica_does() -> None:
    default = 60  # seconds: keepalive_timeout of an upstream
    assert "keepalive_timeout" not in re.findall(r"upstream .*?\}", CONFIGURATION, re.DOTALL)
    assert default < KEEP_ALIVE_SECONDS
