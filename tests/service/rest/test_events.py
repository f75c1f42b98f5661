"""Watching by server-sent events."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from google.protobuf import json_format
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import table_service_pb2

from service.errors import ServiceError
from service.rest.events import EventStream
from service.store import EmbeddedServer
from tests.service.rest.calling import Event, Events, Refused, Rest, RestCalls
from tests.service.serving import Server
from tests.service.tables import Table, bearer

SOON = 10.0  # seconds


async def event_of(events: Events) -> Event:
    return await asyncio.wait_for(anext(events), SOON)


def bearing(table: Table, seat: int) -> dict[str, str]:
    return {"authorization": f"Bearer {table.tokens[seat]}"}


async def test_an_update_is_an_event_whose_id_is_the_cursor(rest: Rest, rest_calls: RestCalls) -> None:
    table = await rest_calls.table()
    asked = await table.asked()
    async with rest.watch(table.name, bearing(table, asked.seat)) as events:
        first = await event_of(events)
        assert events.reply.headers["content-type"] == "text/event-stream"
        assert events.reply.headers["cache-control"] == "no-store"
        assert events.reply.headers["x-accel-buffering"] == "no"
        assert int(events.retry) > 0
    message = json_format.ParseDict(first.data, pb.WatchMatchResponse())
    assert (first.name, first.id) == ("update", message.update.cursor)
    assert message.update.snapshot == (await table.view(asked.seat)).view
    assert list(message.update.decisions) == [asked]


async def test_a_watch_goes_on_after_the_last_event_of_the_client(rest: Rest, rest_calls: RestCalls) -> None:
    table = await rest_calls.table()
    async with rest.watch(table.name, cursor="0") as events:
        first = await event_of(events)
    head = int(first.data["update"]["events"][-1]["ordinal"])
    await table.move(10)
    for headers, query in (
        ({"last-event-id": first.id}, {}),
        ({}, {"cursor": first.id}),
        ({"last-event-id": first.id}, {"cursor": "0"}),  # an EventSource calls again by the URL of its first call
        ({"last-event-id": first.id}, {"cursor": "no cursor"}),
    ):
        async with rest.watch(table.name, headers, **query) as events:
            following = await event_of(events)
        assert "snapshot" not in following.data["update"]
        assert following.data["update"]["events"][0]["ordinal"] == str(head + 1)


async def test_a_cursor_that_nobody_gave_is_refused_before_the_stream(rest: Rest, rest_calls: RestCalls) -> None:
    table = await rest_calls.table()
    for headers, query in (({"last-event-id": "x"}, {"cursor": "0"}), ({}, {"cursor": "x"})):
        with pytest.raises(Refused) as refused:
            async with rest.watch(table.name, headers, **query):
                pass
        assert (refused.value.status, refused.value.about) == (400, {"field": "cursor"})


async def test_the_last_event_says_why(rest: Rest, rest_calls: RestCalls) -> None:
    table = await rest_calls.table(4)

    async def watched() -> list[Event]:
        async with rest.watch(table.name, cursor="0") as events:
            return [event async for event in events]

    watching = asyncio.create_task(watched())
    over = await table.play_out()
    *updates, last = await asyncio.wait_for(watching, SOON)
    assert {event.name for event in updates} == {"update"}
    assert updates[-1].data["update"]["state"] == "MATCH_STATE_FINISHED"
    assert (last.name, last.data, last.id) == ("end", {"end": "STREAM_END_MATCH_OVER"}, "")
    ordinals = [int(event["ordinal"]) for update in updates for event in update.data["update"]["events"]]
    assert ordinals == sorted(set(ordinals))
    assert over.result.roles


async def test_a_ticket_stands_for_a_token(rest: Rest, rest_calls: RestCalls) -> None:
    table = await rest_calls.table()
    asked = await table.asked()
    request = table_service_pb2.IssueTicketRequest(name=table.name)
    made = await rest_calls.stub.IssueTicket(request, metadata=bearer(table.tokens[asked.seat]))
    async with rest.watch(table.name, ticket=made.ticket) as events:
        assert (await event_of(events)).data["update"]["open"] == [asked.id]
    with pytest.raises(Refused) as refused:
        async with rest.watch(table.name, ticket=made.ticket + "x"):
            pass
    assert (refused.value.status, refused.value.reason) == (401, "TICKET_INVALID")


async def test_a_stream_is_counted_until_its_client_is_gone(rest: Rest, rest_calls: RestCalls, server: Server) -> None:
    def streams() -> float:
        return server.metric("http_server_streams", handler="WatchMatch")

    table = await rest_calls.table()
    before = streams()
    async with rest.watch(table.name) as events:
        await event_of(events)
        assert streams() == before + 1
    for _ in range(100):
        if streams() == before:
            break
        await asyncio.sleep(0.01)
    assert streams() == before
    assert server.metric("http_server_handled_total", handler="WatchMatch", code="CANCELLED") >= 1


async def test_an_old_stream_says_so(tmp_path: Path, backing: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=backing.url, max_stream_age=0.3) as server:
        async with Rest(server.http_address) as rest:
            table = await RestCalls(rest).table()
            async with rest.watch(table.name, cursor="0") as events:
                seen = [event async for event in events]
    assert [(event.name, event.data.get("end")) for event in seen[-1:]] == [("end", "STREAM_END_AGE")]


async def test_no_ticket_and_no_token_is_logged(tmp_path: Path, backing: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=backing.url, log_level="debug") as server:
        async with Rest(server.http_address) as rest:
            calls = RestCalls(rest)
            table = await calls.table()
            request = table_service_pb2.IssueTicketRequest(name=table.name)
            made = await calls.stub.IssueTicket(request, metadata=bearer(table.tokens[0]))
            async with rest.watch(table.name, ticket=made.ticket) as events:
                await event_of(events)
            await rest.client.get(f"/v1/{table.name}:watch?ticket={table.tokens[1]}")
            metrics = server.metrics_text()
    for secret in (made.ticket, *table.tokens.values(), table.id):
        assert secret not in server.log()
        assert secret not in metrics


# -- the frames, without a server


class Wire:
    """What is sent, and whether it goes through."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.over = False
        self.full_at: bytes | None = None
        self.free = asyncio.Event()
        self.free.set()

    async def send(self, message: object) -> None:
        await self.free.wait()
        assert isinstance(message, dict)
        assert not self.over
        self.sent.append(message.get("body", b""))
        if self.full_at is not None and self.full_at in self.sent[-1]:
            self.free.clear()
        self.over = message["type"] == "http.response.body" and not message["more_body"]

    @property
    def text(self) -> str:
        return b"".join(self.sent).decode()


