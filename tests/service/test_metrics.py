"""What Prometheus reads is true, and no label of it holds what a client made up."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Iterator

import grpc
import httpx
import msgspec
import pytest
from grpc import StatusCode
from prometheus_client.parser import text_string_to_metric_families
from redis.asyncio import Redis
from sanguosha.v1 import decision_pb2, error_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.app import SERVICES
from service.config.settings import Settings
from service.dispatch import CLIENT_DONE, CLIENT_GONE
from service.duty.due import Sweeper
from service.errors import ServiceError
from service.fleet.rules_version import rules_version
from service.matches.stored import Answerer, State, decode_stored, encode_stored
from service.rest.faults import HTTP_REASONS
from service.rest.gateway import NO_METHOD
from service.store import EmbeddedServer, OutcomeUnknown, Store, StoreUnavailable
from service.store.keys import keys_of
from service.telemetry.observed_store import FAILED, OPERATIONS, UNAVAILABLE, UNKNOWN, observe
from service.telling.info import server_info
from tests.service.asking import does
from tests.service.conftest import Proxy
from tests.service.replica import Replica
from tests.service.serving import Server
from tests.service.streaming import update_of, watch
from tests.service.tables import Calls, Table, bearer, refusal, request_id, ruleset

METHODS = {method.name for service in SERVICES for method in service.methods}
REASONS = {name.removeprefix("ERROR_REASON_") for name in error_pb2.ErrorReason.keys()[1:]}
ENDS = {name.removeprefix("STREAM_END_") for name in pb.StreamEnd.keys()[1:]}
CODES = {code.name for code in StatusCode}
MADE_UP = "made-up"


def closed_sets() -> dict[str, set[str]]:
    """By label, every value that there may ever be."""
    info = server_info(Settings())
    return {
        "grpc_method": METHODS,
        "handler": METHODS | {NO_METHOD},
        "method": METHODS,
        "grpc_code": CODES,
        "code": CODES,
        "reason": REASONS
        | set(HTTP_REASONS)
        | ENDS
        | set(pb.Reset.keys()[1:])
        | {CLIENT_GONE, CLIENT_DONE, "SUPERSEDED"},
        "state": {state.name.lower() for state in State},
        "how": {"warm", "checked", "cold"},
        "kind": {name.removeprefix("DECISION_KIND_") for name in decision_pb2.DecisionKind.keys()[1:]},
        "answerer": {answerer.name.lower() for answerer in Answerer},
        "outcome": {"sent", "written", "failed", "given_up", "taken", UNAVAILABLE, UNKNOWN, FAILED},
        "operation": set(OPERATIONS),
        "what": {"api_keys", "tls"},
        "version": {info.version},
        "rules_version": {info.rules_version},
        "generation": {"0", "1", "2"},  # of Python's garbage collector
    }


def labels_of(text: str) -> set[tuple[str, str]]:
    """Every label with every value, but the bounds of buckets."""
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    assert samples
    return {pair for sample in samples for pair in sample.labels.items() if pair[0] != "le"}


async def odd_calls(server: Server, calls: Calls, table: Table) -> None:
    """What clients make up, wherever they can."""
    call = calls.channels[0].unary_unary
    for path in (f"/{MADE_UP}/Act", f"/sanguosha.v1.MatchService/{MADE_UP}", "/sanguosha.v1.MatchService/Act"):
        with pytest.raises(grpc.aio.AioRpcError):
            await call(path)(MADE_UP.encode(), metadata=(("x-api-key", MADE_UP), *bearer(MADE_UP)))
    await refusal(calls.get(f"matches/{MADE_UP}"))
    await refusal(calls.create(id=MADE_UP))
    await refusal(calls.join(table.name, id=MADE_UP))
    asked = await table.asked()
    for answer in ({"decision": asked.id, "option": MADE_UP}, {"decision": 999}, {"decision": asked.id}):
        await refusal(table.act(asked.seat, decision_pb2.Answer(**answer)))
    await does(table, "SendMessage", asked.seat, text=MADE_UP)
    await refusal(does(table, "SendMessage", asked.seat, text="\0"))
    for cursor in (MADE_UP, "1.1.1.x", table.cursor(10**6)):
        try:
            await table.next(asked.seat, cursor=cursor)
        except grpc.aio.AioRpcError:
            continue
    await refusal(calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name, ticket=MADE_UP)).read())
    async with httpx.AsyncClient(base_url=f"http://{server.http_address}", trust_env=False) as client:
        for verb in ("GET", "POST", "PUT", "BREW"):
            for where in (f"/{MADE_UP}", f"/v1/{MADE_UP}", f"/v1/matches/{MADE_UP}", f"/v1/{table.name}:{MADE_UP}"):
                await client.request(verb, where, headers={"x-api-key": MADE_UP, "user-agent": MADE_UP})
        await client.post("/v1/matches", content=b"{", headers={"content-type": MADE_UP})
        await client.get("/v1/matches", params={MADE_UP: MADE_UP})


async def odd_and_even(server: Server) -> None:
    """A whole match, house players and odd calls, by both transports."""
    async with Calls(server.address) as calls:
        talking = await calls.table(5, bots=[1, 2], playing=ruleset(5, talk=True))
        stream = watch(talking)
        await update_of(stream)
        stream.cancel()
        await odd_calls(server, calls, talking)
        table = await calls.table(4)
        stream = watch(table)
        await table.play_out()
        async for message in stream:
            assert message.update or message.end == pb.STREAM_END_MATCH_OVER


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that has served all that, with a store of its own."""
    with (
        EmbeddedServer(tmp_path_factory.mktemp("store")) as store,
        Server(tmp_path_factory.mktemp("played"), redis_url=store.url, bot_delay_ms=0, sweep_ms=5) as server,
    ):
        asyncio.run(odd_and_even(server))
        yield server


