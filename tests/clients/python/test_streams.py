"""Streams of the client in Python: nothing is missing and nothing comes twice, whatever becomes of the connection."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import aclosing, suppress
from pathlib import Path

import pytest
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha_client import Client, SanguoshaError, Seat, watcher

from service.store import EmbeddedServer
from tests.clients.python.playing import all_of, first_of, ordinals, play, table
from tests.service.serving import READY_WITHIN, Server

SOON = 30.0  # seconds; on a busy machine, too


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path / "store") as embedded:
        yield embedded


async def begun(client: Client, seat: Seat) -> asyncio.Task[list[pb.Update]]:
    """A watch of the seat that has begun."""
    watching = client.watch(seat.name, seat.token)
    task = asyncio.create_task(all_of(watching))
    while not watching.cursor:
        await asyncio.sleep(0.01)
    return task


async def test_a_seat_sees_every_event_of_its_match_once(client: Client) -> None:
    seats = await table(client, 2)
    updating = [asyncio.create_task(_all(seat)) for seat in seats]
    watching = [await begun(client, seat) for seat in seats]
    await client.start(seats[0].name)
    await play(*seats)
    count = (await client.replay(seats[0].name)).event_count
    for seat, task, watched in zip(seats, updating, watching, strict=True):
        updates = await task
        assert ordinals(updates) == list(range(1, count + 1))
        assert ordinals(await watched) == list(range(1, count + 1))
        assert updates[-1].state == seat.match.state == match_pb2.MATCH_STATE_FINISHED
        assert seat.cursor == updates[-1].cursor
        decisions = [decision.id for update in updates for decision in update.decisions]
        assert decisions == sorted(set(decisions))


async def _all(seat: Seat) -> list[pb.Update]:
    return [update async for update in seat.updates()]


async def test_another_process_goes_on_from_a_cursor(client: Client) -> None:
    [seat] = await table(client, heroes=False)
    await client.start(seat.name)
    first: list[pb.Update] = []
    async for update in client.watch(seat.name, seat.token, cursor="0"):
        first.append(update)
        if update.decisions:  # for which the match waits
            break
    resumed = await Seat.resume(client, seat.name, seat.token, first[-1].cursor)
    playing = asyncio.create_task(play(seat))
    second = await _all(resumed)
    await playing
    assert not any(update.HasField("snapshot") for update in first + second)
    assert ordinals(first + second) == list(range(1, (await client.replay(seat.name)).event_count + 1))
    assert await _all(resumed) == []


async def test_a_watch_that_was_left_goes_on_where_it_was(client: Client) -> None:
    [seat] = await table(client, heroes=False)
    await client.start(seat.name)
    watching = client.watch(seat.name)
    first = await first_of(watching)
    assert first.HasField("snapshot")
    await play(seat)
    rest = await all_of(watching)
    count = (await client.replay(seat.name)).event_count
    told = ordinals(rest) or [rest[0].snapshot.event_ordinal]  # a long match is told anew
    assert told[-1] == count
    assert ordinals(rest)[:1] in ([first.snapshot.event_ordinal + 1], [])


async def test_one_stream_sends_a_decision_again_when_a_pause_begins_and_when_it_ends(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    [seat] = await table(client, heroes=False, deadlines=3600)
    await client.start(seat.name)
    opened: list[str] = []
    watch = client.connection.matches.WatchMatch
    monkeypatch.setattr(
        client.connection.matches,
        "WatchMatch",
        lambda request, **how: opened.append(request.cursor) or watch(request, **how),
    )
    told: list[tuple[int, bool]] = []
    async with asyncio.timeout(SOON), aclosing(seat.updates()) as updates:
        async for update in updates:
            if not update.decisions:
                continue
            [decision] = update.decisions
            told.append((decision.id, decision.HasField("deadline")))
            if len(told) == 1:
                first = decision
                await seat.pause()
            elif len(told) == 2:
                await seat.resume_match()
            else:
                break
    assert told == [(first.id, True), (first.id, False), (first.id, True)]
    assert decision.deadline.ToMilliseconds() > first.deadline.ToMilliseconds()
    assert opened == [""]


async def test_a_decision_comes_again_where_a_pause_ended_while_nobody_looked(client: Client) -> None:
    [seat] = await table(client, heroes=False)
    await client.start(seat.name)
    watching = client.watch(seat.name, seat.token)
    async with asyncio.timeout(SOON):
        async for update in watching:
            if update.decisions:
                break
        await seat.pause()
        assert (await first_of(watching)).match.paused
        await seat.resume_match()
        after = await first_of(watching)
    assert not after.match.paused
    assert list(after.decisions) == list(update.decisions)


async def test_a_cursor_that_does_not_fit_is_told(client: Client) -> None:
    [seat], [other] = await table(client, heroes=False), await table(client, heroes=False)
    await client.start(seat.name)
    strange = (await first_of(client.watch(other.name))).cursor
    anew = await first_of(client.watch(seat.name, cursor=strange))
    assert (anew.reset, anew.HasField("snapshot")) == (pb.RESET_CURSOR_OF_ANOTHER_MATCH, True)
    with pytest.raises(SanguoshaError) as caught:
        await all_of(client.watch(seat.name, cursor="made up"))
    assert (caught.value.reason, caught.value.metadata) == ("FIELD_INVALID", {"field": "cursor"})


async def test_streams_that_get_old_and_streams_that_are_silent_are_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "LONGEST_SILENCE", 0.1)
    with Server(tmp_path, bot_delay_ms=5, sweep_ms=20, max_stream_age=0.2) as server:
        async with Client(server.address) as client:
            [seat] = await table(client, seats=4, heroes=False)
            updating = await begun(client, seat)
            await asyncio.sleep(0.4)
            await client.start(seat.name)
            await play(seat)
            updates = await updating
            assert ordinals(updates) == list(range(1, (await client.replay(seat.name)).event_count + 1))
            assert len({_said(update) for update in updates}) == len(updates)
            assert server.metric("grpc_server_handled_total", grpc_method="WatchMatch") > 4


def _said(update: pb.Update) -> tuple[str, int, tuple[int, ...]]:
    return update.cursor, update.state, tuple(update.open)


async def test_a_server_that_is_killed_and_one_that_is_stopped_come_back_unnoticed(
    tmp_path: Path, store: EmbeddedServer
) -> None:
    """Two servers on one store, of which one is watched undisturbed and the other comes and goes."""
    # A short lease: what a killed server was about to do waits for it.
    settings = {"redis_url": store.url, "bot_delay_ms": 60, "sweep_ms": 20, "lease_ms": 300}
    with (
        Server(tmp_path / "steady", **settings) as steady,
        Server(tmp_path / "shaky", **settings, drain=0.1) as shaky,
    ):
        async with (
            Client(steady.address) as undisturbed,
            Client(shaky.address, patience=READY_WITHIN) as disturbed,
        ):
            seats = await table(disturbed, 2, heroes=False)
            watching = [await begun(client, seat) for client in (undisturbed, disturbed) for seat in seats]
            await disturbed.start(seats[0].name)
            outcomes = Counter[int]()
            playing = asyncio.create_task(play(*seats, outcomes=outcomes))
            for signum in (signal.SIGKILL, signal.SIGTERM):
                await _some_more(outcomes, playing)
                await asyncio.to_thread(shaky.stop, signum)
                await asyncio.to_thread(shaky.start)
            await _some_more(outcomes, playing)
            with suppress(SanguoshaError):  # MATCH_OVER: it was a short one
                await undisturbed.abandon(seats[0].name)
            await playing
            watched = [await task for task in watching]
            count = (await undisturbed.replay(seats[0].name)).event_count
    for before, after in zip(watched[:2], watched[2:], strict=True):
        assert ordinals(before) == ordinals(after) == list(range(1, count + 1))
        assert [event for update in before for event in update.events] == [
            event for update in after for event in update.events
        ]
    assert outcomes[pb.OUTCOME_APPLIED] > 0
    assert set(outcomes) <= {pb.OUTCOME_APPLIED, pb.OUTCOME_SUPERSEDED}


async def _some_more(outcomes: Counter[int], playing: asyncio.Task[Counter[int]]) -> None:
    """Until some answers more have been applied, or the match is over."""
    wanted = outcomes[pb.OUTCOME_APPLIED] + 3
    async with asyncio.timeout(SOON):
        while outcomes[pb.OUTCOME_APPLIED] < wanted and not playing.done():
            await asyncio.sleep(0.01)


async def test_several_servers_take_turns_and_one_of_them_may_die(tmp_path: Path, store: EmbeddedServer) -> None:
    with (
        Server(tmp_path / "one", redis_url=store.url, bot_delay_ms=1, sweep_ms=20, lease_ms=300) as one,
        Server(tmp_path / "two", redis_url=store.url, bot_delay_ms=1, sweep_ms=20, lease_ms=300) as two,
    ):
        async with Client(one.address, two.address) as client:
            [seat] = await table(client, heroes=False)
            async with asyncio.timeout(SOON):  # one that is not connected yet has no turn
                while min(_got(one), _got(two)) < 5:
                    await client.get(seat.name)
            two.stop(signal.SIGKILL)
            await client.start(seat.name)
            assert (await play(seat))[pb.OUTCOME_APPLIED] > 0


def _got(server: Server) -> float:
    return server.metric("grpc_server_handled_total", grpc_method="GetMatch", grpc_code="OK")


async def test_who_leaves_a_loop_early_leaves_no_stream_behind(client: Client, server: Server) -> None:
    [seat] = await table(client)
    await client.start(seat.name)
    async for _ in seat.decisions():
        break
    async for _ in seat.updates():
        break
    async for _ in client.watch(seat.name):
        break
    async with asyncio.timeout(SOON):
        while server.metric("grpc_server_streams"):
            await asyncio.sleep(0.02)