UPDATE = pb.WatchMatchResponse(update=pb.Update(cursor="1.2.3.0badcafe"))


async def test_a_silent_stream_is_kept_open_by_comments() -> None:
    wire = Wire()
    events = EventStream(wire.send, wire.free.set, ping_seconds=0.01)
    await events.write(UPDATE)
    await asyncio.sleep(0.05)
    await events.close()
    assert 1 <= wire.text.count(": ping\n\n") <= 6
    assert wire.text.count("retry: ") == 1
    before = wire.text
    await asyncio.sleep(0.03)
    assert wire.text == before


async def test_a_write_ends_when_the_client_has_read_it() -> None:
    """The server waits before a write while its buffer is full; what filled it must not count as taken."""
    wire = Wire()
    events = EventStream(wire.send, wire.free.set)
    wire.full_at = b"1.2.3.0badcafe"
    writing = asyncio.create_task(events.write(UPDATE))
    await asyncio.sleep(0.02)
    assert not writing.done()
    wire.free.set()
    await asyncio.wait_for(writing, SOON)
    events.stop()


async def test_a_stream_that_does_not_get_through_can_still_be_told_why() -> None:
    wire = Wire()
    events = EventStream(wire.send, wire.free.set)
    await events.write(UPDATE)
    wire.free.clear()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await events.write(UPDATE)
    await events.fail(ServiceError("SLOW_READER", "too slow"))
    assert wire.over
    last = wire.text.split("\n\n")[-2]
    assert last.startswith('event: error\ndata: {"error":{"code":429,"status":"RESOURCE_EXHAUSTED"')
    assert '"reason":"SLOW_READER"' in last


@pytest.mark.parametrize(("takes", "gets"), [("gzip", "gzip"), ("identity", None)])
async def test_a_table_is_compressed_for_who_takes_it(
    rest: Rest, rest_calls: RestCalls, takes: str, gets: str | None
) -> None:
    table = await rest_calls.table(10)
    headers = {"accept-encoding": takes}
    async with rest.watch(table.name, headers) as events:
        assert events.reply.headers.get("content-encoding") == gets
        assert (await event_of(events)).data["update"]["snapshot"]["seats"]
        sent = events.reply.num_bytes_downloaded
    reply = await rest.client.get(f"/v1/{table.name}/view", headers=headers)
    assert reply.headers.get("content-encoding") == gets
    assert len(reply.json()["view"]["seats"]) == 10
    if gets:
        assert sent < 8192
