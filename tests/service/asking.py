"""Any call of the contract by the name of its method, made from the descriptors: no method is forgotten."""

from __future__ import annotations

import re
from typing import Any

from google.api import annotations_pb2
from google.protobuf import message_factory
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

from service.app import SERVICES
from tests.service.tables import Calls, Table, bearer, request_id

METHODS: dict[str, MethodDescriptor] = {method.name: method for service in SERVICES for method in service.methods}
NEEDED: dict[str, dict[str, Any]] = {
    "CreateMatch": {"match": {"ruleset": {"seat_count": 5}}},
    "QuickMatch": {"ruleset": {"seat_count": 5}},
    "CreateSeries": {"series": {"ruleset": {"seat_count": 5}, "players": [{"display_name": name} for name in "abcde"]}},
    "Act": {"answer": {"decision": 1, "option": "pass"}},
    "IssueToken": {"spectator": True},
    "SendMessage": {"text": "hello"},
}
"""What a request must have besides the name and the request id, so that nothing else is wrong with it."""


def has(method: str, field: str) -> bool:
    """Whether the method's request has the field."""
    return field in METHODS[method].input_type.fields_by_name


def collection(method: str) -> str:
    """What the method's `name` is of, "matches" or "series"; empty where it has none."""
    rule = METHODS[method].GetOptions().Extensions[annotations_pb2.http]
    named = re.search(r"\{name=(\w+)/\*\}", f"{rule.get}{rule.post}")
    return named[1] if named else ""


def request_of(method: str, **fields: Any) -> Message:
    """With a fresh request id unless told."""
    if has(method, "request_id"):
        fields.setdefault("request_id", request_id())
    request: Message = message_factory.GetMessageClass(METHODS[method].input_type)(**fields)
    return request


def ask(calls: Calls, method: str, token: str = "", **fields: Any) -> Any:
    """The call, to be awaited; a stream where it is one."""
    descriptor = METHODS[method]
    assert not descriptor.client_streaming
    channel = calls.channels[0]
    kind = channel.unary_stream if descriptor.server_streaming else channel.unary_unary
    multicallable = kind(
        f"/{descriptor.containing_service.full_name}/{method}",
        request_serializer=message_factory.GetMessageClass(descriptor.input_type).SerializeToString,
        response_deserializer=message_factory.GetMessageClass(descriptor.output_type).FromString,
    )
    return multicallable(request_of(method, **fields), metadata=bearer(token) + calls.key)


def does(table: Table, method: str, by: int | None = None, *, token: str = "", **fields: Any) -> Any:
    """The call about a table, by one of its seats."""
    return ask(table.calls, method, token if by is None else table.tokens[by], name=table.name, **fields)


async def series(calls: Calls) -> Any:
    """A series of five people."""
    return await ask(calls, "CreateSeries", **NEEDED["CreateSeries"])


async def issue(table: Table, seat: int, **fields: Any) -> str:
    """A new token for the seat, which the table goes on with."""
    table.tokens[seat] = (await does(table, "IssueToken", seat=seat, **fields)).token
    return table.tokens[seat]
