"""What a request over HTTP asks for, as the message of its method."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from starlette.requests import Request

from ..errors import ServiceError
from .faults import HttpFault
from .paths import Found
from .wire import MOST_SHOWN, by_name_of, message_of, object_of

BODY_SECONDS = 10.0
# A client that is still sending would lose the reply if the connection were closed on it: so much is read and dropped.
MOST_DROPPED = 16  # times what a body may have

JSON = "application/json"


async def read(found: Found, request: Request, most_bytes: int) -> Message:
    """The message that a request asks a method with. Raises `HttpFault` and FIELD_INVALID."""
    body = await _body(request, most_bytes)
    query = _query(request)
    binding = found.binding
    if not binding.takes_body:
        if body:
            raise HttpFault("BODY_INVALID", "this path takes no body")
        fields = _from_query(query, found)
    else:
        if query:
            name = query[0][0][:MOST_SHOWN]
            raise ServiceError("FIELD_INVALID", f"every field goes into the body, {name!r} too", field=name)
        if body and request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise HttpFault("CONTENT_TYPE_UNKNOWN", f"the body must be {JSON}")
        fields = object_of(body)
    return message_of(_with_path(fields, found.values), binding.method.request_class)


def _with_path(fields: dict[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    for field, value in values.items():
        if fields.setdefault(field, value) != value:
            raise ServiceError("FIELD_INVALID", f"{field} is another than in the path", field=field)
    return fields


def _query(request: Request) -> list[tuple[str, str]]:
    try:
        text = request.scope["query_string"].decode("ascii")
        return parse_qsl(text, keep_blank_values=True, errors="strict")
    except UnicodeDecodeError as error:
        raise HttpFault("HTTP_INVALID", "the query is not UTF-8") from error


def _from_query(query: list[tuple[str, str]], found: Found) -> dict[str, Any]:
    """Fields by name. Raises FIELD_INVALID."""
    descriptor = found.binding.method.descriptor.input_type
    by_name = by_name_of(descriptor)
    fields: dict[str, Any] = {}
    for name, text in query:
        field = by_name.get(name)
        if field is None or field.name in found.values or not in_query(field):
            shown = name[:MOST_SHOWN]
            raise ServiceError("FIELD_INVALID", f"there is no parameter {shown!r}", field=shown)
        value = _value(field, text)
        if field.is_repeated:
            fields.setdefault(field.name, []).append(value)
        elif field.name in fields:
            raise ServiceError("FIELD_INVALID", f"{field.name} is given twice", field=field.name)
        else:
            fields[field.name] = value
    return fields


def in_query(field: FieldDescriptor) -> bool:
    """Whether a field can be a parameter: it is a number, a text, an enum, or a message that is one text in JSON."""
    return field.message_type is None or field.message_type.full_name in (
        "google.protobuf.Duration",
        "google.protobuf.Timestamp",
    )


def _value(field: FieldDescriptor, text: str) -> Any:
    """As JSON has it. Numbers may be texts there, truth may not; enums go by their names."""
    if field.enum_type is not None and text not in field.enum_type.values_by_name:
        raise ServiceError("FIELD_INVALID", f"{field.name} has no such value", field=field.name)
    if field.type != FieldDescriptor.TYPE_BOOL:
        return text
    return {"true": True, "false": False}.get(text, text)


async def _body(request: Request, most_bytes: int) -> bytes:
    """Raises `HttpFault`."""
    body, size = bytearray(), 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                size += len(chunk)
                if size <= most_bytes:
                    body += chunk
                elif size > MOST_DROPPED * most_bytes:
                    break
    except TimeoutError as error:
        raise HttpFault("TOO_SLOW", "the body took too long", {"connection": "close"}) from error
    if size > most_bytes:
        raise HttpFault("BODY_TOO_LARGE", f"a body has at most {most_bytes} bytes", {"connection": "close"})
    return bytes(body)
