"""New rules are rolled out under running matches: whoever has the rules that something was begun by ends it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest
from redis.asyncio import Redis
from sanguosha.v1 import decision_pb2, match_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as pb

from examples.random_client import Player
from service.access.auth import Caller, Keyring
from service.fleet.announcing import SURE_AFTER
from service.store import EmbeddedServer, Store
from tests.service.certificates import Authority
from tests.service.games import GAMES, ruleset_of
from tests.service.other_rules import asking_otherwise, with_another_pack
from tests.service.playing import any_answer
from tests.service.replaying import check_replay
from tests.service.rest.calling import Rest
from tests.service.serving import SERVER_KEY, Server
from tests.service.streaming import update_of, watch
from tests.service.tables import Calls, Table, bearer, refusal, request_id, ruleset, why

SOON = 30.0  # seconds
MATCHES, NIGHTLY_MATCHES = 8, 100
RESPOND = decision_pb2.DECISION_KIND_RESPOND
# A lease that no test lives to see the end of: what one server cannot serve it has to leave to the other.
SETTINGS = {"bot_delay_ms": 1, "sweep_ms": 20, "lease_ms": 600_000}
CHANNEL = (("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200))

Start = Callable[..., Server]


@pytest.fixture(scope="session")
def otherwise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asking_otherwise(tmp_path_factory.mktemp("otherwise"))


@pytest.fixture
def start(tmp_path: Path, apart: EmbeddedServer) -> Iterator[Start]:
    """Starts a server on one store; with `source`, by other rules."""
    started: list[Server] = []

    def start_one(source: Path | None = None, **settings: Any) -> Server:
        server = Server(
            tmp_path / str(len(started)), redis_url=apart.url, source=source, **{**SETTINGS, **settings}
        ).start()
        started.append(server)
        return server

    yield start_one
    for server in started:
        server.__exit__()


async def responding(calls: Calls) -> tuple[Table, decision_pb2.Decision]:
    """A match in which somebody is asked for a response."""
    table = await calls.table(4)
    for _ in range(400):
        asked = await table.asked()
        if asked.kind == RESPOND:
            return table, asked
        await table.act(asked.seat, any_answer(table.rng, asked))
    raise AssertionError("nobody is asked for a response")


async def test_every_call_is_handed_over_to_who_has_the_rules(start: Start, otherwise: Path) -> None:
    old, new = start(), start(otherwise)
    async with Calls(old.address) as at_old, Calls(new.address) as at_new, Rest(new.http_address) as over_http:
        table, asked = await responding(at_old)
        there = Table(at_new, table.name, table.tokens)
        assert (await there.view(asked.seat)).decisions[:] == [asked]
        assert (await there.next(asked.seat)).decisions[:] == [asked]
        assert (await update_of(watch(there, asked.seat))).decisions[:] == [asked]
        async with over_http.watch(table.name, {"authorization": f"Bearer {table.tokens[asked.seat]}"}) as events:
            assert [each["id"] for each in (await anext(events)).data["update"]["decisions"]] == [asked.id]
        stream = at_new.stub.PlayMatch(metadata=bearer(table.tokens[asked.seat]))
        await stream.write(pb.PlayMatchRequest(start=pb.PlayStart(name=table.name)))
        assert (await stream.read()).update.decisions[:] == [asked]
        answer = pb.PlayAnswer(request_id=request_id(), answer=asked.default_answer)
        await stream.write(pb.PlayMatchRequest(answer=answer))
        while not (told := await stream.read()).HasField("result"):
            pass
        assert told.result.outcome == pb.OUTCOME_APPLIED
        stream.cancel()
    assert new.metric("sanguosha_hand_overs_total") == 5
    assert new.metric("sanguosha_drifts_total") == 0


@pytest.mark.grpcio_alone("TLS")
async def test_servers_that_know_each_other_by_certificates_hand_over(
    start: Start, otherwise: Path, tmp_path: Path
) -> None:
    ours = Authority(tmp_path, "ours")
    cert, key = ours.certify("server")
    files = {"tls_cert": cert, "tls_key": key, "tls_client_ca": ours.file, "tls_ca": ours.file}
    old, new = start(**files), start(otherwise, **files, tls_server_name="localhost")
    trusted, own, chain = (Path(file).read_bytes() for file in (ours.file, key, cert))
    credentials = grpc.ssl_channel_credentials(trusted, own, chain)
    async with (
        Calls(old.address, credentials=credentials) as at_old,
        Calls(new.address, credentials=credentials) as at_new,
    ):
        table, asked = await responding(at_old)
        there = Table(at_new, table.name, table.tokens)
        assert (await there.act(asked.seat, asked.default_answer)).outcome == pb.OUTCOME_APPLIED
    assert new.metric("sanguosha_hand_overs_total") == 1


async def test_a_refusal_comes_back_as_it_was_said(start: Start, otherwise: Path) -> None:
    old, new = start(), start(otherwise)
    async with Calls(old.address) as at_old, Calls(new.address) as at_new:
        table, asked = await responding(at_old)
        there = Table(at_new, table.name, table.tokens)
        wrong = decision_pb2.Answer(decision=asked.id, option="no such option")
        assert await refusal(there.act(asked.seat, wrong)) == await refusal(table.act(asked.seat, wrong))


async def test_what_is_due_is_left_to_who_has_the_rules(start: Start, otherwise: Path) -> None:
    old, new = start(), start(otherwise)
    async with Calls(old.address) as at_old:
        matches = [await at_old.create(4, bots=range(4)) for _ in range(4)]
        for match in matches:
            await at_old.start(match.name)
        for match in matches:
            async with asyncio.timeout(SOON):
                await whole(at_old, match.name)
    assert new.metric("sanguosha_answers_total", answerer="house") > 0
    assert old.metric("sanguosha_answers_total", answerer="house") > 0
    assert '"level": "error"' not in old.log() + new.log()


async def whole(calls: Calls, name: str) -> None:
    """Watch a match to its end."""
    cursor = ""
    while True:
        async for message in calls.stub.WatchMatch(pb.WatchMatchRequest(name=name, cursor=cursor)):
            if message.end == pb.STREAM_END_MATCH_OVER:
                return
            cursor = message.update.cursor or cursor


async def test_a_match_waits_for_its_rules_and_goes_on_when_they_are_back(start: Start, otherwise: Path) -> None:
    old, new = start(), start(otherwise)
    async with Calls(old.address) as at_old, Calls(new.address) as at_new:
        table, asked = await responding(at_old)
        there = Table(at_new, table.name, table.tokens)
        old.stop()
        refused = await refusal(there.act(asked.seat, asked.default_answer))
        assert (refused.code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, "RULES_VERSION_UNAVAILABLE")
        assert refused.about["name"] == table.name
        assert (await there.match()).state == (await at_new.get(table.name)).state
        old.start()
        assert (await there.act(asked.seat, asked.default_answer)).outcome == pb.OUTCOME_APPLIED


async def test_a_match_goes_back_to_its_last_quiet_point_where_the_operator_allows_it(
    start: Start, otherwise: Path
) -> None:
    old, new = start(), start(otherwise, on_drift="rewind")
    async with Calls(old.address) as at_old, Calls(new.address) as at_new:
        table, asked = await responding(at_old)
        there = Table(at_new, table.name, table.tokens)
        before = await there.next(asked.seat)
        old.stop()
        late = await patiently(lambda: there.act(asked.seat, asked.default_answer, cursor=before.cursor))
        assert late.outcome == pb.OUTCOME_SUPERSEDED
        assert late.update.reset == pb.RESET_MATCH_REWOUND
        assert late.update.snapshot.seats
        await there.play_out()
    assert new.metric("sanguosha_rewinds_total") >= 1


async def patiently(call: Callable[[], Awaitable[Any]]) -> Any:
    """What it comes to; called again as long as the rules are not there."""
    async with asyncio.timeout(SOON):
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if why(error).reason != "RULES_VERSION_UNAVAILABLE":
                    raise
                await asyncio.sleep(0.1)


async def test_no_answer_is_undone_since_the_store_has_lost_who_is_there(
    start: Start, otherwise: Path, apart: EmbeddedServer
) -> None:
    old, new = start(), start(otherwise, on_drift="rewind")
    async with Calls(old.address) as at_old, Calls(new.address) as at_new, Redis.from_url(apart.url) as redis:
        table, asked = await responding(at_old)
        there = Table(at_new, table.name, table.tokens)
        await redis.delete("servers")
        applied = await patiently(lambda: there.act(asked.seat, asked.default_answer))
        assert applied.outcome == pb.OUTCOME_APPLIED
    assert new.metric("sanguosha_rewinds_total") == 0


async def test_a_match_that_was_abandoned_is_not_taken_back(start: Start, otherwise: Path) -> None:
    old, new = start(), start(otherwise, on_drift="rewind")
    async with Calls(old.address) as at_old, Calls(new.address) as at_new:
        table, _ = await responding(at_old)
        there = Table(at_new, table.name, table.tokens)
        await at_old.abandon(table.name)
        old.stop()
        until = time.monotonic() + 1.5 * SURE_AFTER
        while time.monotonic() < until:
            assert (await refusal(there.view())).reason == "RULES_VERSION_UNAVAILABLE"
            await asyncio.sleep(0.1)
        assert new.metric("sanguosha_rewinds_total") == 0


async def test_a_call_that_was_handed_over_is_not_handed_over_again(start: Start, otherwise: Path) -> None:
    """Else a stream would go through one server more whenever its match goes back and forth between two rules."""
    old, new = start(), start(otherwise)
    async with Calls(old.address) as at_old, Calls(new.address) as at_new:
        table, _ = await responding(at_old)
        introduction = Keyring(bytes.fromhex(SERVER_KEY)).introduction(Caller("", None), int(time.time()))
        handed = at_new.stub.GetView(pb.GetViewRequest(name=table.name), metadata=(("authorization", introduction),))
        assert (await refusal(handed)).reason == "RULES_VERSION_UNAVAILABLE"
    assert new.metric("sanguosha_hand_overs_total") == 0


async def test_what_is_no_server_among_the_announced_hides_nobody(
    start: Start, otherwise: Path, apart: EmbeddedServer
) -> None:
    old, new = start(), start(otherwise)
    async with Calls(old.address) as at_old, Calls(new.address) as at_new, Redis.from_url(apart.url) as redis:
        table, asked = await responding(at_old)
        for number, garbage in enumerate((b"", b"x", b"\xff" * 20, b"9999999999999", b"9999999999999{}", b"9" * 99)):
            await redis.hset("servers", b"\xff%d" % number, garbage)
        assert (await Table(at_new, table.name, table.tokens).view(asked.seat)).decisions[:] == [asked]


async def test_a_match_is_not_taken_back_while_somebody_has_its_rules(start: Start, otherwise: Path) -> None:
    old, new = start(), start(otherwise, on_drift="rewind")
    async with Calls(old.address) as at_old, Calls(new.address) as at_new:
        table, asked = await responding(at_old)
        there = Table(at_new, table.name, table.tokens)
        assert (await there.act(asked.seat, asked.default_answer)).outcome == pb.OUTCOME_APPLIED
    assert new.metric("sanguosha_rewinds_total") == 0


async def test_a_server_without_a_pack_hands_over_or_says_why_not(
    start: Start, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rich, poor = start(with_another_pack(tmp_path_factory.mktemp("rich"))), start(on_drift="rewind")
    async with Calls(rich.address) as at_rich, Calls(poor.address) as at_poor:
        playing = ruleset(4)
        playing.packs.extend(["ex", "more"])
        table = await at_rich.table(4, playing=playing)
        lobby = await at_rich.lobby(4, playing=playing)
        there = Table(at_poor, table.name, table.tokens)
        await there.move(5)
        await at_poor.start(lobby.name)
        rich.stop()
        for call in (there.asked(), there.act(0, decision_pb2.Answer(decision=1)), there.view()):
            refused = await refusal(call)
            assert (refused.code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, "PACK_UNAVAILABLE")
        assert (await there.match()).ruleset.packs[:] == ["ex", "more"]
        assert (await refusal(at_poor.create(playing=playing))).reason == "RULESET_INVALID"
        rich.start()
        await there.play_out()
    assert '"level": "error"' not in poor.log()


async def test_running_matches_are_rolled_across_and_none_breaks(
    start: Start, otherwise: Path, apart: EmbeddedServer, pytestconfig: pytest.Config
) -> None:
    """Two servers are replaced one by one by two with other rules, while every match is being played at all of them."""
    matches = NIGHTLY_MATCHES if pytestconfig.getoption("nightly") else MATCHES
    old = [start(), start()]
    new = [start(otherwise, on_drift="rewind", lease_ms=2000) for _ in range(2)]
    channels = [grpc.aio.insecure_channel(server.address, options=CHANNEL) for server in (*old, *new)]
    stubs = [match_service_pb2_grpc.MatchServiceStub(channel) for channel in channels]
    called = stubs[:2]
    players = [Player(called, seed) for seed in range(matches)]
    games = [GAMES[number % len(GAMES)] for number in range(matches)]
    playing = [asyncio.create_task(player.play(ruleset_of(game))) for player, game in zip(players, games, strict=True)]
    for step in range(2):
        await played(players, (2 * step + 1) * 8 * matches)
        called.append(stubs[2 + step])
        await played(players, (2 * step + 2) * 8 * matches)
        called.remove(stubs[step])
        await asyncio.to_thread(old[step].stop)
    running = sum(not task.done() for task in playing)
    names = await asyncio.gather(*playing)
    for channel in channels:
        await channel.close()
    seen = sum((player.seen for player in players), start=players[0].seen.__class__())
    rewinds = sum(server.metric("sanguosha_rewinds_total") for server in new)
    print(f"{matches} matches, {running} ran on when the last old server had gone, {rewinds:.0f} rewound; {dict(seen)}")
    assert running > matches // 2
    async with Store(apart.url) as records:
        for name in names:
            await check_replay(records, name.removeprefix("matches/"))
    assert not any('"level": "error"' in server.log() for server in (*old, *new))
    assert not any(server.metric("sanguosha_drifts_total") for server in new)


async def played(players: Sequence[Player], answers: int) -> None:
    """So many answers were given in all."""
    while sum(player.seen["OUTCOME_APPLIED"] for player in players) < answers:
        await asyncio.sleep(0.02)
