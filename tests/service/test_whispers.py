"""Messages for some seats only: to everybody else it is as if nothing had been said."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.message import Message

from service.store import Store
from tests.service.asking import does
from tests.service.streaming import update_of, watch
from tests.service.tables import BEGINNING, Calls, Table
from tests.service.test_talk import TALKING, say, texts, whisper

HEARERS = (1, 3)
OTHERS: tuple[int | None, ...] = (None, 0, 2, 4)


async def everything(table: Table, viewer: int | None, cursors: Sequence[str]) -> list[bytes]:
    """All that the viewer can ask for, byte by byte."""
    token = "" if viewer is None else table.tokens[viewer]
    seen: list[Message] = [await table.match(), await does(table, "GetView", token=token)]
    for cursor in ("", BEGINNING, *cursors):
        seen.append(await update_of(watch(table, viewer, cursor)))
        if viewer is not None:
            seen.append(await table.next(viewer, cursor=cursor))
    return [message.SerializeToString(deterministic=True) for message in seen]


async def test_what_a_viewer_may_not_hear_changes_no_byte_of_what_it_gets(calls: Calls, records: Store) -> None:
    table = await calls.table(playing=TALKING)
    early = {viewer: (await update_of(watch(table, viewer))).cursor for viewer in (*OTHERS, *HEARERS)}
    for n in range(12):
        await say(table, n % 5, str(n))
    now = {viewer: (await update_of(watch(table, viewer))).cursor for viewer in (*OTHERS, *HEARERS)}
    before = {viewer: await everything(table, viewer, (early[viewer], now[viewer])) for viewer in (*OTHERS, *HEARERS)}
    for n in range(15):  # more than a client that has nothing begins with
        await whisper(records, table.id, HEARERS[n % 2], f"secret {n}", HEARERS)
    for viewer in OTHERS:
        assert await everything(table, viewer, (early[viewer], now[viewer])) == before[viewer], viewer
    for viewer in HEARERS:
        assert texts(await table.next(viewer, cursor=now[viewer])) == [f"secret {n}" for n in range(15)]
        assert await everything(table, viewer, (early[viewer], now[viewer])) != before[viewer]


async def test_who_hears_a_whisper_hears_it_in_its_place(calls: Calls, records: Store) -> None:
    table = await calls.table(playing=TALKING)
    cursor = {seat: (await table.next(seat)).cursor for seat in range(5)}
    await say(table, 0, "a")
    await whisper(records, table.id, 1, "b", HEARERS)
    await say(table, 2, "c")
    for seat in range(5):
        heard = ["a", "b", "c"] if seat in HEARERS else ["a", "c"]
        assert texts(await table.next(seat, cursor=cursor[seat])) == heard


async def test_an_open_stream_is_silent_about_a_whisper(calls: Calls, records: Store) -> None:
    table = await calls.table(playing=TALKING)
    streams = [watch(table, viewer) for viewer in OTHERS]
    for stream in streams:
        await update_of(stream)
    for _ in range(3):
        await whisper(records, table.id, 1, "secret", HEARERS)
    said = await say(table, 4, "loud")
    for stream in streams:
        assert list((await update_of(stream)).messages) == [said]


async def test_an_answer_says_nothing_of_a_whisper(calls: Calls, records: Store) -> None:
    table = await calls.table(playing=TALKING)
    asked = await table.asked()
    others = tuple(seat for seat in range(5) if seat != asked.seat)
    cursor = (await table.next(asked.seat)).cursor
    await whisper(records, table.id, others[0], "secret", others)
    response = await table.act(asked.seat, asked.default_answer, cursor=cursor)
    assert not response.update.messages
    assert response.update.cursor.split(".")[2] == cursor.split(".")[2]
