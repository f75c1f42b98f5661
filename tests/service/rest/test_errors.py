"""Whatever is wrong with a request, the reply is in one form and says so."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import httpx
import pytest
from google.rpc import code_pb2
from hypothesis import given, settings
from hypothesis import strategies as st
from sanguosha.v1 import match_service_pb2 as pb

from service.errors import CODES, ServiceError
from service.rest.faults import HTTP_REASONS, STATUSES, HttpFault
from service.rest.wire import message_of, object_of
from tests.service.rest.calling import Refused, Rest, RestCalls
from tests.service.serving import Server
from tests.service.tables import request_id

JSON = {"content-type": "application/json"}
ID = request_id()


async def refused(rest: Rest, verb: str, path: str, **how: Any) -> Refused:
    reply = await rest.client.request(verb, path, **how)
    assert reply.status_code >= 400, reply.text
    return Refused(reply)


def test_every_code_has_its_status() -> None:
    assert {code.value[0] for code in STATUSES} == set(code_pb2.Code.values())
    assert set(CODES.values()) <= set(STATUSES)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"colour": 1}, "colour"),
        ({"match": {"ruleset": {"colour": 1}}}, "match.ruleset.colour"),
        ({"match": {"ruleset": {"seatCount": "many"}}}, "match.ruleset.seat_count"),
        ({"match": {"ruleset": {"seat_count": -1}}}, "match.ruleset.seat_count"),
        ({"match": {"seats": [{}, {"seat": []}]}}, "match.seats.seat"),
        ({"match": {"ruleset": []}}, "match.ruleset"),
        ({"match": {"spectatorAccess": "SOMEBODY"}}, "match.spectator_access"),
        ({"match": {"annotations": {"a": 1}}}, "match.annotations"),
        ({"match": {"createTime": "yesterday"}}, "match.create_time"),
        ({"botSeats": 3}, "bot_seats"),
        ({"botSeats": [None]}, "bot_seats"),
        ({"seed": 7}, "seed"),
        ({"match": {"ruleset": ""}}, "match.ruleset"),
        ({"requestId": 5}, "request_id"),
        ({"[sanguosha.v1.x]": 5}, "[sanguosha.v1.x]"),
        ({"x" * 500: 5}, "x" * 80),
    ],
)
async def test_a_field_that_cannot_be_read_is_named(rest: Rest, body: Any, field: str) -> None:
    fault = await refused(rest, "POST", "/v1/matches", json=body)
    assert (fault.status, fault.reason, fault.about) == (400, "FIELD_INVALID", {"field": field})
    assert repr(field) in fault.message


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("colour=red", "colour"),
        ("pageSize=many", "page_size"),
        ("pageSize=1&page_size=1", "page_size"),
        ("joinable=yes", "joinable"),
        ("state=ASLEEP", "state"),
        ("state=1", "state"),
        ("pageSize=", "page_size"),
    ],
)
async def test_a_parameter_that_cannot_be_read_is_named(rest: Rest, query: str, field: str) -> None:
    fault = await refused(rest, "GET", f"/v1/matches?{query}")
    assert (fault.status, fault.reason, fault.about) == (400, "FIELD_INVALID", {"field": field})
    assert field in fault.message


async def test_a_pack_that_there_is_not_is_named(rest: Rest) -> None:
    fault = await refused(rest, "GET", "/v1/catalogue?packs=wind,ex")
    assert (fault.status, fault.reason, fault.about) == (400, "FIELD_INVALID", {"field": "packs"})
    assert "packs: pack 'wind,ex' is not known: there are standard, ex" in fault.message


@pytest.mark.parametrize(
    ("verb", "path", "how", "expected"),
    [
        ("GET", "/v1/nothing", {}, (404, "PATH_UNKNOWN")),
        ("POST", "/v1/matches/a:fly", {}, (404, "PATH_UNKNOWN")),
        ("GET", "/v1/matches/%ff", {}, (404, "PATH_UNKNOWN")),
        ("DELETE", "/v1/matches/a", {}, (405, "VERB_UNKNOWN")),
        ("TRACE", "/v1/matches/a", {}, (405, "VERB_UNKNOWN")),
        ("OPTIONS", "/v1/matches", {}, (405, "VERB_UNKNOWN")),
        ("POST", "/openapi.json", {}, (405, "VERB_UNKNOWN")),
        ("GET", "/v1/matches/a%2Fb", {}, (400, "NAME_INVALID")),
        ("GET", "/v1/matches/a/view?name=matches/a", {}, (400, "FIELD_INVALID")),
        ("GET", "/v1/matches?mode=%ff", {}, (400, "HTTP_INVALID")),
        ("GET", "/v1/matches", {"content": b"{}", "headers": JSON}, (400, "BODY_INVALID")),
        ("POST", "/v1/matches?requestId=x", {}, (400, "FIELD_INVALID")),
        ("POST", "/v1/matches", {}, (400, "REQUEST_ID_INVALID")),
        ("POST", "/v1/matches", {"content": b"{}"}, (415, "CONTENT_TYPE_UNKNOWN")),
        ("POST", "/v1/matches", {"data": {"requestId": ID}}, (415, "CONTENT_TYPE_UNKNOWN")),
        ("POST", "/v1/matches", {"content": b"{", "headers": JSON}, (400, "BODY_INVALID")),
        ("POST", "/v1/matches", {"content": b"[]", "headers": JSON}, (400, "BODY_INVALID")),
        ("POST", "/v1/matches", {"content": b"null", "headers": JSON}, (400, "BODY_INVALID")),
        ("POST", "/v1/matches", {"content": b'{"seed": "\xff"}', "headers": JSON}, (400, "BODY_INVALID")),
        ("POST", "/v1/matches", {"content": b'{"botSeats": [NaN]}', "headers": JSON}, (400, "BODY_INVALID")),
        ("POST", "/v1/matches", {"content": b'{"seed": "", "seed": ""}', "headers": JSON}, (400, "BODY_INVALID")),
        ("POST", "/v1/matches", {"content": b"[" * 30_000, "headers": JSON}, (400, "BODY_INVALID")),
        ("POST", "/v1/matches", {"content": b'{"match":' * 5000, "headers": JSON}, (400, "BODY_INVALID")),
        ("POST", "/v1/matches", {"content": b" " * 65_537, "headers": JSON}, (413, "BODY_TOO_LARGE")),
        ("POST", "/v1/matches", {"content": b" " * 700_000, "headers": JSON}, (413, "BODY_TOO_LARGE")),
        ("POST", "/v1/matches/a:join", {"json": {"name": "matches/b"}}, (400, "FIELD_INVALID")),
        ("POST", "/v1/matches/nowhere:join", {"json": {"requestId": ID}}, (404, "MATCH_NOT_FOUND")),
        ("GET", "/v1/matches?pageToken=x", {}, (400, "PAGE_TOKEN_INVALID")),
        ("GET", "/v1/matches", {"headers": {"authorization": "Bearer x"}}, (401, "TOKEN_INVALID")),
        ("GET", "/v1/matches/nowhere:watch", {}, (404, "MATCH_NOT_FOUND")),
        ("GET", "/v1/matches/nowhere:watch?ticket=x", {}, (401, "TICKET_INVALID")),
        ("GET", "/v1/matches/nowhere:watch?cursor=x", {}, (400, "FIELD_INVALID")),
    ],
)
async def test_what_is_wrong_is_said(
    rest: Rest, verb: str, path: str, how: dict[str, Any], expected: tuple[int, str]
) -> None:
    fault = await refused(rest, verb, path, **how)
    assert (fault.status, fault.reason) == expected
    assert (fault.domain == "http.sanguosha.v1") == (fault.reason in HTTP_REASONS)
    assert ("www-authenticate" in fault.headers) == (fault.status == 401)
    assert ("allow" in fault.headers) == (fault.status == 405)


async def test_a_field_that_another_excludes_is_named(rest: Rest) -> None:
    body = {"requestId": ID, "seat": 0, "spectator": True}
    fault = await refused(rest, "POST", "/v1/matches/a:issueToken", json=body)
    assert (fault.reason, fault.about) == ("FIELD_INVALID", {"field": "spectator"})


async def test_a_state_that_does_not_allow_the_call_is_a_client_fault(rest_calls: RestCalls) -> None:
    table = await rest_calls.table()
    with pytest.raises(Refused) as caught:
        await rest_calls.join(table.name)
    assert (caught.value.status, caught.value.code, caught.value.reason) == (
        400,
        "FAILED_PRECONDITION",
        "MATCH_STARTED",
    )
    with pytest.raises(Refused) as caught:
        await rest_calls.create(5, id=ID) and await rest_calls.create(4, id=ID)
    assert (caught.value.status, caught.value.reason) == (409, "REQUEST_ID_REUSED")


async def test_what_a_client_sent_is_not_quoted(rest: Rest) -> None:
    secret = "a-token-in-the-wrong-place"
    for body in ({"match": {"ruleset": {"seatCount": secret}}}, {"seed": "x", "botSeats": secret}, {"match": secret}):
        reply = await rest.client.post("/v1/matches", json=body)
        assert reply.status_code == 400
        assert secret not in reply.text
    reply = await rest.client.post("/v1/matches", content=f'{{"{secret}', headers=JSON)
    assert secret not in reply.text


async def test_both_spellings_and_every_form_of_json_are_taken(rest: Rest) -> None:
    body = {
        "match": {"ruleset": {"seat_count": "5"}, "seats": None},
        "botSeats": [0, 1],
        "bot_seats": [0, 1.0, 2],
        "request_id": request_id(),
        "seed": "AAECAwQFBgcICQoLDA0ODw",
    }
    reply = await rest.client.post(
        "/v1/matches", json=body, headers={"content-type": "Application/JSON; charset=utf-8"}
    )
    assert reply.status_code == 200, reply.text
    assert [seat["bot"] for seat in reply.json()["seats"]] == [True] * 3 + [False] * 2


async def test_a_reply_has_every_list_and_number(rest: Rest) -> None:
    reply: httpx.Response = await rest.client.get("/v1/matches?state=MATCH_STATE_ABANDONED&mode=none&joinable=false")
    assert reply.json() == {"matches": [], "nextPageToken": ""}


KEYS = st.sampled_from([*pb.CreateMatchRequest.DESCRIPTOR.fields_by_camelcase_name, "ruleset", "seats", "annotations"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100)
@given(st.dictionaries(KEYS | st.text(), VALUES, max_size=4))
def test_no_body_is_a_fault_of_the_server(fields: dict[str, Any]) -> None:
    with suppress(ServiceError):
        assert isinstance(message_of(fields, pb.CreateMatchRequest), pb.CreateMatchRequest)


@settings(max_examples=300)
@given(st.binary(max_size=40) | st.text(alphabet='{}[]":,\\u0aeE+-.9ntf', max_size=40).map(str.encode))
def test_no_bytes_are_a_fault_of_the_server(body: bytes) -> None:
    with suppress(HttpFault):
        assert isinstance(object_of(body), dict)


async def test_requests_that_are_none_are_counted_under_one_name(rest: Rest, server: Server) -> None:
    def counted(handler: str, code: str) -> float:
        return server.metric("http_server_handled_total", handler=handler, code=code)

    before = counted("none", "NOT_FOUND"), counted("GetMatch", "NOT_FOUND"), counted("ListMatches", "INVALID_ARGUMENT")
    await rest.client.get("/v1/secret")
    await rest.client.get("/v1/matches/nowhere")
    await rest.client.get("/v1/matches?a=b")
    after = counted("none", "NOT_FOUND"), counted("GetMatch", "NOT_FOUND"), counted("ListMatches", "INVALID_ARGUMENT")
    assert after == tuple(count + 1 for count in before)
    assert "secret" not in server.metrics_text()


@pytest.mark.parametrize("name", ["\ud800", "a\udfffb"])
async def test_letters_that_are_none_are_a_fault_of_the_client(rest: Rest, name: str) -> None:
    for fields in ({name: 1}, {"match": name}, {"requestId": name}, {"botSeats": [name]}, {"match": {"ruleset": name}}):
        body = json.dumps(fields)
        reply = await rest.client.post("/v1/matches", content=body, headers={"content-type": "application/json"})
        assert reply.status_code == 400, fields
        assert reply.json()["error"]["details"][0]["reason"] == "BODY_INVALID"


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 400, "1.5", "-1"])
@pytest.mark.parametrize("field", ["seat", "audience"])
async def test_a_number_that_is_none_of_a_field_is_a_fault_of_the_client(rest: Rest, field: str, number: str) -> None:
    path = {"seat": "/v1/matches/a:join", "audience": "/v1/matches/a/messages"}[field]
    headers = {"content-type": "application/json"}
    reply = await rest.client.post(path, content=f'{{"{field}": {number}}}', headers=headers)
    assert reply.status_code in (400, 401)
    assert reply.json()["error"]["details"][0]["reason"] in ("FIELD_INVALID", "TOKEN_MISSING", "REQUEST_ID_INVALID")


async def test_a_body_behind_an_upgrade_is_no_request_of_its_own(server: Server) -> None:
    host, _, port = server.http_address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    inner = b"GET /v1/server HTTP/1.1\r\nhost: x\r\n\r\n"
    head = (
        f"POST /v1/matches HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\nconnection: upgrade\r\ncontent-length: {len(inner)}"
    )
    writer.write(f"{head}\r\n\r\n".encode() + inner)
    replies = await asyncio.wait_for(reader.read(), 10)  # to the end of the connection
    writer.close()
    assert b"HTTP_INVALID" in replies
    assert b"rulesVersion" not in replies
