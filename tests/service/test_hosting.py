"""A replica and its store: nothing is told before it is written, and no warm copy stands in the way of a fresh one."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from sanguosha.v1 import match_service_pb2 as pb

from engine.match import Match
from service.errors import ServiceError
from service.hosting import Hosted
from service.matches.stored import State, decode_stored, encode, encode_stored
from service.matches.terms import TableOptions
from service.store import EventPage, Store, StoreUnavailable, Write, new_commit_id
from service.telling import updates
from service.telling.cursors import Cursor, tag_of
from service.telling.updates import News, told
from tests.service.planting import stop_where
from tests.service.replica import Replica
from tests.service.tables import reached


async def planted(replica: Replica, live: Match) -> str:
    """A match that stands where `live` does, with events that nobody has at hand."""
    match_id = await replica.table(live.game.ruleset.seats)
    found = await replica.store.load(match_id)
    assert found is not None
    stored = msgspec.structs.replace(
        decode_stored(found.state), state=State.PLAYING, ruleset=live.game.ruleset, record=live.record()
    )
    events = [encode(event) for event in live.game.events[-1:]] * (live.game.event_count - found.head)
    write = Write(commit=new_commit_id(), state=encode_stored(stored), events=events)
    await replica.store.commit(match_id, None, write, expected_commit=found.commit, expected_head=found.head)
    return match_id


def is_asked_together(match: Match) -> bool:
    return len(match.open) > 1 and 150 < match.game.event_count < 400


async def test_an_answer_that_is_not_written_yet_is_told_to_nobody(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes while the events before are fetched, and the store then refuses it."""
    replica = Replica(store)
    match_id = await planted(replica, stop_where(is_asked_together))
    decision = (await replica.asked(match_id))[0]
    fetch, acting = store.events, []

    async def refuse(*_: Any, **__: Any) -> None:
        await asyncio.sleep(0.05)
        raise StoreUnavailable("not now")

    async def fetch_meanwhile(*which: Any) -> EventPage | None:
        acting.append(asyncio.create_task(replica.act(match_id, decision.default_answer, decision.seat)))
        await asyncio.sleep(0.01)
        return await fetch(*which)

    monkeypatch.setattr(store, "commit", refuse)
    monkeypatch.setattr(store, "events", fetch_meanwhile)
    update = await replica.next(match_id, decision.seat, 1)
    assert len(acting) == 1
    assert isinstance((await asyncio.gather(*acting, return_exceptions=True))[0], Exception)
    assert len(update.events) == reached(update) - 1
    assert list(update.open) == [decision.id]


async def test_what_happens_while_events_are_fetched_is_told_after_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whomever: the other replica does not wait for this one."""
    replica, other = Replica(store), Replica(store)
    match_id = await planted(replica, stop_where(lambda match: 150 < match.game.event_count < 300))
    decision = (await replica.asked(match_id))[0]
    answer, seat = decision.default_answer, decision.seat
    fetch, acting = store.events, []

    async def fetch_meanwhile(*which: Any) -> EventPage | None:
        acting.append(asyncio.create_task(replica.act(match_id, answer, seat)))
        await other.act(match_id, answer, seat)
        return await fetch(*which)

    before = (await replica.view(match_id, 0)).view.event_ordinal
    monkeypatch.setattr(store, "events", fetch_meanwhile)
    update = await replica.next(match_id, 0, 1)
    assert reached(update) == before
    assert [event.ordinal for event in update.events] == list(range(2, before + 1))
    monkeypatch.setattr(store, "events", fetch)
    assert (await acting[0]).outcome == pb.OUTCOME_SUPERSEDED
    later = await replica.next(match_id, 0, before)
    assert reached(later) > before
    assert [event.ordinal for event in later.events] == list(range(before + 1, reached(later) + 1))


async def test_a_superseded_answer_gets_an_update_and_an_etag_of_one_moment(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although others go on playing between any two reads."""
    replica, other = Replica(store), Replica(store)
    match_id = await replica.table()
    first = (await replica.asked(match_id))[0]
    await replica.act(match_id, first.default_answer, first.seat)
    read, seen = replica.app.backend.host.read, {}

    async def read_and_move(*which: Any) -> Any:
        hosted = await read(*which)
        etag = (await other.view(match_id, first.seat)).etag
        seen[hosted.head] = etag
        decision = (await other.asked(match_id))[0]
        await other.act(match_id, decision.default_answer, decision.seat)
        return hosted

    monkeypatch.setattr(replica.app.backend.host, "read", read_and_move)
    response = await replica.act(match_id, first.default_answer, first.seat)
    assert response.etag == seen[reached(response.update)]


async def test_a_warm_copy_that_was_overtaken_does_not_hide_that_the_house_is_asked(store: Store) -> None:
    bots = (1, 2, 3, 4)
    behind, other = Replica(store), Replica(store)
    match_id = await behind.table(bots=bots)
    while not (asked := [d for d in await other.asked(match_id) if d.seat not in bots]):
        await other.serve_due(match_id)
    await behind.app.backend.host.read(match_id)
    while asked := [d for d in await other.asked(match_id) if d.seat not in bots]:
        await other.act(match_id, asked[0].default_answer, asked[0].seat)
    before = await other.asked(match_id)
    await behind.serve_due(match_id)
    assert await other.asked(match_id) != before


def test_a_decision_that_was_sent_before_is_named_and_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    live = stop_where(lambda match: bool(match.open))
    seat, decision = next(iter(live.open.items()))
    stored: Any = type(
        "Stored", (), {"state": State.PLAYING, "revision": 1, "options": TableOptions(), "paused": False}
    )()
    monkeypatch.setattr(updates.decisions, "fill", None)
    hosted = Hosted("m", b"", live.game.event_count, stored, live, 0)
    update = told(hosted, seat, Cursor(0, 1, 0, tag_of("m")), News([]), (decision.id, 0, False))
    assert (list(update.open), list(update.decisions)) == ([decision.id], [])


def test_a_fault_does_not_grow_with_every_call_that_meets_it() -> None:
    fault = ServiceError("DRIFT", "other answers")
    stored: Any = None
    hosted = Hosted("m", b"", 0, stored, None, 0, fault)
    for _ in range(100):
        with pytest.raises(ServiceError):
            _ = hosted.live
    depth, trace = 0, fault.__traceback__
    while trace is not None:
        depth, trace = depth + 1, trace.tb_next
    assert depth < 5
