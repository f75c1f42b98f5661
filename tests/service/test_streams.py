"""Watching a match, and playing a seat on one stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
from sanguosha.v1 import decision_pb2, error_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store import EmbeddedServer, Store
from tests.service.playing import any_answer
from tests.service.serving import Server
from tests.service.streaming import SOON, update_of, updates_of, watch
from tests.service.tables import BEGINNING, OVER, Calls, Table, bearer, named, reached, refusal, request_id


async def test_a_watch_without_a_cursor_begins_with_the_table(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    first = await update_of(watch(table, asked.seat))
    response = await table.view(asked.seat)
    assert first.snapshot == response.view
    assert list(first.decisions) == list(response.decisions) == [asked]
    assert reached(first) == response.view.event_ordinal


async def test_a_watch_from_the_beginning_brings_every_event(calls: Calls) -> None:
    table = await calls.table()
    await table.move(20)
    first = await update_of(watch(table, cursor=BEGINNING))
    assert not first.HasField("snapshot")
    assert [event.ordinal for event in first.events] == list(range(1, reached(first) + 1))
    assert reached(first) == (await table.view()).view.event_ordinal


async def test_a_watch_from_a_cursor_goes_on_after_it(calls: Calls) -> None:
    table = await calls.table()
    head = (await table.view()).view.event_ordinal
    await table.move(10)
    first = await update_of(watch(table, cursor=table.cursor(head)))
    assert first.events[0].ordinal == head + 1


async def test_a_watch_from_beyond_the_head_begins_with_the_table(calls: Calls) -> None:
    table = await calls.table()
    first = await update_of(watch(table, cursor=table.cursor(10**6)))
    assert first.HasField("snapshot")
    assert reached(first) == first.snapshot.event_ordinal


async def test_each_change_is_followed_by_an_update_without_a_gap(calls: Calls) -> None:
    table = await calls.table()
    stream = watch(table, cursor=BEGINNING)
    ordinals = [event.ordinal for event in (await update_of(stream)).events]
    for _ in range(10):
        await table.move()
        head = (await table.view()).view.event_ordinal
        while len(ordinals) < head:
            ordinals += [event.ordinal for event in (await update_of(stream)).events]
    assert ordinals == list(range(1, head + 1))


async def test_a_decision_is_sent_once_a_stream_and_named_while_it_is_open(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    stream = watch(table, asked.seat)
    first = await update_of(stream)
    assert list(first.decisions) == [asked]
    await table.act(asked.seat, any_answer(table.rng, asked))
    seen = {asked.id}
    for _ in range(5):
        update = await update_of(stream)
        fresh = [decision.id for decision in update.decisions]
        assert not seen & set(fresh)
        assert set(update.open) <= seen | set(fresh)
        seen.update(fresh)
        await table.move()


async def test_a_spectators_stream_names_no_card_of_a_hand(calls: Calls) -> None:
    table = await calls.table()
    first = await update_of(watch(table))
    hands: set[int] = set()
    for seat in range(5):
        hands |= {card.id for card in (await table.view(seat)).view.seats[seat].hand}
    assert len(hands) >= 20
    assert not hands & {card.id for seat in first.snapshot.seats for card in seat.hand}
    assert not named(first, "cards") & hands


@pytest.mark.parametrize("start", [False, True])
async def test_a_watch_of_the_lobby_sees_the_start_and_the_end(calls: Calls, start: bool) -> None:
    table = await calls.lobby()
    stream = watch(table)
    first = await update_of(stream)
    assert (first.state, reached(first)) == (match_pb2.MATCH_STATE_LOBBY, 0)
    assert not first.HasField("snapshot")
    if start:
        await calls.start(table.name)
        assert (await update_of(stream)).state == match_pb2.MATCH_STATE_PLAYING
    await calls.abandon(table.name)
    assert (await update_of(stream)).state == match_pb2.MATCH_STATE_ABANDONED
    assert (await asyncio.wait_for(stream.read(), SOON)).end == pb.STREAM_END_MATCH_OVER
    assert await asyncio.wait_for(stream.read(), SOON) is grpc.aio.EOF
    assert await stream.code() == grpc.StatusCode.OK


async def test_a_watch_ends_with_the_match(calls: Calls) -> None:
    table = await calls.table(4)

    async def watched() -> list[pb.Update]:
        return await updates_of(watch(table, cursor=BEGINNING))

    watching = asyncio.create_task(watched())
    over = await table.play_out()
    updates = await asyncio.wait_for(watching, SOON)
    assert [update.state for update in updates[:-1]] == [match_pb2.MATCH_STATE_PLAYING] * (len(updates) - 1)
    assert updates[-1].state == match_pb2.MATCH_STATE_FINISHED
    snapshots = sum(update.HasField("snapshot") for update in updates)
    ordinals = [event.ordinal for update in updates for event in update.events]
    assert ordinals == sorted(set(ordinals))
    assert snapshots or ordinals == list(range(1, reached(updates[-1]) + 1))
    after = await updates_of(watch(table))
    assert [update.snapshot.result for update in after] == [over.result]


async def test_a_watch_with_a_token_of_another_match_is_refused(calls: Calls) -> None:
    table, other = await calls.table(), await calls.table()
    table.tokens = other.tokens
    assert (await refusal(watch(table, 0).read()))[:2] == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_INVALID")


# -- playing


class Playing:
    """The client's side of `PlayMatch`."""

    def __init__(self, table: Table, token: str) -> None:
        self.stream = table.calls.stub.PlayMatch(metadata=bearer(token))

    async def begin(self, name: str, cursor: str = "") -> None:
        await self.stream.write(pb.PlayMatchRequest(start=pb.PlayStart(name=name, cursor=cursor)))

    async def answer(self, answer: decision_pb2.Answer, id: str = "") -> str:
        id = id or request_id()
        await self.stream.write(pb.PlayMatchRequest(answer=pb.PlayAnswer(request_id=id, answer=answer)))
        return id

    async def read(self) -> pb.PlayMatchResponse:
        message = await asyncio.wait_for(self.stream.read(), SOON)
        assert message is not grpc.aio.EOF, await self.stream.code()
        return message

    async def result(self) -> pb.PlayResult:
        while True:
            message = await self.read()
            if message.HasField("result"):
                return message.result


