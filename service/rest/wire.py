"""Messages as JSON, by the mapping of protobuf."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from google.protobuf import json_format, message_factory
from google.protobuf.message import Message

from ..errors import ServiceError
from .faults import HttpFault

MOST_SHOWN = 80  # characters of a name that a client made up

M = TypeVar("M", bound=Message)


def object_of(body: bytes) -> dict[str, Any]:
    """The fields of a body; none for an empty one. Raises `HttpFault`."""
    if not body:
        return {}
    try:
        value = json.loads(body.decode(), object_pairs_hook=_without_repeats, parse_constant=_no_number)
        if b"\\u" in body:  # perhaps half a letter, over which the parser of messages stumbles
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise HttpFault("BODY_INVALID", "the body is not UTF-8") from error
    except RecursionError as error:
        raise HttpFault("BODY_INVALID", "the body is nested too deeply") from error
    except ValueError as error:  # how Python says so quotes the body
        raise HttpFault("BODY_INVALID", "the body is not JSON, or names a field twice") from error
    if not isinstance(value, dict):
        raise HttpFault("BODY_INVALID", "the body is not a JSON object")
    return value


def message_of(fields: Mapping[str, Any], kind: type[M]) -> M:
    """Raises FIELD_INVALID, with the first field that is unknown or of the wrong type."""
    message = _parsed(fields, kind)
    if message is None:
        field = _wrong_field(fields, kind)[:MOST_SHOWN]
        which = f"the field {field!r}" if field else "a field"
        raise ServiceError("FIELD_INVALID", f"{which} is unknown, not of its type, or excluded by another", field=field)
    return message


def _parsed(fields: Mapping[str, Any], kind: type[M]) -> M | None:
    message = kind()
    try:
        # Its errors quote what the client sent, which may be a token in the wrong place.
        json_format.ParseDict(dict(fields), message)
    except (json_format.ParseError, RecursionError, ValueError, TypeError, AttributeError, OverflowError):
        return None
    return message if _shaped(fields, kind.DESCRIPTOR) else None


def _shaped(fields: Mapping[str, Any], descriptor: Any) -> bool:
    """Whether every message in what could be parsed is an object: the parser takes an empty list or text for one."""
    by_name = by_name_of(descriptor)
    for name, value in fields.items():
        below = _below(by_name[name])
        parts = value if isinstance(value, list) and by_name[name].is_repeated else [value]
        for part in parts if below is not None and value is not None else ():
            if not isinstance(part, dict) or not _shaped(part, below):
                return False
    return True


def _wrong_field(fields: Mapping[str, Any], kind: type[Message]) -> str:
    """The path of the first field which cannot be read even alone, spelled as in the contract."""
    by_name = by_name_of(kind.DESCRIPTOR)
    for name, value in fields.items():
        if _parsed({name: value}, kind) is None:
            if name not in by_name:
                return name
            field = by_name[name]
            return ".".join(filter(None, (field.name, _wrong_part(value, _below(field)))))
    return _excluded(fields, kind.DESCRIPTOR)


def _wrong_part(value: Any, descriptor: Any) -> str:
    """The path below a field that holds messages; empty where the field itself is wrong."""
    if descriptor is None:
        return ""
    kind = message_factory.GetMessageClass(descriptor)
    for part in value if isinstance(value, list) else [value]:
        if isinstance(part, dict) and _parsed(part, kind) is None:
            return _wrong_field(part, kind)
    return ""


def _excluded(fields: Mapping[str, Any], descriptor: Any) -> str:
    """The first field that another one excludes."""
    for oneof in descriptor.oneofs:
        given = [field.name for field in oneof.fields if field.name in fields or field.json_name in fields]
        if len(given) > 1:
            return str(given[1])
    return ""


def by_name_of(descriptor: Any) -> dict[str, Any]:
    """The fields of a message, by either spelling."""
    return {name: field for field in descriptor.fields for name in (field.name, field.json_name)}


def _below(field: Any) -> Any:
    """The descriptor of the messages that a field holds, where they are objects with fields of their own."""
    message = field.message_type
    own = message is not None and message.file.package != "google.protobuf" and not message.GetOptions().map_entry
    return message if own else None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a name is repeated")
    return fields


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
