"""Where silent waits are asked for, every window lasts its least duration, and the match goes on by itself."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from random import Random

from sanguosha.v1 import decision_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store import EmbeddedServer, Store
from tests.service.playing import any_answer
from tests.service.replica import Replica
from tests.service.serving import Server
from tests.service.tables import BEGINNING, Calls, reached, refusal, ruleset

WAIT_MS = 150
HELD = (decision_pb2.DECISION_KIND_RESPOND, decision_pb2.DECISION_KIND_INVOKE)


async def windows_of(calls: Calls) -> list[float]:
    """How long, in seconds, the first windows of a match among house players were open, for somebody who watches."""
    playing = ruleset(4)
    playing.options.silent_waits.FromMilliseconds(WAIT_MS)
    match = await calls.create(playing=playing, bots=range(4))
    assert match.ruleset.options.silent_waits.ToMilliseconds() == WAIT_MS
    await calls.start(match.name)
    lasted: list[float] = []
    opened: float | None = None
    stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=match.name, cursor=BEGINNING))
    async for message in stream:
        for event in message.update.events:
            match event.WhichOneof("event"):
                case "window_opened":
                    opened = time.monotonic() if event.window_opened.kind in HELD else None
                case "window_closed" if opened is not None:
                    lasted.append(time.monotonic() - opened)
        if len(lasted) > 6 or message.update.state != match_pb2.MATCH_STATE_PLAYING:
            stream.cancel()
            break
    return lasted


async def test_no_window_is_shorter_than_its_least_duration(tmp_path: Path) -> None:
    with Server(tmp_path, bot_delay_ms=0, sweep_ms=10) as server:
        async with Calls(server.address) as calls:
            lasted = await windows_of(calls)
    assert len(lasted) > 3
    # The watcher hears of opening and closing with the same small delay.
    assert min(lasted) > 0.9 * WAIT_MS / 1000


async def test_a_window_is_let_go_by_whichever_replica_is_alive(tmp_path: Path, apart: EmbeddedServer) -> None:
    first = Server(tmp_path / "a", redis_url=apart.url, bot_delay_ms=0, sweep_ms=10).start()
    async with Calls(first.address) as calls:
        playing = ruleset(4)
        playing.options.silent_waits.FromMilliseconds(WAIT_MS)
        match = await calls.create(playing=playing, bots=range(4))
        await calls.start(match.name)
    first.stop(signal.SIGKILL)
    with Server(tmp_path / "b", redis_url=apart.url, bot_delay_ms=0, sweep_ms=10, lease_ms=200) as second:
        async with Calls(second.address) as calls:
            stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=match.name))
            before = reached((await stream.read()).update)
            for _ in range(5):
                after = reached((await stream.read()).update)
            assert after > before
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
