"""A delayed spectator is told exactly what one without a delay was told that long ago."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import msgspec
import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_pb2, replay_service_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import table_service_pb2 as tables
from sanguosha.v1.lobby_service_pb2 import RematchRequest

from engine.match import Match
from service import hosting
from service.errors import ServiceError
from service.matches.stored import State, decode_log, decode_stored, encode_stored
from service.replays.advancing import advance
from service.store import Request, Store, Write
from service.store.keys import keys_of
from service.telling import spectators
from service.telling.updates import FIRST_MESSAGES
from tests.service.behind import DELAY_MS, Delayed, delayed, first_of, told, watched
from tests.service.lobbies import create
from tests.service.replica import SOMEBODY, seated
from tests.service.tables import BEGINNING, OVER, SEED, Calls, reached, request_id

PLAYING = match_pb2.MATCH_STATE_PLAYING
SOON = 10.0  # seconds


@pytest.fixture
def behind(store: Store, monkeypatch: pytest.MonkeyPatch) -> Delayed:
    monkeypatch.setattr(hosting, "RECENT_EVENTS", 10**6)  # for the spectator without a delay
    return Delayed(store)


async def test_at_any_time_it_is_what_was_told_that_long_ago(behind: Delayed) -> None:
    """While the match goes on, and after it is over; by a replica that was there and by one that comes just then."""
    await behind.create()
    await behind.start()
    instants = [await behind.note()]
    shown = 0
    while not await behind.over():
        await behind.move()
        instants.append(await behind.note())
        if len(instants) % 7 == 0:
            shown += 5
            assert await behind.later(instants[shown] + DELAY_MS) == behind.told[instants[shown]]
    assert len(behind.told) > 40
    left = [instant for instant in behind.told if instant > instants[shown]]
    assert len(left) > 10
    for earlier, instant in zip([instants[shown], *left], left, strict=False):
        if earlier < instant:
            assert await behind.later(instant + DELAY_MS - 1) == behind.told[earlier]
        assert await behind.later(instant + DELAY_MS) == behind.told[instant]
    middle = left[len(left) // 2]
    fresh = behind.comes_late()
    assert await behind.later(middle + DELAY_MS, fresh) == behind.told[middle]


async def updates_while(behind: Delayed, instants: list[int]) -> list[pb.WatchMatchResponse]:
    """What one stream says that is open for all of these times."""
    stream = watched(behind.late, behind.name, BEGINNING)
    said = []
    reading = asyncio.ensure_future(anext(stream))
    for instant in instants:
        behind.clock.ms = instant
        behind.store.wake_all()
        while await asyncio.wait({reading}, timeout=0.05) and reading.done():
            try:
                said.append(reading.result())
            except StopAsyncIteration:
                return said
            reading = asyncio.ensure_future(anext(stream))
    reading.cancel()
    return said


async def test_the_end_comes_with_the_last_update_and_not_before(behind: Delayed) -> None:
    """The match is long over, and so has another revision; until then nothing on the stream says so."""
    await behind.create()
    await behind.start()
    instants = [await behind.note()]
    for _ in range(8):
        await behind.move()
        instants.append(await behind.note())
    await behind.abandon()
    instants.append(await behind.note())
    *updates, last, end = await updates_while(behind, [instant + DELAY_MS for instant in dict.fromkeys(instants)])
    assert end == pb.WatchMatchResponse(end=pb.STREAM_END_MATCH_OVER)
    assert [each.update.state for each in updates] == [PLAYING] * len(updates)
    assert [each.update.HasField("match") for each in updates] == [True] + [False] * (len(updates) - 1)
    assert all(each.update.match.seed == b"" for each in updates)
    assert last.update.state == match_pb2.MATCH_STATE_ABANDONED
    assert last.update.match.seed == SEED


async def test_a_stream_that_waits_is_not_woken_by_the_end(behind: Delayed) -> None:
    """An update without news would tell of it."""
    await behind.create()
    await behind.start()
    started = await behind.note()
    for _ in range(3):
        await behind.move()
    behind.clock.ms = started + DELAY_MS
    stream = watched(behind.late, behind.name, "")
    first = await anext(stream)
    waiting = asyncio.ensure_future(anext(stream))
    await behind.abandon()
    joined = [
        await behind.call(
            "Rematch", RematchRequest(name=behind.name, request_id=request_id()), seated(behind.match_id, seat)
        )
        for seat in range(2)
    ]
    assert joined
    behind.store.wake_all()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(waiting), 0.1)
    now = await first_of(behind.late, behind.name, "")
    assert now == first
    waiting.cancel()


async def test_the_match_is_told_when_its_start_is(behind: Delayed) -> None:
    await behind.create()
    behind.clock.ms = await behind.store.now_ms()
    lobby = (await first_of(behind.late, behind.name, "")).update
    await behind.start()
    started = await behind.note()
    after = (await behind.later(started + DELAY_MS - 1)).snapshot
    assert pb.WatchMatchResponse.FromString(after).update == lobby
    behind.clock.ms = started + DELAY_MS
    update = (await first_of(behind.late, behind.name, lobby.cursor)).update
    assert (update.state, update.match.state) == (PLAYING, PLAYING)
    assert update.events[0].ordinal == 1


async def test_an_abandoned_lobby_is_told_late(behind: Delayed) -> None:
    await behind.create()
    behind.clock.ms = await behind.store.now_ms()
    before = await told(behind.late, behind.name)
    await behind.abandon()
    ended = await behind.note()
    assert await behind.later(ended + DELAY_MS - 1) == before
    assert await behind.later(ended + DELAY_MS) == behind.told[ended]


async def test_who_sits_where_and_pauses_are_told_at_once(behind: Delayed) -> None:
    """They are no part of the table, and `GetMatch` tells them to everybody."""
    await behind.create()
    await behind.start()
    started = await behind.note()
    pause = tables.PauseMatchRequest(name=behind.name, request_id=request_id())
    await behind.call("PauseMatch", pause, seated(behind.match_id, 2))
    concede = tables.ConcedeMatchRequest(name=behind.name, request_id=request_id())
    await behind.call("ConcedeMatch", concede, seated(behind.match_id, 3))
    behind.clock.ms = started + DELAY_MS
    update = (await first_of(behind.late, behind.name, "")).update
    assert list(update.match.pause_requested_by) == [2]
    assert update.match.seats[3].conceded
    assert update.snapshot.seats[3].alive
    assert update.snapshot == behind_view(behind, started)


def behind_view(behind: Delayed, instant: int) -> Any:
    return pb.GetViewResponse.FromString(behind.told[instant].view).view


async def test_a_concession_takes_effect_late(behind: Delayed) -> None:
    await behind.create()
    await behind.start()
    concede = tables.ConcedeMatchRequest(name=behind.name, request_id=request_id())
    await behind.call("ConcedeMatch", concede, seated(behind.match_id, 3))
    while (await behind.hosted()).live.game.players[3].alive:
        before = await behind.note()
        await behind.move()
    died = await behind.note()
    assert await behind.later(before + DELAY_MS) == behind.told[before]
    assert behind_view(behind, before).seats[3].alive
    assert await behind.later(died + DELAY_MS) == behind.told[died]
    assert not behind_view(behind, died).seats[3].alive


async def test_seats_are_not_delayed(behind: Delayed) -> None:
    await behind.create()
    await behind.start()
    for _ in range(5):
        await behind.move()
    for seat in range(4):
        here = await behind.table.view(behind.match_id, seat)
        assert await behind.late.view(behind.match_id, seat) == here
        assert here.view.event_ordinal == (await behind.hosted()).head


async def test_outside_of_the_table_the_end_is_told_at_once(behind: Delayed) -> None:
    """The result, where the chance came from, and the replay: nothing can be told to a seat any more that helps it."""
    await behind.create()
    await behind.start()
    started = await behind.note()
    await behind.abandon()
    behind.clock.ms = started + DELAY_MS
    match = await behind.late.app.call("GetMatch")(pb.GetMatchRequest(name=behind.name), SOMEBODY)
    assert (match.state, match.seed) == (match_pb2.MATCH_STATE_ABANDONED, SEED)
    page = await behind.late.app.call("ListMatches")(pb.ListMatchesRequest(), SOMEBODY)
    assert list(page.matches) == [match]
    replay = replay_service_pb2.GetReplayRequest(name=behind.name)
    assert (await behind.late.app.call("GetReplay")(replay, SOMEBODY)).match.seed == SEED


async def test_everything_is_turned_up_when_the_match_is_over_for_them_too(behind: Delayed) -> None:
    await behind.create()
    await behind.start()
    await behind.move()
    await behind.abandon()
    ended = await behind.note()
    everything = pb.GetViewRequest(name=behind.name, reveal_all=True)
    behind.clock.ms = ended + DELAY_MS - 1
    with pytest.raises(ServiceError) as refused:
        await behind.late.app.call("GetView")(everything, SOMEBODY)
    assert refused.value.reason == "MATCH_NOT_OVER"
    at_once = await behind.late.app.call("GetView")(everything, seated(behind.match_id, 0))
    behind.clock.ms = ended + DELAY_MS
    late = await behind.late.app.call("GetView")(everything, SOMEBODY)
    assert late.view == at_once.view
    assert all(len(seat.hand) == seat.hand_count for seat in late.view.seats)


async def say(behind: Delayed, text: str) -> int:
    request = tables.SendMessageRequest(name=behind.name, request_id=request_id(), text=text)
    said = await behind.call("SendMessage", request, seated(behind.match_id, int(text) % 4))
    return int(said.create_time.ToMilliseconds())


async def test_talk_is_heard_late(behind: Delayed) -> None:
    await behind.create(talk=True)
    await behind.start()
    behind.clock.ms = await say(behind, "0") + DELAY_MS - 1
    first = (await first_of(behind.late, behind.name, BEGINNING)).update
    assert not first.messages
    behind.clock.ms += 1
    second = (await first_of(behind.late, behind.name, first.cursor)).update
    assert [message.text for message in second.messages] == ["0"]
    third = (await first_of(behind.late, behind.name, second.cursor)).update
    assert not third.messages


async def test_who_comes_late_hears_the_last_messages_of_that_time(behind: Delayed) -> None:
    """Not those among the last of now that are old enough."""
    await behind.create(talk=True)
    await behind.start()
    said = [await say(behind, str(n)) for n in range(24)]
    for n in (5, 11, 23):
        behind.clock.ms = said[n] + DELAY_MS
        update = (await first_of(behind.late, behind.name, "")).update
        assert [message.text for message in update.messages] == [str(m) for m in range(n + 1)][-FIRST_MESSAGES:]


async def test_cursors_of_a_delayed_spectator_go_on_where_they_were(behind: Delayed) -> None:
    await behind.create()
    await behind.start()
    instants = [await behind.note()]
    for _ in range(12):
        await behind.move()
        instants.append(await behind.note())
    ordinals, cursor = [], BEGINNING
    for instant in instants:
        behind.clock.ms = instant + DELAY_MS
        update = (await first_of(behind.comes_late(), behind.name, cursor)).update
        assert not update.reset
        ordinals += [event.ordinal for event in update.events]
        cursor = update.cursor
    assert ordinals == list(range(1, (await behind.hosted()).head + 1))
    behind.clock.ms = instants[0] + DELAY_MS
    ahead = (await first_of(behind.comes_late(), behind.name, cursor)).update
    assert ahead.reset == pb.RESET_CURSOR_AHEAD


async def test_a_match_of_the_same_name_is_another_match(behind: Delayed) -> None:
    """One that has expired may be created again by the same request: nobody watches the old one on."""
    await behind.create()
    await behind.start()
    for _ in range(3):
        await behind.move()
    instant = await behind.note()
    assert await behind.later(instant + DELAY_MS) == behind.told[instant]
    found = await behind.store.load(behind.match_id)
    assert found is not None
    await behind.store.delete(behind.match_id)
    again = msgspec.structs.replace(decode_stored(found.state), salt=bytes(16), state=State.LOBBY, record=None)
    write = Write(commit=b"again", state=encode_stored(again))
    await behind.store.create(behind.match_id, Request.of("", "again", b""), write)
    await behind.start()
    for _ in range(6):
        begun = await behind.note()
        await behind.move()
    assert await behind.later(begun + DELAY_MS) == behind.told[begun]


@pytest.mark.parametrize("moves", [0, 1, 2, 5])
async def test_what_the_store_has_lost_is_not_told_on(behind: Delayed, redis: Redis, moves: int) -> None:
    """However far the match has come again by then, otherwise than before."""
    await behind.create()
    await behind.start()
    keys = keys_of(behind.match_id)
    kept = {key: await redis.dump(key) for key in (keys.match, keys.events, keys.log)}
    for _ in range(3):
        await behind.move()
    instant = await behind.note()
    assert await behind.later(instant + DELAY_MS) == behind.told[instant]
    for key, value in kept.items():
        await redis.restore(key, 0, value, replace=True)
    behind.rng.seed(99)
    for _ in range(moves):
        await behind.move()
    after = await behind.note()
    assert await behind.later(max(after, instant) + DELAY_MS) == behind.told[after]


async def test_no_more_replays_are_kept_than_a_server_has_room_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectators, "MOST_REPLAYS", 2)
    matches = [Delayed(store) for _ in range(4)]
    for each in matches:
        each.late = matches[0].late
        each.clock = matches[0].clock
        await each.create()
        await each.start()
        await each.note()
    for each in (*matches, *matches):
        [(instant, expected)] = each.told.items()
        assert await each.later(instant + DELAY_MS) == expected
    assert len(matches[0].late.app.backend.spectators._replays) == 2


# -- on a real server


async def test_every_event_comes_no_sooner_than_it_may_and_all_of_them_come(calls: Calls, records: Store) -> None:
    """A match of the house, watched from its beginning until the stream ends; the times are those of the log."""
    match = await create(calls, delayed(4, 300), bot_seats=range(4), seed=SEED)
    stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=match.name))
    first = await asyncio.wait_for(stream.read(), SOON)
    assert first.update.state == match_pb2.MATCH_STATE_LOBBY
    await calls.start(match.name)
    arrived: list[tuple[int, int]] = []
    while True:
        message = await asyncio.wait_for(stream.read(), SOON)
        if message.end:
            assert message.end == pb.STREAM_END_MATCH_OVER
            break
        arrived.append((reached(message.update), await records.now_ms()))
        last = message.update
    assert await stream.read() is grpc.aio.EOF
    assert last.state in OVER
    assert last.match.result.winners
    match_id = match.name.removeprefix("matches/")
    found = await records.load(match_id)
    assert found is not None
    assert reached(last) == found.head
    heads = await heads_by_time(records, match_id)
    for head, at in arrived:
        assert head <= max((known for ms, known in heads if ms + 300 <= at), default=0)


async def heads_by_time(records: Store, match_id: str) -> list[tuple[int, int]]:
    """When the match had come to which event, by its log."""
    found = await records.load(match_id)
    assert found is not None
    stored = decode_stored(found.state)
    live: Match | None = None
    heads = []
    for timed in await records.log(match_id):
        live, _ = advance(live, decode_log(timed.entry), stored.ruleset, stored.seed)
        heads.append((timed.ms, live.game.event_count if live else 0))
    return heads


async def test_a_table_without_talk_or_delay_is_told_at_once(calls: Calls) -> None:
    """The control: what is held back above is held back by the option."""
    table = await calls.table(4)
    head = (await table.view()).view.event_ordinal
    await table.move()
    assert (await table.view()).view.event_ordinal > head
