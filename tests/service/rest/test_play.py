"""A client over HTTP alone, which knows no rule, plays a match to its end."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from sanguosha.v1 import match_pb2

from tests.service.rest.calling import Rest, RestCalls
from tests.service.serving import Server
from tests.service.tables import request_id, ruleset


@pytest.mark.parametrize(("seats", "heroes"), [(4, False), (5, True)])
async def test_a_whole_match_is_played_over_http_alone(rest_calls: RestCalls, seats: int, heroes: bool) -> None:
    table = await rest_calls.table(seats, playing=ruleset(seats, heroes=heroes))
    over = await table.play_out()
    assert over.state == match_pb2.MATCH_STATE_FINISHED
    assert len(over.result.roles) == seats


async def test_a_repeat_happens_once_and_gets_the_same_reply(rest_calls: RestCalls) -> None:
    table = await rest_calls.table()
    asked, id = await table.asked(), request_id()
    first = await table.act(asked.seat, asked.default_answer, id=id)
    assert await table.act(asked.seat, asked.default_answer, id=id) == first


async def test_waiting_is_a_parameter(rest: Rest, rest_calls: RestCalls) -> None:
    table = await rest_calls.table()
    headers = {"authorization": f"Bearer {table.tokens[await table.idle_seat()]}"}
    reply = await rest.client.get(f"/v1/{table.name}/decisions:next?wait=0.05s", headers=headers)
    assert reply.json()["update"]["decisions"] == []
    assert reply.elapsed.total_seconds() >= 0.05


async def test_a_wait_ends_when_its_client_goes_away(rest: Rest, rest_calls: RestCalls, server: Server) -> None:
    def cancelled() -> float:
        return server.metric("http_server_handled_total", handler="NextDecision", code="CANCELLED")

    table = await rest_calls.table()
    headers = {"authorization": f"Bearer {table.tokens[await table.idle_seat()]}"}
    before = cancelled()
    with pytest.raises(httpx.ReadTimeout):
        await rest.client.get(f"/v1/{table.name}/decisions:next?wait=20s", headers=headers, timeout=0.2)
    for _ in range(100):
        if cancelled() > before:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the call went on")
