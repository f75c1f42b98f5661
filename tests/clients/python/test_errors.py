"""What calls of the client in Python fail with, and which are tried again."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2
from sanguosha_client import Client, SanguoshaError
from sanguosha_client.connection import target_of

from tests.clients.cutting import CuttingProxy
from tests.clients.python.playing import all_of, play, table
from tests.loopback import free_port
from tests.service.serving import Server


def failed(
    code: grpc.StatusCode, reason: str = "", retry_after: float | None = None, **metadata: str
) -> SanguoshaError:
    """As the library raises it."""
    status = status_pb2.Status(code=code.value[0], message="text")
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=reason, metadata=metadata))
    if retry_after is not None:
        again = error_details_pb2.RetryInfo()
        again.retry_delay.FromMilliseconds(int(retry_after * 1000))
        status.details.add().Pack(again)
    details = ("grpc-status-details-bin", status.SerializeToString())
    trailing = grpc.aio.Metadata(*([details] if reason else []))
    return SanguoshaError.of(grpc.aio.AioRpcError(code, grpc.aio.Metadata(), trailing, "text"))


def unused_address() -> str:
    return f"127.0.0.1:{free_port()}"


async def test_a_refused_call_says_why_by_a_stable_name(client: Client) -> None:
    with pytest.raises(SanguoshaError) as caught:
        await client.create_match(seats=99)
    error = caught.value
    assert (error.reason, error.code) == ("RULESET_INVALID", grpc.StatusCode.INVALID_ARGUMENT)
    assert set(error.metadata) == {"ruleset"}
    assert str(error) == f"{error.message} (RULESET_INVALID)"


@pytest.mark.parametrize(
    ("name", "reason"),
    [("elsewhere/x", "NAME_INVALID"), ("matches/none", "MATCH_NOT_FOUND"), ("matches/", "NAME_INVALID")],
)
async def test_a_name_that_leads_nowhere_is_told(client: Client, name: str, reason: str) -> None:
    for call in (client.get(name), client.join(name), client.result(name), anext(aiter(client.watch(name)))):
        with pytest.raises(SanguoshaError) as caught:
            await call
        assert caught.value.reason == reason


async def test_each_call_raises_what_the_contract_names(client: Client) -> None:
    [seat] = await table(client, heroes=False)
    for call, reason in (
        (client.join(seat.name), "MATCH_FULL"),
        (client.look_up("00000000"), "CODE_UNKNOWN"),
        (client.join_by_code("none"), "CODE_UNKNOWN"),
        (client.view(seat.name), "MATCH_NOT_STARTED"),
        (client.replay(seat.name), "MATCH_NOT_OVER"),
        (client.quick_match(seats=3), "RULESET_INVALID"),
        (client.create_match(seats=4, seed=b"short"), "SEED_INVALID"),
        (seat.concede(), "MATCH_NOT_STARTED"),
        (seat.say("hello"), "TALK_OFF"),
        (client.issue_token(seat.name, 7), "FIELD_INVALID"),
        (client.view(seat.name, "no token"), "TOKEN_INVALID"),
    ):
        with pytest.raises(SanguoshaError) as caught:
            await call
        assert caught.value.reason == reason
    await client.abandon(seat.name)
    for call, reason in ((client.start(seat.name), "MATCH_OVER"), (client.result(seat.name), "MATCH_NOT_OVER")):
        with pytest.raises(SanguoshaError) as caught:
            await call
        assert caught.value.reason == reason


def test_an_error_is_read_from_the_status() -> None:
    error = failed(grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT_REACHED", limit="open_matches")
    assert (error.reason, error.metadata, error.message) == ("LIMIT_REACHED", {"limit": "open_matches"}, "text")
    bare = failed(grpc.StatusCode.UNAVAILABLE)
    assert (bare.reason, bare.metadata, str(bare), bare.retry_after) == ("", {}, "text (UNAVAILABLE)", None)
    later = failed(grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_EXCEEDED", 1.25, limit="calls_per_second")
    assert (later.reason, later.metadata, later.retry_after) == ("RATE_EXCEEDED", {"limit": "calls_per_second"}, 1.25)


@pytest.mark.parametrize(
    ("error", "may_pass"),
    [
        (failed(grpc.StatusCode.UNAVAILABLE), True),
        (failed(grpc.StatusCode.DEADLINE_EXCEEDED), True),
        (failed(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"), True),
        (failed(grpc.StatusCode.ABORTED, "CONTENTION"), True),
        (failed(grpc.StatusCode.RESOURCE_EXHAUSTED, "SLOW_READER"), True),
        (failed(grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_EXCEEDED", 0.1), True),
        (failed(grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT_REACHED"), False),
        (failed(grpc.StatusCode.RESOURCE_EXHAUSTED), False),
        (failed(grpc.StatusCode.INTERNAL, "INTERNAL"), False),
        (failed(grpc.StatusCode.CANCELLED), True),
        (failed(grpc.StatusCode.UNIMPLEMENTED), False),
        (failed(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_OVER"), False),
    ],
    ids=str,
)
def test_what_may_pass_is_tried_again(error: SanguoshaError, may_pass: bool) -> None:
    assert error.may_pass == may_pass


async def test_closing_the_client_ends_what_waits_with_an_error(server: Server) -> None:
    client = Client(server.address)
    [seat] = await table(client)
    waiting = [
        asyncio.create_task(play(seat)),
        asyncio.create_task(all_of(client.watch(seat.name))),
        asyncio.create_task(client.server_info()),
    ]
    await asyncio.sleep(0.1)
    waiting.append(asyncio.create_task(client.catalogue()))
    await asyncio.sleep(0)
    await client.close()
    async with asyncio.timeout(5):
        ended = await asyncio.gather(*waiting, client.get(seat.name), return_exceptions=True)
    assert [str(error) for error in (*ended[:2], ended[4])] == 3 * ["the client is closed (CANCELLED)"]
    assert not any(isinstance(error, asyncio.CancelledError) for error in ended)


async def test_cancelling_who_waits_cancels(client: Client) -> None:
    [seat] = await table(client)
    task = asyncio.create_task(all_of(client.watch(seat.name)))
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_patience_has_an_end() -> None:
    began = time.monotonic()
    async with Client(unused_address(), patience=0.3) as client:
        with pytest.raises(SanguoshaError) as caught:
            await client.server_info()
        assert (caught.value.reason, caught.value.code) == ("", grpc.StatusCode.UNAVAILABLE)
        with pytest.raises(SanguoshaError):
            await anext(aiter(client.watch("matches/none")))
    assert time.monotonic() - began < 5


async def test_who_calls_too_often_waits_as_long_as_the_server_asks_for(tmp_path: Path) -> None:
    with Server(tmp_path, host_calls_per_second=2) as server:
        async with Client(server.address) as client, Client(server.address, patience=0.05) as hasty:
            began = time.monotonic()
            for _ in range(2 + 2):
                await client.server_info()
            assert time.monotonic() - began >= 0.9  # two at once, and then two a second
            with pytest.raises(SanguoshaError) as caught:
                await hasty.server_info()
            assert caught.value.reason == "RATE_EXCEEDED"
            assert (caught.value.retry_after or 0) > 0.05
        refused = server.metric("grpc_server_handled_total", grpc_code="RESOURCE_EXHAUSTED")
        assert refused <= 2 + 1  # nobody knocks again and again


async def test_a_server_that_comes_late_is_waited_for(tmp_path: Path) -> None:
    address = unused_address()
    async with Client(address) as client:
        asking = asyncio.create_task(client.server_info())
        await asyncio.sleep(0.3)
        with Server(tmp_path, port=int(address.rpartition(":")[2])):
            assert (await asking).rules_version


async def test_what_is_sent_again_happens_once(server: Server, client: Client) -> None:
    async with CuttingProxy(server.port, "once", 600, 2000) as proxy, Client(proxy.address) as broken:
        for _ in range(5):
            match = await client.create_match(seats=10)
            seats = [await broken.join(match.name) for _ in range(4)]
            assert [seat.number for seat in seats] == [0, 1, 2, 3]
        assert proxy.cuts > 3


@pytest.mark.parametrize(
    ("addresses", "target"),
    [
        (["localhost:50051"], "localhost:50051"),
        (["dns:///sanguosha:50051"], "dns:///sanguosha:50051"),
        (["127.0.0.1:1", "10.0.0.2:2"], "ipv4:127.0.0.1:1,10.0.0.2:2"),
        (["[::1]:1", "[::2]:2"], "ipv6:[::1]:1,[::2]:2"),
    ],
)
def test_addresses_make_a_target(addresses: list[str], target: str) -> None:
    assert target_of(addresses) == target


@pytest.mark.parametrize("addresses", [[], ["one:1", "two:2"], ["127.0.0.1:1", "[::1]:1"]])
def test_addresses_that_make_no_target_are_refused(addresses: list[str]) -> None:
    with pytest.raises(ValueError, match="write one address"):
        target_of(addresses)