def test_every_value_of_every_label_is_of_a_closed_set(played: Server) -> None:
    text = played.metrics_text()
    sets = closed_sets()
    found = labels_of(text)
    assert {label for label, _ in found} <= set(sets)
    assert not {(label, value) for label, value in found if value not in sets[label]}
    assert MADE_UP not in text
    # What was made up was counted all the same.
    assert ("reason", "OPTION_NOT_LISTED") in found
    assert played.metric("http_server_handled_total", handler=NO_METHOD) > 5
    assert played.metric("sanguosha_refusals_total", reason="PATH_UNKNOWN") > 3


@pytest.mark.skipif(not shutil.which("promtool"), reason="without promtool")
def test_promtool_has_nothing_to_say_of_the_metrics(played: Server) -> None:
    said = subprocess.run(
        ["promtool", "check", "metrics"], input=played.metrics_text(), capture_output=True, text=True, timeout=30
    )
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


def test_a_played_match_is_counted_answer_by_answer(played: Server) -> None:
    logged = played.metric("sanguosha_answers_total", answerer="player")
    assert logged == played.metric("grpc_server_handled_total", grpc_method="Act", grpc_code="OK") > 20
    assert played.metric("sanguosha_answers_total", kind="PLAY", answerer="player") > 5
    assert played.metric("sanguosha_answers_total", kind="RESPOND") > 0
    assert played.metric("sanguosha_matches_total", state="lobby") == 2
    assert played.metric("sanguosha_matches_total", state="playing") == 2
    assert played.metric("sanguosha_matches_total", state="finished") == 1
    commits = played.metric("sanguosha_commits_total")
    assert commits == played.metric("sanguosha_state_bytes_count") > logged
    operations = ("create", "commit")
    asked = sum(played.metric("sanguosha_store_seconds_count", operation=operation) for operation in operations)
    assert asked == commits + played.metric("sanguosha_commit_conflicts_total")
    assert played.metric("sanguosha_warm_matches") == 2
    assert played.metric("sanguosha_stream_ends_total", method="WatchMatch", reason="MATCH_OVER") == 1
    assert played.metric("sanguosha_stream_ends_total", method="WatchMatch", reason=CLIENT_GONE) == 1
    assert played.metric("sanguosha_stream_ends_total", method="WatchMatch", reason="TICKET_INVALID") == 1
    assert played.metric("sanguosha_events_told_total") > logged
    assert played.metric("sanguosha_talk_messages_total") == 1
    assert played.metric("sanguosha_sweeps_total") > 0


# -- one by one


async def test_answers_are_counted_once_they_are_written_and_refused_ones_by_reason(replica: Replica) -> None:
    match_id = await replica.table()
    (asked,) = await replica.asked(match_id)
    once = request_id()
    for _ in range(2):  # a repeat counts no more
        await replica.act(match_id, asked.default_answer, asked.seat, id=once)
    assert replica.counted("sanguosha_answers") == 1
    assert replica.counted("sanguosha_answers", kind=decision_pb2.DecisionKind.Name(asked.kind)[14:]) == 1
    assert (await replica.act(match_id, asked.default_answer, asked.seat)).outcome == pb.OUTCOME_SUPERSEDED
    with pytest.raises(Exception, match="999"):
        await replica.act(match_id, decision_pb2.Answer(decision=999), asked.seat)
    assert replica.counted("sanguosha_answers") == 1
    assert replica.counted("sanguosha_answers_rejected", reason="SUPERSEDED") == 1
    assert replica.counted("sanguosha_answers_rejected", reason="DECISION_UNKNOWN") == 1


async def test_an_answer_that_is_overtaken_is_a_conflict_and_no_answer(store: Store) -> None:
    one, two = Replica(store), Replica(store)
    match_id = await one.table()
    (asked,) = await two.asked(match_id)
    await one.act(match_id, asked.default_answer, asked.seat)
    assert (await two.act(match_id, asked.default_answer, asked.seat)).outcome == pb.OUTCOME_SUPERSEDED
    assert two.counted("sanguosha_commit_conflicts") == 1
    assert two.counted("sanguosha_match_reads", how="cold") == 2
    assert two.counted("sanguosha_answers_rejected", reason="SUPERSEDED") == 1
    assert (one.counted("sanguosha_answers"), two.counted("sanguosha_answers")) == (1, 0)


