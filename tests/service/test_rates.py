"""How often somebody may call: the bounds, whom a call counts for, and what who is refused is told."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from hypothesis import given
from hypothesis import strategies as st
from sanguosha.v1 import decision_pb2, error_pb2, server_service_pb2, server_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as pb

from service.access import rates
from service.access.admission import Admission, Credentials
from service.access.auth import Caller, Keyring, SeatToken
from service.access.peers import peer_of
from service.access.rates import Buckets
from service.config.settings import Settings
from service.errors import RETRY_AFTER, ServiceError
from service.rest.faults import failure
from tests.service.rest.calling import Refused, Rest, RestCalls
from tests.service.serving import EAST, SGS, WEST, Server
from tests.service.tables import Calls, Metadata, bearer, request_id, why

SEATS, HOSTS = 5, 20  # calls a second
EXCEEDED = "RATE_EXCEEDED"

Told = tuple[str, dict[str, str], float]


def test_bounds_too_wide_for_the_clock_to_tell_are_none() -> None:
    buckets = Buckets("calls_per_second", 2**31 - 1, clock=lambda: 2.0**23)
    for _ in range(2):
        buckets.take("caller")
    assert len(buckets) == 1


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def wait_of(buckets: Buckets, who: str) -> float:
    """0 where the call is taken."""
    refused = None
    try:
        buckets.take(who)
    except ServiceError as error:
        refused = error
    if refused is None:
        return 0.0
    assert (refused.reason, refused.metadata) == (EXCEEDED, {"limit": "some_limit"})
    assert refused.retry_after
    return refused.retry_after


def test_a_second_of_calls_may_come_at_once_and_then_they_come_at_the_rate() -> None:
    clock = Clock()
    buckets = Buckets("some_limit", 10, clock)
    assert [wait_of(buckets, "a") for _ in range(10)] == [0] * 10
    wait = wait_of(buckets, "a")
    assert wait == pytest.approx(0.1)
    assert wait_of(buckets, "a") == pytest.approx(0.1)  # being refused costs nothing
    clock.now += wait
    assert wait_of(buckets, "a") == 0
    assert wait_of(buckets, "a") > 0
    assert wait_of(buckets, "b") == 0
    clock.now += 100
    assert [wait_of(buckets, "a") > 0 for _ in range(11)] == [False] * 10 + [True]


@given(st.integers(1, 50), st.lists(st.floats(0, 0.3), max_size=300))
def test_no_span_of_time_has_more_calls_than_the_rate_allows(per_second: int, pauses: list[float]) -> None:
    clock = Clock()
    buckets = Buckets("some_limit", per_second, clock)
    taken: list[float] = []
    for pause in pauses:
        clock.now += pause
        if not wait_of(buckets, "a"):
            taken.append(clock.now)
    for first in range(len(taken)):
        span = clock.now - taken[first]
        assert len(taken) - first <= per_second * (1 + span) + 1e-3


def test_zero_is_no_bound() -> None:
    buckets = Buckets("some_limit", 0)
    assert not any(wait_of(buckets, "a") for _ in range(1000))
    assert len(buckets) == 0


def test_the_buckets_are_as_many_as_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_BUCKETS", 100)
    buckets = Buckets("some_limit", 1, Clock())
    for n in range(1000):
        buckets.take(n)
        assert wait_of(buckets, "often") == (0 if n == 0 else pytest.approx(1))
    assert len(buckets) == 100


def test_a_bucket_that_is_full_again_is_not_kept() -> None:
    clock = Clock()
    buckets = Buckets("some_limit", 10, clock)
    for n in range(100):
        buckets.take(n)
    clock.now += 0.5
    buckets.take("later")
    assert len(buckets) == 1


def test_a_new_caller_costs_no_more_when_there_are_as_many_buckets_as_are_kept() -> None:
    buckets = Buckets("some_limit", 1, Clock())

    def spent(first: int) -> float:
        began = time.process_time()
        for n in range(first, first + rates.MOST_BUCKETS):
            buckets.take(n)
        return time.process_time() - began

    growing, full = spent(0), spent(rates.MOST_BUCKETS)
    assert full < 10 * growing


@pytest.mark.parametrize(
    ("connected", "forwarded", "proxies", "peer"),
    [
        ("ipv4:10.0.0.7:4242", "", 0, "10.0.0.7"),
        ("10.0.0.7", "", 0, "10.0.0.7"),
        ("10.0.0.7", "1.1.1.1", 0, "10.0.0.7"),
        ("10.0.0.7", "1.1.1.1", 1, "1.1.1.1"),
        ("10.0.0.7", "made-up, 1.1.1.1", 1, "1.1.1.1"),
        ("10.0.0.7", "6.6.6.6, 1.1.1.1, 2.2.2.2", 2, "1.1.1.1"),
        ("10.0.0.7", "1.1.1.1", 2, "10.0.0.7"),
        ("10.0.0.7", "", 1, "10.0.0.7"),
        ("10.0.0.7", "1.1.1.1:99", 1, "1.1.1.1"),
        ("10.0.0.7", "[2001:db8::7]:99", 1, "2001:db8::/64"),
        ("10.0.0.7", "a word", 1, "unknown"),
        ("ipv6:%5B2001:db8::1%5D:4242", "", 0, "2001:db8::/64"),
        ("2001:db8::ffff:1", "", 0, "2001:db8::/64"),
        ("ipv6:%5B::ffff:10.0.0.7%5D:1", "", 0, "10.0.0.7"),
        ("fe80::1%eth0", "", 0, "fe80::/64"),
        ("unix:/run/sgs.sock", "", 0, "unix"),
        ("unix:", "", 0, "unix"),
        ("", "", 0, "unknown"),
    ],
)
def test_a_call_comes_from_where_the_outermost_proxy_of_ours_says(
    connected: str, forwarded: str, proxies: int, peer: str
) -> None:
    assert peer_of(connected, forwarded, proxies) == peer


def test_a_call_that_another_server_hands_over_was_counted_there() -> None:
    keyring = Keyring(bytes(32))
    admission = Admission(keyring, Settings(calls_per_second=1, host_calls_per_second=1))
    for caller in (Caller("", SeatToken("m", 1, 2)), Caller("", None)):
        introduced = Credentials(keyring.introduction(caller, int(time.time())), "", lambda: "10.0.0.7")
        assert {admission.admit(introduced) for _ in range(5)} == {caller._replace(introduced=True)}
    forged = Credentials(introduced.authorization + "x", "", lambda: "10.0.0.7")
    refused = list[str]()
    for _ in range(2):
        with pytest.raises(ServiceError) as caught:
            admission.admit(forged)
        refused.append(caught.value.reason)
    assert refused == ["TOKEN_INVALID", EXCEEDED]


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("limited")
    bounds = {"calls_per_second": SEATS, "host_calls_per_second": HOSTS, "trusted_proxies": 1}
    with Server(folder, api_keys=f"east:{EAST},west:{WEST}", **bounds) as started:
        yield started


@pytest.fixture(params=["grpc", "http"])
async def calls(request: pytest.FixtureRequest, limited: Server) -> AsyncIterator[Calls]:
    """The same over both transports."""
    if request.param == "grpc":
        async with Calls(limited.address, api_key=EAST) as opened:
            yield opened
    else:
        async with Rest(limited.http_address) as rest:
            yield RestCalls(rest, api_key=EAST)


def told(error: grpc.aio.AioRpcError | Refused) -> Told:
    """The reason, what is said of it, and for how long to wait; 0 where that is not said."""
    if isinstance(error, Refused):
        if error.retry_delay:
            assert float(error.retry_delay.rstrip("s")) <= int(error.headers["retry-after"])
        if error.reason == EXCEEDED:
            assert error.status == 429
        return error.reason, error.about, float(error.retry_delay.rstrip("s") or 0)
    refused = why(error)
    if refused.reason == EXCEEDED:
        assert refused.code == grpc.StatusCode.RESOURCE_EXHAUSTED
    status, again = rpc_status.from_call(error), error_details_pb2.RetryInfo()
    assert status is not None
    asked = any(detail.Unpack(again) for detail in status.details)
    return refused.reason, refused.about, again.retry_delay.ToMilliseconds() / 1000 if asked else 0.0


async def until_refused(call: Any, reason: str = "", most: int = 10 * HOSTS) -> tuple[int, Told]:
    """How often a call is answered, or fails with `reason`, until it fails in another way, and how."""
    for answered in range(most):
        try:
            await call()
        except (grpc.aio.AioRpcError, Refused) as error:
            refused = told(error)
            if refused[0] != reason:
                return answered, refused
    raise AssertionError("it goes on and on")


def from_address(address: str, *more: tuple[str, str]) -> Metadata:
    return (("x-forwarded-for", address), *more)


async def test_a_seat_that_calls_too_often_is_told_when_to_go_on(calls: Calls) -> None:
    table = await calls.table(4)
    answered, (reason, about, wait) = await until_refused(lambda: table.view(1))
    assert answered >= SEATS
    assert (reason, about) == (EXCEEDED, {"limit": "calls_per_second"})
    assert 0 < wait <= 1 / SEATS
    await table.view(2)  # the others at the table go on
    await asyncio.sleep(wait)
    await table.view(1)


async def test_a_key_that_calls_too_often_does_not_slow_another_one(calls: Calls) -> None:
    def listing(key: str) -> Any:
        return calls.stub.ListMatches(pb.ListMatchesRequest(), metadata=from_address("1.0.0.1", ("x-api-key", key)))

    _, refused = await until_refused(lambda: listing(WEST))
    assert refused[:2] == (EXCEEDED, {"limit": "host_calls_per_second"})
    await listing(EAST)


async def test_who_calls_without_a_key_is_known_by_the_address(calls: Calls) -> None:
    ask = server_service_pb2.GetServerInfoRequest()
    rest = isinstance(calls, RestCalls)
    stub: Any = calls.stub if rest else server_service_pb2_grpc.ServerServiceStub(calls.channels[0])
    mine = "7.0.0.1" if rest else "7.0.0.2"
    _, refused = await until_refused(lambda: stub.GetServerInfo(ask, metadata=from_address(f"6.6.6.6, {mine}")))
    assert refused[:2] == (EXCEEDED, {"limit": "host_calls_per_second"})
    await stub.GetServerInfo(ask, metadata=from_address("7.0.0.9"))


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [(("authorization", "Bearer a.0.0.b"), "TOKEN_INVALID"), (("x-api-key", "no-such-key-0123"), "KEY_REQUIRED")],
)
async def test_who_tries_out_tokens_and_keys_is_slowed_down(calls: Calls, wrong: tuple[str, str], reason: str) -> None:
    table = await calls.table(4)
    mine = f"8.{len(reason)}.0.{isinstance(calls, RestCalls):d}"

    def trying(*more: tuple[str, str]) -> Any:
        return calls.stub.GetView(pb.GetViewRequest(name=table.name), metadata=from_address(mine, *more))

    tried, refused = await until_refused(lambda: trying(wrong), reason)
    assert tried >= HOSTS
    assert refused[:2] == (EXCEEDED, {"limit": "host_calls_per_second"})
    # Whoever has a token is not held up by a neighbour.
    await trying(*bearer(table.tokens[0]))


async def test_answers_on_a_stream_count_and_do_not_end_it(limited: Server) -> None:
    async with Calls(limited.address, api_key=EAST) as calls:
        table = await calls.table(4)
        asked = (await table.asked()).seat
        stream = calls.stub.PlayMatch(metadata=bearer(table.tokens[asked]))
        await stream.write(pb.PlayMatchRequest(start=pb.PlayStart(name=table.name)))
        wrong = pb.PlayAnswer(request_id=request_id(), answer=decision_pb2.Answer(decision=999))
        refusals: list[pb.Refusal] = []
        for _ in range(3 * SEATS):
            await stream.write(pb.PlayMatchRequest(answer=wrong))
        while len(refusals) < 3 * SEATS:
            response = await stream.read()
            if response.HasField("result"):
                refusals.append(response.result.refusal)
        exceeded = [refusal for refusal in refusals if refusal.reason == error_pb2.ERROR_REASON_RATE_EXCEEDED]
        assert SEATS <= len(exceeded) < 3 * SEATS
        await asyncio.sleep(exceeded[-1].retry_delay.ToMilliseconds() / 1000)
        await stream.write(pb.PlayMatchRequest(answer=wrong))
        while not (response := await stream.read()).HasField("result"):
            pass
        assert response.result.refusal.reason == error_pb2.ERROR_REASON_DECISION_UNKNOWN
        stream.cancel()


async def test_paths_that_lead_nowhere_count_for_the_address(limited: Server) -> None:
    async with Rest(limited.http_address) as rest:
        mine = dict(from_address("9.0.0.1"))
        replies = [await rest.client.get("/v1/nothing", headers=mine) for _ in range(2 * HOSTS)]
        assert {reply.status_code for reply in replies} == {404, 429}


@pytest.mark.parametrize("reason", ["STORE_UNAVAILABLE", "CONTENTION", "RULES_VERSION_UNAVAILABLE"])
def test_what_passes_by_itself_says_when_to_try_again(reason: str) -> None:
    error = ServiceError(reason, "wait")
    assert error.retry_after == RETRY_AFTER[reason]
    said = failure(error)
    assert int(said.headers["retry-after"]) >= error.retry_after
    assert f'"retryDelay":"{error.retry_after:.3f}s"'.encode() in said.body
    assert "retry-after" not in failure(ServiceError("MATCH_OVER", "no")).headers


def test_bots_wait_as_long_as_they_are_asked_to(tmp_path: Path) -> None:
    with Server(tmp_path, calls_per_second=40, host_calls_per_second=5) as server:
        command = [SGS, "bots", "--address", server.address, "--matches", "1", "--seats", "4"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        refused = server.metric("grpc_server_handled_total", grpc_code="RESOURCE_EXHAUSTED")
    assert done.returncode == 0, done.stderr
    assert "errors: none" in done.stdout
    assert refused > 0
