"""What players say: who hears it, once and in order, and who is not even told that anything was said."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from grpc import StatusCode
from redis.asyncio import Redis
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import ruleset_pb2, talk_pb2

from engine.match import Match
from service.errors import ServiceError
from service.store import Request, Said, Store
from service.store.keys import keys_of
from service.telling import talk
from service.telling.updates import FIRST_MESSAGES
from tests.service.asking import ask, does, request_of
from tests.service.planting import plant, stop_where
from tests.service.replica import Replica, seated
from tests.service.streaming import update_of, update_where, watch
from tests.service.tables import BEGINNING, Calls, Table, refusal, request_id, ruleset

FAILED, INVALID = StatusCode.FAILED_PRECONDITION, StatusCode.INVALID_ARGUMENT
TALKING = ruleset(5, talk=True)
PER_MINUTE = 20


async def say(table: Table, seat: int, text: str, **fields: Any) -> talk_pb2.TalkMessage:
    return await does(table, "SendMessage", seat, text=text, **fields)


async def whisper(store: Store, match_id: str, seat: int, text: str, hearers: tuple[int, ...]) -> None:
    """A message for some seats, as modes with teams will have them."""
    said = talk.encode(talk.Message(seat, talk_pb2.TALK_AUDIENCE_TEAM, text, hearers))
    request = Request.of("", request_id(), said)
    assert isinstance(await store.say(match_id, request, seat, said, 1000), Said)


def texts(update: pb.Update) -> list[str]:
    return [message.text for message in update.messages]


# -- who hears what


async def test_nobody_talks_unless_it_was_agreed(calls: Calls) -> None:
    table = await calls.table()
    assert not (await table.match()).ruleset.options.talk
    assert (await refusal(say(table, 1, "hello")))[:2] == (FAILED, "TALK_OFF")


async def test_everybody_hears_every_message_once_and_in_order(calls: Calls) -> None:
    table = await calls.table(playing=TALKING)
    streams = [watch(table, seat) for seat in (None, 0, 3)]
    for stream in streams:
        await update_of(stream)
    said = [await say(table, seat, text) for seat, text in ((1, "hello"), (3, "你好，主公"), (1, "🙂"))]
    assert [(message.seat, message.audience) for message in said] == [
        (seat, talk_pb2.TALK_AUDIENCE_EVERYBODY) for seat in (1, 3, 1)
    ]
    times = [message.create_time.ToMilliseconds() for message in said]
    assert times == sorted(set(times))
    for stream in streams:
        heard: list[talk_pb2.TalkMessage] = []
        while len(heard) < 3:
            update = await update_of(stream)
            assert update.messages
            heard += update.messages
        assert heard == said
    await table.move()
    for stream in streams:
        assert not texts(await update_of(stream))


async def test_a_message_comes_alone(calls: Calls) -> None:
    table = await calls.table(playing=TALKING)
    asked = await table.asked()
    stream = watch(table, asked.seat)
    first = await update_of(stream)
    said = await say(table, asked.seat, "hello")
    update = await update_of(stream)
    assert update == pb.Update(
        cursor=update.cursor, state=first.state, open=first.open, messages=[said], viewer=first.viewer
    )
    assert update.cursor != first.cursor


async def test_a_cursor_loses_and_doubles_no_message(calls: Calls) -> None:
    table = await calls.table(playing=TALKING)
    cursor = (await table.next(2)).cursor
    heard: list[str] = []
    for n in range(12):
        await say(table, n % 4, str(n))
        if n % 3 == 2:
            update = await table.next(2, cursor=cursor)
            heard, cursor = heard + texts(update), update.cursor
        elif n % 5 == 4:
            update = await update_of(watch(table, 2, cursor))
            heard, cursor = heard + texts(update), update.cursor
    assert heard == [str(n) for n in range(12)]
    assert not texts(await table.next(2, cursor=cursor))
    assert texts(await table.next(2, cursor=BEGINNING)) == heard
    assert texts(await update_of(watch(table, cursor=BEGINNING))) == heard
    assert texts(await table.next(2)) == heard[-FIRST_MESSAGES:]  # a client that has nothing begins with the last ones


@pytest.mark.parametrize("behind", [False, True])
async def test_an_answer_with_a_cursor_brings_what_was_said(calls: Calls, behind: bool) -> None:
    table = await calls.table(playing=TALKING)
    cursors = {seat: (await table.next(seat)).cursor for seat in range(5)}
    if behind:
        await table.move()
    asked = await table.asked()
    cursor = cursors[asked.seat]
    await say(table, 1, "hello")
    once = request_id()
    response = await table.act(asked.seat, asked.default_answer, id=once, cursor=cursor)
    assert response.outcome == pb.OUTCOME_APPLIED
    assert texts(response.update) == ["hello"]
    assert response.update.events
    await say(table, 2, "well")
    assert texts(await table.next(asked.seat, cursor=response.update.cursor)) == ["well"]
    again = await table.act(asked.seat, asked.default_answer, id=once, cursor=cursor)
    assert texts(again.update) == ["hello", "well"]


async def test_an_answer_without_a_cursor_brings_no_message_and_loses_none(calls: Calls) -> None:
    table = await calls.table(playing=TALKING)
    asked = await table.asked()
    await say(table, 1, "hello")
    response = await table.act(asked.seat, asked.default_answer)
    assert not texts(response.update)
    assert texts(await table.next(asked.seat, cursor=response.update.cursor)) == ["hello"]


async def test_players_talk_before_the_start_and_after_the_end(calls: Calls) -> None:
    table = await calls.lobby(playing=TALKING)
    stream = watch(table)
    cursor = (await update_of(stream)).cursor
    await say(table, 0, "before")
    assert texts(await update_of(stream)) == ["before"]
    await calls.start(table.name)
    assert texts(await update_where(stream, lambda update: bool(update.match.name))) == []
    await calls.abandon(table.name)
    await say(table, 1, "after")
    assert texts(await update_of(watch(table, cursor=cursor))) == ["before", "after"]


# -- what may be said


UNSEEN = ["\n", "\x07", "\x00", "\u202e", "\u2066", "\u200f", "\u200b", "\u2028", "\ufeff", "\ue000", "\U000e0041"]
JOINER = "\u200d"  # good between two pictures alone


@pytest.mark.parametrize(
    "text",
    [
        *("", "  \u3000", "x" * 201, *(f"a{letter}b" for letter in UNSEEN)),
        *(JOINER, f"a{JOINER}b", f"🙂{JOINER}", f"{JOINER}🙂", f"🙂{JOINER}{JOINER}🙂", f"🙂{JOINER}b"),
    ],
    ids=ascii,
)
async def test_what_cannot_be_shown_on_a_line_is_refused(calls: Calls, text: str) -> None:
    table = await calls.lobby(playing=TALKING)
    refused = await refusal(say(table, 0, text))
    assert refused == (INVALID, "FIELD_INVALID", {"field": "text"})
    assert not texts(await table.next(1))


PICTURES = ["🙂👍🏽", f"👩🏽{JOINER}🚀", f"❤\ufe0f{JOINER}🔥", f"🏳\ufe0f{JOINER}🌈"]


@pytest.mark.parametrize(
    "text", ["x" * 200, "好" * 200, "杀！", *PICTURES, "e\u0301", "שלום", "a b", "%s{0}\\n<b>"], ids=ascii
)
async def test_words_in_any_script_and_pictures_are_fine(calls: Calls, text: str) -> None:
    table = await calls.lobby(playing=TALKING)
    assert (await say(table, 0, text)).text == text
    assert texts(await table.next(1)) == [text]


# -- teams

TEAM = talk_pb2.TALK_AUDIENCE_TEAM
EVERYBODY: tuple[int | None, ...] = (None, *range(6))


def three_on_three(**options: Any) -> ruleset_pb2.Ruleset:
    playing = ruleset(6, heroes=True, talk=True, **options)
    playing.mode = "3v3"
    return playing


async def heard(table: Table) -> dict[int | None, list[str]]:
    """By everybody, from the beginning."""
    return {viewer: texts(await update_of(watch(table, viewer, BEGINNING))) for viewer in EVERYBODY}


async def test_a_team_hears_what_is_said_to_it_and_nobody_else_does(calls: Calls) -> None:
    table = await calls.table(6, playing=three_on_three())
    said = await say(table, 0, "we", audience=TEAM)
    assert (said.seat, said.audience, said.text) == (0, TEAM, "we")
    await say(table, 4, "they", audience=TEAM)
    await say(table, 5, "all")
    first, second = ["we", "all"], ["they", "all"]
    assert await heard(table) == {None: ["all"], 0: first, 1: first, 2: first, 3: second, 4: second, 5: second}


async def test_a_team_talks_before_the_start_too(calls: Calls) -> None:
    table = await calls.lobby(6, playing=three_on_three())
    await say(table, 2, "we", audience=TEAM)
    assert texts(await table.next(1)) == ["we"]
    assert not texts(await table.next(3))


async def test_c717_in_a_competitive_match_nobody_talks_to_the_own_team(calls: Calls) -> None:
    table = await calls.table(6, playing=three_on_three(competitive=True))
    assert (await refusal(say(table, 0, "we", audience=TEAM)))[:2] == (FAILED, "TEAM_TALK_OFF")
    await say(table, 1, "to the others")
    everything: list[str] = ["to the others"]
    assert await heard(table) == {viewer: [] if viewer in (0, 2) else everything for viewer in EVERYBODY}
    await calls.abandon(table.name)
    await say(table, 1, "well played")
    assert texts(await table.next(0)) == ["well played"]


async def test_what_teams_say_takes_no_place_from_what_all_hear(store: Store, redis: Redis) -> None:
    replica = Replica(store, talk_per_minute=1000)
    match_id = await replica.table(6, playing=three_on_three())

    async def speak(seat: int, text: str, audience: Any) -> None:
        request = request_of("SendMessage", name=f"matches/{match_id}", text=text, audience=audience)
        await replica.app.call("SendMessage")(request, seated(match_id, seat))

    for n in range(105):
        await speak(0, f"all {n}", talk_pb2.TALK_AUDIENCE_EVERYBODY)
        await speak(1, f"we {n}", TEAM)
        await speak(3, f"they {n}", TEAM)
        await speak(4, f"they too {n}", TEAM)
    ours = texts(await replica.next(match_id, 2, 0))
    assert ours == [text for n in range(5, 105) for text in (f"all {n}", f"we {n}")]
    theirs = texts(await replica.next(match_id, 5, 0))
    assert [text for text in theirs if text.startswith("all")] == [f"all {n}" for n in range(5, 105)]
    assert len(theirs) == 200
    assert await redis.zcard(keys_of(match_id).talk) == 300


async def test_m800_in_a_competitive_match_no_team_can_be_told_by_what_is_no_longer_heard(store: Store) -> None:
    """However much a player says, what his team hears of the others stays there."""
    replica = Replica(store, talk_per_minute=1000)
    match_id = await replica.table(6, playing=three_on_three(competitive=True))

    async def speak(seat: int, text: str) -> None:
        request = request_of("SendMessage", name=f"matches/{match_id}", text=text)
        await replica.app.call("SendMessage")(request, seated(match_id, seat))

    await speak(4, "from the other side")
    for n in range(105):
        for seat in (0, 1, 2):
            await speak(seat, f"{seat} says {n}")
    assert texts(await replica.next(match_id, 0, 0)) == ["from the other side", *(f"0 says {n}" for n in range(5, 105))]
    assert len(texts(await replica.next(match_id, 3, 0))) == 300


@pytest.mark.parametrize(("audience", "reason"), [(talk_pb2.TALK_AUDIENCE_TEAM, "NO_TEAMS"), (7, "FIELD_INVALID")])
async def test_there_is_nobody_to_talk_to_but_everybody(calls: Calls, audience: Any, reason: str) -> None:
    table = await calls.table(playing=TALKING)
    assert (await refusal(say(table, 0, "psst", audience=audience))).reason == reason
    assert not texts(await table.next(1))


async def test_talking_takes_a_seat(calls: Calls) -> None:
    table = await calls.table(playing=TALKING)
    refused = await refusal(ask(calls, "SendMessage", name=table.name, text="hello"))
    assert refused[:2] == (StatusCode.UNAUTHENTICATED, "TOKEN_MISSING")


@pytest.fixture(scope="module")
def one_dead() -> Match:
    return stop_where(lambda match: not match.over and not all(player.alive for player in match.game.players))


async def test_the_dead_are_silent_until_the_match_is_over(calls: Calls, records: Store, one_dead: Match) -> None:
    playing = ruleset(6, heroes=True, talk=True)
    table = await plant(calls, records, one_dead, playing)
    dead = next(player.seat for player in one_dead.game.players if not player.alive)
    assert (await refusal(say(table, dead, "boo")))[:2] == (FAILED, "SEAT_DEAD")
    living = next(player.seat for player in one_dead.game.players if player.alive)
    await say(table, living, "hello")
    assert texts(await table.next(dead)) == ["hello"]
    await calls.abandon(table.name)
    await say(table, dead, "well played")


# -- repeats and limits


async def test_a_message_repeated_is_said_once(calls: Calls) -> None:
    table = await calls.table(playing=TALKING)
    once = request_id()
    first, second = await asyncio.gather(*(say(table, 0, "hello", request_id=once) for _ in range(2)))
    assert first == second == await say(table, 0, "hello", request_id=once.upper())
    assert texts(await table.next(1)) == ["hello"]
    refused = await refusal(say(table, 0, "good bye", request_id=once))
    assert refused[:2] == (StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    await say(table, 1, "good bye", request_id=once)  # another seat, another request


async def test_a_repeat_is_answered_although_the_speaker_died_meanwhile(
    calls: Calls, records: Store, one_dead: Match
) -> None:
    table = await calls.lobby(6, playing=ruleset(6, heroes=True, talk=True))
    dead = next(player.seat for player in one_dead.game.players if not player.alive)
    once = request_id()
    said = await say(table, dead, "farewell", request_id=once)
    await plant(calls, records, one_dead, table=table)
    assert (await refusal(say(table, dead, "boo")))[:2] == (FAILED, "SEAT_DEAD")
    assert await say(table, dead, "farewell", request_id=once) == said
    refused = await refusal(say(table, dead, "boo", request_id=once))
    assert refused.reason in ("SEAT_DEAD", "REQUEST_ID_REUSED")


async def test_a_seat_that_talks_without_end_is_stopped_and_others_are_not(calls: Calls) -> None:
    table = await calls.table(playing=TALKING)
    once = request_id()
    first = await say(table, 0, "0", request_id=once)
    for n in range(1, PER_MINUTE):
        await say(table, 0, str(n))
    refused = await refusal(say(table, 0, "more"))
    assert refused == (StatusCode.RESOURCE_EXHAUSTED, "LIMIT_REACHED", {"limit": "talk_per_minute"})
    await say(table, 1, "me too")
    assert await say(table, 0, "0", request_id=once) == first  # a repeat is no other message
    assert texts(await table.next(2, cursor=BEGINNING)) == [*map(str, range(PER_MINUTE)), "me too"]


async def test_the_limit_is_one_for_all_replicas_and_for_a_minute(store: Store, redis: Redis) -> None:
    replicas = [Replica(store, talk_per_minute=3) for _ in range(2)]
    match_id = await replicas[0].table(5, playing=TALKING)

    async def speak(n: int, seat: int = 0) -> str:
        request = request_of("SendMessage", name=f"matches/{match_id}", text=str(n))
        try:
            await replicas[n % 2].app.call("SendMessage")(request, seated(match_id, seat))
        except ServiceError as error:
            return error.reason
        return ""

    assert sorted(await asyncio.gather(*(speak(n) for n in range(8)))) == [""] * 3 + ["LIMIT_REACHED"] * 5
    assert not await speak(0, seat=1)
    tally = keys_of(match_id).talk_tally(0)
    assert 0 < await redis.pttl(tally) <= 60_000
    await redis.pexpire(tally, 1)
    while await redis.exists(tally):
        await asyncio.sleep(0.001)
    assert not await speak(9)


async def test_only_the_last_hundred_messages_are_kept(store: Store, redis: Redis) -> None:
    replica = Replica(store, talk_per_minute=1000)
    match_id = await replica.table(5, playing=TALKING)
    for n in range(105):
        request = request_of("SendMessage", name=f"matches/{match_id}", text=str(n))
        await replica.app.call("SendMessage")(request, seated(match_id, n % 5))
    update = await replica.next(match_id, 1, 0)
    assert texts(update) == [str(n) for n in range(5, 105)]
    times = [message.create_time.ToMilliseconds() for message in update.messages]
    assert times == sorted(set(times))
    assert await redis.zcard(keys_of(match_id).talk) == 100


async def test_the_talk_is_deleted_with_its_match(store: Store, redis: Redis) -> None:
    replica = Replica(store)
    match_id = await replica.table(5, playing=TALKING)
    request = request_of("SendMessage", name=f"matches/{match_id}", text="hello")
    await replica.app.call("SendMessage")(request, seated(match_id, 0))
    assert await redis.exists(keys_of(match_id).talk)
    await store.delete(match_id)
    assert not await redis.exists(keys_of(match_id).talk)
    with pytest.raises(ServiceError) as refused:
        await replica.app.call("SendMessage")(request, seated(match_id, 0))
    assert refused.value.reason == "MATCH_NOT_FOUND"
    assert not await redis.exists(keys_of(match_id).talk)