@asynccontextmanager
async def playing(table: Table, seat: int) -> AsyncIterator[Playing]:
    played = Playing(table, table.tokens[seat])
    await played.begin(table.name)
    yield played
    played.stream.cancel()


async def test_an_answer_on_a_stream_gets_its_result_and_its_update(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    async with playing(table, asked.seat) as played:
        assert list((await played.read()).update.decisions) == [asked]
        id = await played.answer(asked.default_answer)
        messages = [await played.read()]
        while not all(any(message.HasField(field) for message in messages) for field in ("update", "result")):
            messages.append(await played.read())
        [result] = [message.result for message in messages if message.HasField("result")]
        assert (result.request_id, result.outcome) == (id, pb.OUTCOME_APPLIED)


async def test_an_answer_repeated_on_another_stream_gets_the_same_result(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    async with playing(table, asked.seat) as played:
        id = await played.answer(asked.default_answer)
        first = await played.result()
    async with playing(table, asked.seat) as played:
        await played.answer(asked.default_answer, id)
        assert await played.result() == first
        await played.answer(asked.default_answer)
        assert (await played.result()).outcome == pb.OUTCOME_SUPERSEDED


async def test_a_refused_answer_does_not_end_the_stream(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    async with playing(table, asked.seat) as played:
        wrong = [
            (decision_pb2.Answer(decision=asked.id, option="no such"), request_id(), "OPTION_NOT_LISTED"),
            (decision_pb2.Answer(decision=asked.id + 1, option="pass"), request_id(), "DECISION_UNKNOWN"),
            (asked.default_answer, "not a uuid", "REQUEST_ID_INVALID"),
        ]
        for answer, id, reason in wrong:
            await played.answer(answer, id)
            result = await played.result()
            assert result.request_id == id
            assert result.refusal.reason == error_pb2.ErrorReason.Value(f"ERROR_REASON_{reason}")
            assert result.refusal.message
        await played.answer(asked.default_answer)
        assert (await played.result()).outcome == pb.OUTCOME_APPLIED


async def test_an_answer_without_a_request_id_does_not_end_the_stream(calls: Calls) -> None:
    table = await calls.table()
    asked = await table.asked()
    async with playing(table, asked.seat) as played:
        await played.read()
        await played.stream.write(pb.PlayMatchRequest(answer=pb.PlayAnswer(answer=asked.default_answer)))
        refused = await played.result()
        assert refused.refusal.reason == error_pb2.ERROR_REASON_REQUEST_ID_INVALID
        await table.act(asked.seat, asked.default_answer)
        assert reached((await played.read()).update)


async def test_a_whole_match_can_be_played_on_streams(calls: Calls) -> None:
    table = await calls.table(4)

    async def sit(seat: int) -> list[int]:
        outcomes = []
        async with playing(table, seat) as played:
            while True:
                message = await played.read()
                if message.HasField("result"):
                    assert message.result.WhichOneof("result") == "outcome"
                    outcomes.append(message.result.outcome)
                if message.HasField("update"):
                    if message.update.state in OVER:
                        return outcomes
                    for decision in message.update.decisions:
                        await played.answer(any_answer(table.rng, decision))

    outcomes = [outcome for seat in await asyncio.gather(*map(sit, range(4))) for outcome in seat]
    assert outcomes.count(pb.OUTCOME_APPLIED) > 20
    assert (await table.match()).state == match_pb2.MATCH_STATE_FINISHED


async def test_the_stream_ends_when_the_client_closes_its_side(calls: Calls) -> None:
    table = await calls.table()
    async with playing(table, 0) as played:
        await played.read()
        await played.stream.done_writing()
        assert await asyncio.wait_for(played.stream.read(), SOON) is grpc.aio.EOF
        assert await played.stream.code() == grpc.StatusCode.OK


async def test_the_stream_ends_when_the_match_is_abandoned(calls: Calls) -> None:
    table = await calls.table()
    async with playing(table, 0) as played:
        await played.read()
        await calls.abandon(table.name)
        assert (await played.read()).update.state == match_pb2.MATCH_STATE_ABANDONED
        assert await played.read() == pb.PlayMatchResponse(end=pb.STREAM_END_MATCH_OVER)
        assert await asyncio.wait_for(played.stream.read(), SOON) is grpc.aio.EOF
        assert await played.stream.code() == grpc.StatusCode.OK


ANSWER = pb.PlayMatchRequest(answer=pb.PlayAnswer(request_id=request_id()))
INVALID = (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID")


def first(name: str) -> pb.PlayMatchRequest:
    return pb.PlayMatchRequest(start=pb.PlayStart(name=name))


async def refused(table: Table, token: str, *messages: pb.PlayMatchRequest) -> tuple[grpc.StatusCode, str]:
    """What the stream ends with."""
    played = Playing(table, token)

    async def to_the_end() -> None:
        for message in messages:
            await played.stream.write(message)
        if not messages:
            await played.stream.done_writing()
        while await asyncio.wait_for(played.stream.read(), SOON) is not grpc.aio.EOF:
            pass
        await played.stream  # raises what the stream ended with

    return (await refusal(to_the_end()))[:2]


@pytest.mark.parametrize("message", [ANSWER, pb.PlayMatchRequest()])
async def test_the_first_message_says_which_match(calls: Calls, message: pb.PlayMatchRequest) -> None:
    table = await calls.table()
    assert await refused(table, table.tokens[0], message) == INVALID


async def test_a_stream_without_messages_is_refused(calls: Calls) -> None:
    table = await calls.table()
    assert await refused(table, table.tokens[0]) == INVALID


async def test_a_stream_whose_first_message_never_comes_is_refused(tmp_path: Path, backing: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=backing.url, max_wait=0.2) as server:
        async with Calls(server.address) as calls:
            table = await calls.table()
            played = Playing(table, table.tokens[0])
            assert (await refusal(asyncio.wait_for(played.stream.read(), SOON)))[:2] == INVALID


async def test_the_match_is_said_once(calls: Calls) -> None:
    table = await calls.table()
    assert await refused(table, table.tokens[0], first(table.name), first(table.name)) == INVALID


async def test_playing_needs_a_token_of_this_match(calls: Calls) -> None:
    table, other = await calls.table(), await calls.table()
    for token, reason in (("", "TOKEN_MISSING"), (other.tokens[0], "TOKEN_INVALID")):
        assert await refused(table, token, first(table.name)) == (grpc.StatusCode.UNAUTHENTICATED, reason)


async def test_a_forged_token_is_refused_before_the_first_message(calls: Calls) -> None:
    table = await calls.table()
    refused = await refusal(Playing(table, "forged").stream.read())
    assert refused[:2] == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_INVALID")


async def test_a_match_that_is_gone_can_neither_be_played_nor_watched(calls: Calls, records: Store) -> None:
    table = await calls.table()
    await records.delete(table.id)
    gone = await refused(table, table.tokens[0], first(table.name))
    assert gone == (grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND")
    assert (await refusal(watch(table).read()))[:2] == (grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND")


async def test_a_stream_must_name_a_match(calls: Calls) -> None:
    table = await calls.table()
    assert await refused(table, table.tokens[0], first("")) == (grpc.StatusCode.INVALID_ARGUMENT, "NAME_INVALID")


# -- the age of streams


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("hurried")
    with Server(folder, redis_url=backing.url, max_stream_age=0.5) as started:
        yield started


async def test_an_old_stream_ends_and_the_next_goes_on_from_its_cursor(hurried: Server) -> None:
    async with Calls(hurried.address) as calls:
        table = await calls.table()
        stream = watch(table, cursor=BEGINNING)
        updates = await updates_of(stream, pb.STREAM_END_AGE)
        assert await stream.code() == grpc.StatusCode.OK
        assert updates[-1].state == match_pb2.MATCH_STATE_PLAYING
        await table.move()
        following = await update_of(watch(table, cursor=updates[-1].cursor))
        assert following.events[0].ordinal == reached(updates[-1]) + 1


async def test_streams_that_ended_are_not_counted_as_open(hurried: Server) -> None:
    async with Calls(hurried.address) as calls:
        table = await calls.table()
        stream = watch(table)
        await update_of(stream)
        assert hurried.metric("grpc_server_streams", grpc_method="WatchMatch") == 1
        stream.cancel()
        for _ in range(100):
            if not hurried.metric("grpc_server_streams"):
                break
            await asyncio.sleep(0.02)
        assert hurried.metric("grpc_server_streams") == 0
