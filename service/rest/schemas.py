"""JSON schemas of messages, as OpenAPI 3.1 has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

Schema = dict[str, Any]

ROOT = "#/components/schemas/"

_SCALARS: Mapping[int, Schema] = {
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    FieldDescriptor.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
    FieldDescriptor.TYPE_INT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    FieldDescriptor.TYPE_SINT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    FieldDescriptor.TYPE_UINT32: {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    # Numbers of 64 bits are texts: those of JavaScript end at 53.
    FieldDescriptor.TYPE_INT64: {"type": "string", "pattern": r"^-?[0-9]{1,19}$"},
    FieldDescriptor.TYPE_UINT64: {"type": "string", "pattern": r"^[0-9]{1,20}$"},
}
_WELL_KNOWN: Mapping[str, Schema] = {
    "google.protobuf.Duration": {"type": "string", "pattern": r"^-?[0-9]{1,12}(\.[0-9]{1,9})?s$", "examples": ["10s"]},
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
}


# What the contract says in words alone.
REQUEST_ID = "request_id"
_UUID: Schema = {"type": "string", "format": "uuid"}


class Schemas:
    """The schemas that a document needs, each under its name.

    What is sent and what is received differ: a reply has every field that is not optional, and may have more one day; a
    request has what it likes, and nothing that is unknown.
    """

    def __init__(self, comments: Mapping[str, str]) -> None:
        self._comments = comments
        self.named: dict[str, Schema] = {}

    def reply(self, message: Any) -> Schema:
        """A reference to the message as it is received."""
        return self._reference(message, message.name, request=False, without=())

    def request(self, message: Any, without: Collection[str] = ()) -> Schema:
        """A reference to the message as it is sent, without the fields that the path has."""
        return self._reference(message, message.name, request=True, without=without)

    def field(self, field: Any, *, request: bool) -> Schema:
        """A field of a message, with its comment."""
        schema = self._value(field, request=request)
        said = self.said(field.full_name)
        return {**schema, "description": said} if said else schema

    def said(self, full_name: str) -> str:
        return self._comments.get(full_name, "")

    def _reference(self, message: Any, name: str, *, request: bool, without: Collection[str]) -> Schema:
        if name not in self.named:
            self.named[name] = {}  # messages may hold themselves
            self.named[name] = self._message(message, request=request, without=without)
        return {"$ref": f"{ROOT}{name}"}

    def _message(self, message: Any, *, request: bool, without: Collection[str]) -> Schema:
        fields = [field for field in message.fields if field.name not in without]
        schema: Schema = {"type": "object"}
        if said := " ".join(filter(None, (self.said(message.full_name), _choices(message)))):
            schema["description"] = said
        schema["properties"] = {field.json_name: self.field(field, request=request) for field in fields}
        if request:
            schema["additionalProperties"] = False
            if REQUEST_ID in message.fields_by_name:
                schema["required"] = ["requestId"]
        elif required := [field.json_name for field in fields if not field.has_presence]:
            schema["required"] = required
        return schema

    def _value(self, field: Any, *, request: bool) -> Schema:
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            return {
                "type": "object",
                "additionalProperties": self._one(field.message_type.fields_by_name["value"], request=request),
            }
        one = self._one(field, request=request)
        return {"type": "array", "items": one} if field.is_repeated else one

    def _one(self, field: Any, *, request: bool) -> Schema:
        message = field.message_type
        if message is not None:
            if message.full_name in _WELL_KNOWN:
                return dict(_WELL_KNOWN[message.full_name])
            name = f"{message.name}Input" if request else message.name
            return self._reference(message, name, request=request, without=())
        if field.enum_type is not None:
            return self._enum(field.enum_type)
        return dict(_UUID if field.name == REQUEST_ID else _SCALARS[field.type])

    def _enum(self, enum: Any) -> Schema:
        lines = [self.said(enum.full_name)]
        lines += [f"* `{value.name}`: {self.said(f'{enum.full_name}.{value.name}')}" for value in enum.values]
        names = [value.name for value in enum.values]
        self.named[enum.name] = {"type": "string", "description": "\n".join(lines).strip(), "enum": names}
        return {"$ref": f"{ROOT}{enum.name}"}


def _choices(message: Any) -> str:
    """What is not in the schema: that of some fields one at most is set."""
    choices = [oneof.fields for oneof in message.oneofs if len(oneof.fields) > 1]
    return " ".join(f"At most one of {', '.join(f'`{field.json_name}`' for field in fields)}." for fields in choices)
