"""Where silent waits are asked for, every window lasts its least duration, and the match goes on by itself."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from random import Random

from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.events import WindowClosed, WindowOpened
from service.duty.clock import SECRET
from service.matches.stored import decode_log, decode_stored
from service.replays.advancing import advance
from service.store import EmbeddedServer, Store
from tests.service.playing import any_answer
from tests.service.replica import Replica
from tests.service.serving import Server
from tests.service.streaming import SOON
from tests.service.tables import BEGINNING, Calls, reached, refusal, ruleset

WAIT_MS = 150
HELD = (decision_pb2.DECISION_KIND_RESPOND, decision_pb2.DECISION_KIND_INVOKE)


async def held(calls: Calls) -> str:
    """A match among house players that has started, and whose windows last."""
    playing = ruleset(4)
    playing.options.silent_waits.FromMilliseconds(WAIT_MS)
    match = await calls.create(playing=playing, bots=range(4))
    assert match.ruleset.options.silent_waits.ToMilliseconds() == WAIT_MS
    await calls.start(match.name)
    return match.name


async def windows_of(store: Store, match_id: str) -> list[int]:
    """How many milliseconds each window was open so far, by the clock of Redis."""
    found = await store.load(match_id)
    assert found is not None
    stored = decode_stored(found.state)
    live, told, opened_ms, lasted = None, 0, 0, list[int]()
    for timed in await store.log(match_id):
        live, _ = advance(live, decode_log(timed.entry), stored.ruleset, stored.seed)
        assert live is not None
        for event in live.events_after(told) or ():
            match event:
                case WindowOpened():
                    opened_ms = timed.ms if event.kind in SECRET else 0
                case WindowClosed() if opened_ms:
                    lasted.append(timed.ms - opened_ms)
        told = live.game.event_count
    return lasted


async def test_no_window_is_shorter_than_its_least_duration(
    tmp_path: Path, apart: EmbeddedServer, apart_records: Store
) -> None:
    with Server(tmp_path, redis_url=apart.url, bot_delay_ms=0, sweep_ms=10) as server:
        async with Calls(server.address) as calls, asyncio.timeout(SOON):
            name = await held(calls)
            stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=name, cursor=BEGINNING))
            opened = 0
            while opened <= 4:
                events = (await stream.read()).update.events
                opened += sum(event.window_opened.kind in HELD for event in events)
            stream.cancel()
    lasted = await windows_of(apart_records, name.removeprefix("matches/"))
    assert len(lasted) >= 4
    assert min(lasted) >= WAIT_MS


async def test_a_window_is_let_go_by_whichever_replica_is_alive(tmp_path: Path, apart: EmbeddedServer) -> None:
    first = Server(tmp_path / "a", redis_url=apart.url, bot_delay_ms=0, sweep_ms=10).start()
    async with Calls(first.address) as calls:
        name = await held(calls)
    first.stop(signal.SIGKILL)
    with Server(tmp_path / "b", redis_url=apart.url, bot_delay_ms=0, sweep_ms=10, lease_ms=200) as second:
        async with Calls(second.address) as calls, asyncio.timeout(SOON):
            stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=name))
            before = reached((await stream.read()).update)
            while reached((await stream.read()).update) == before:  # who answers unseen moves nothing
                pass
            stream.cancel()


async def test_a_wait_out_of_range_is_refused(calls: Calls) -> None:
    playing = ruleset(4)
    playing.options.silent_waits.FromMilliseconds(60_000)
    refused = await refusal(calls.create(playing=playing))
    assert refused.reason == "RULESET_INVALID"


async def held_until(replica: Replica, match_id: str) -> int:
    """0 where no window is held."""
    hosted = await replica.app.backend.host.read(match_id)
    assert hosted.live is not None
    return hosted.opened_ms + 5000 if hosted.live.holding else 0


async def test_a_window_is_held_until_an_instant_that_answers_and_replicas_do_not_move(store: Store) -> None:
    """The instant is on the clock of Redis alone; whoever looks earlier lets nothing go, whoever looks then does."""
    replica = Replica(store)
    match_id = await replica.table(silent_waits_ms=5000)
    rng = Random(1)
    while not await held_until(replica, match_id):
        decision = (await replica.asked(match_id))[0]
        await replica.act(match_id, any_answer(rng, decision), decision.seat)
    instant = await held_until(replica, match_id)
    assert 0 < instant - await store.now_ms() <= 5000
    for decision in await replica.asked(match_id):
        other = Replica(store)
        await other.act(match_id, decision.default_answer, decision.seat)
        assert await held_until(other, match_id) == instant
    head = (await replica.view(match_id, 0)).view.event_ordinal
    for early in (replica, Replica(store)):
        await early.serve_due(match_id, instant - 1)
        assert (await replica.view(match_id, 0)).view.event_ordinal == head
    await Replica(store).serve_due(match_id, instant)
    assert (await replica.view(match_id, 0)).view.event_ordinal > head
