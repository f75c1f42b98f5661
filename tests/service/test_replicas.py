"""Two servers on one store are one service: any call may go to either."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import grpc
import pytest
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from examples.random_client import Player
from service.store import EmbeddedServer, Store
from tests.service.planting import answered
from tests.service.replaying import check_replay
from tests.service.serving import Server
from tests.service.tables import Calls, Table, refusal, request_id, ruleset


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("twin"), redis_url=backing.url, bot_delay_ms=1, sweep_ms=20) as started:
        yield started


@pytest.fixture
async def there(twin: Server) -> AsyncIterator[Calls]:
    async with Calls(twin.address) as opened:
        yield opened


def at(there: Calls, table: Table) -> Table:
    """The same table, played through the other server."""
    return Table(there, table.name, table.tokens)


async def test_a_match_is_the_same_everywhere(calls: Calls, there: Calls) -> None:
    table = await calls.table()
    other = at(there, table)
    for _ in range(10):
        asked = await table.asked()
        assert await other.asked() == asked
        assert await other.view() == await table.view()
        await (table if asked.id % 2 else other).act(asked.seat, asked.default_answer)
    assert await other.match() == await table.match()


async def test_those_who_join_at_once_in_two_places_get_seats_of_their_own(calls: Calls, there: Calls) -> None:
    match = await calls.create(10)
    joined = await asyncio.gather(*(place.join(match.name) for place in (calls, there) * 5))
    assert {answer.seat for answer in joined} == set(range(10))


async def test_a_request_repeated_elsewhere_gets_the_same_answer(calls: Calls, there: Calls) -> None:
    once = request_id()
    match = await calls.create(id=once)
    assert await there.create(id=once) == match
    assert await there.join(match.name, once) == await calls.join(match.name, once)
    table = await calls.table()
    asked = await table.asked()
    first = await table.act(asked.seat, asked.default_answer, id=once)
    await at(there, table).move(2)
    assert await at(there, table).act(asked.seat, asked.default_answer, id=once) == first


async def test_one_act_sent_to_both_at_once_happens_once(calls: Calls, there: Calls, records: Store) -> None:
    table = await calls.table()
    for _ in range(10):
        asked = await table.asked()
        once = request_id()
        here = table.act(asked.seat, asked.default_answer, id=once)
        elsewhere = at(there, table).act(asked.seat, asked.default_answer, id=once)
        first, second = await asyncio.gather(here, elsewhere)
        assert first == second
    assert await answered(records, table.id) == 10


async def test_an_act_here_wakes_whoever_waits_and_watches_there(calls: Calls, there: Calls) -> None:
    table = await calls.table()
    head = (await table.view()).view.event_ordinal
    stream = there.stub.WatchMatch(pb.WatchMatchRequest(name=table.name, cursor=table.cursor(head)))
    assert not (await stream.read()).update.events
    waiting = asyncio.create_task(at(there, table).next(await table.idle_seat(), wait=20))
    await asyncio.sleep(0.05)
    await table.move()
    message = await asyncio.wait_for(stream.read(), 5)
    assert message.update.events[0].ordinal == head + 1
    await calls.abandon(table.name)
    update = await asyncio.wait_for(waiting, 5)
    assert update.open or update.state == match_pb2.MATCH_STATE_ABANDONED


async def test_a_match_started_here_is_not_started_there_too(calls: Calls, there: Calls) -> None:
    table = await calls.lobby()
    answers = await asyncio.gather(calls.start(table.name), there.start(table.name), return_exceptions=True)
    assert sorted(isinstance(answer, match_pb2.Match) for answer in answers) == [False, True]


async def test_tokens_are_good_everywhere_and_forged_ones_nowhere(calls: Calls, there: Calls) -> None:
    table = await calls.table()
    other = at(there, table)
    assert (await other.view(0)).view.viewer == 0
    other.tokens = {0: table.tokens[0][:-1]}
    assert (await refusal(other.view(0))).code == grpc.StatusCode.UNAUTHENTICATED


async def test_a_whole_match_spread_over_both_is_what_its_log_makes_of_it(
    server: Server, twin: Server, records: Store
) -> None:
    async with Calls(server.address, twin.address) as both:
        player = Player(both.stubs, 3)
        name = await player.play(ruleset(10, heroes=True))
    assert await check_replay(records, name.removeprefix("matches/")) == player.seen["OUTCOME_APPLIED"]
    for each in (server, twin):
        assert each.metric("sanguosha_drifts_total") == 0