async def test_how_a_match_was_taken_in_hand_is_counted(store: Store) -> None:
    replica = Replica(store)
    match_id = await replica.table()
    before = {how: replica.counted("sanguosha_match_reads", how=how) for how in ("warm", "checked", "cold")}
    await replica.view(match_id, 0)
    assert replica.counted("sanguosha_match_reads", how="checked") == before["checked"] + 1
    (asked,) = await Replica(store).asked(match_id)
    await replica.act(match_id, asked.default_answer, asked.seat)
    assert replica.counted("sanguosha_match_reads", how="warm") == before["warm"] + 1
    other = Replica(store)
    await other.view(match_id, 0)
    assert other.counted("sanguosha_match_reads", how="cold") == 1
    assert other.value("sanguosha_resume_seconds_count") == other.value("sanguosha_resume_answers_count") == 1


@pytest.mark.parametrize(("field", "spoilt"), [("state", b"spoilt"), ("head", b"7")])
async def test_a_match_that_cannot_be_read_is_counted(
    store: Store, redis: Redis, replica: Replica, field: str, spoilt: bytes
) -> None:
    match_id = await replica.table()
    await redis.hset(keys_of(match_id).match, mapping={field: spoilt, "commit": "other"})  # type: ignore[misc]  # so in redis-py
    for _ in range(2):  # once, however often it is called for
        with pytest.raises(ServiceError, match="stored match"):
            await replica.view(match_id, 0)
    assert replica.counted("sanguosha_corruptions") == 1
    assert replica.counted("sanguosha_drifts") == 0


@pytest.mark.parametrize(
    ("rules", "counter"), [(rules_version(), "sanguosha_drifts"), ("another", "sanguosha_rules_unavailable")]
)
async def test_a_match_that_replays_to_something_else_is_a_drift_only_under_its_own_rules(
    store: Store, redis: Redis, replica: Replica, rules: str, counter: str
) -> None:
    match_id = await replica.table()
    key = keys_of(match_id).match
    stored = decode_stored(await redis.hget(key, "state"))  # type: ignore[misc]  # so in redis-py
    assert stored.record is not None
    record = msgspec.structs.replace(stored.record, digest=b"another!")
    drifted = encode_stored(msgspec.structs.replace(stored, record=record, rules_version=rules))
    await redis.hset(key, mapping={"state": drifted, "commit": "other"})  # type: ignore[misc]  # so in redis-py
    for _ in range(2):  # once for each time that it is brought up
        with pytest.raises(ServiceError):
            await replica.view(match_id, 0)
    counted = {name: replica.counted(name) for name in ("sanguosha_drifts", "sanguosha_rules_unavailable")}
    assert counted == {**dict.fromkeys(counted, 0), counter: 1}


async def test_how_late_a_due_match_is_served_is_told(store: Store, redis: Redis) -> None:
    replica = Replica(store, bot_delay_ms=0)
    match_id = await replica.table(bots=range(5))
    now = await store.now_ms()
    await redis.zadd(keys_of(match_id).due, {match_id: now - 20_000})
    await Sweeper(replica.app.backend).sweep()
    assert replica.value("sanguosha_due_lag_seconds_count") == 1
    assert replica.value("sanguosha_due_lag_seconds_sum") >= 20
    assert replica.counted("sanguosha_sweeps") == 1
    assert replica.counted("sanguosha_answers", answerer="house") == replica.value("sanguosha_house_seconds_count") > 0


async def test_calls_of_the_store_are_timed_and_their_faults_counted(proxy: Proxy, store: Store) -> None:
    async with Store(proxy.url) as wired:
        replica = Replica(wired)
        observe(wired, replica.app.backend.metrics)
        await wired.now_ms()
        await wired.servers.take_left("rules", 1)
        await wired.open_matches.release("host", "nothere")
        for operation in ("now_ms", "take_left", "release"):
            assert replica.value("sanguosha_store_seconds_count", operation=operation) == 1
        proxy.cut_at_next_reply = True
        with pytest.raises(OutcomeUnknown):
            await wired.swap("name", "", "value", 1000)
        await proxy.close()
        with pytest.raises(StoreUnavailable):
            await wired.load("nothere")
    assert replica.counted("sanguosha_store_errors", operation="swap", outcome=UNKNOWN) == 1
    assert replica.counted("sanguosha_store_errors", operation="load", outcome=UNAVAILABLE) == 1
    assert replica.counted("sanguosha_store_errors") == 2


async def test_a_cursor_that_does_not_do_is_counted_and_so_is_the_snapshot(replica: Replica) -> None:
    match_id = await replica.table()
    snapshots = replica.counted("sanguosha_views_told")
    await replica.next(match_id, 0, 10**6)
    assert replica.counted("sanguosha_resets", reason="RESET_CURSOR_AHEAD") == 1
    assert replica.counted("sanguosha_views_told") == snapshots + 1


@pytest.fixture
def replica(store: Store) -> Replica:
    return Replica(store)
