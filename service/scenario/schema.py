"""The schema of scenario files, and complaints in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

Place = tuple[str | int, ...]
SEATS = tuple(f"P{n}" for n in range(1, 11))


class Malformed(Exception):
    """A scenario that cannot be run as it is written. `place` leads to what is wrong, from the top of the file."""

    def __init__(self, detail: str, place: Place = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.place = place


@cache
def schema() -> dict[str, Any]:
    """The JSON schema of a scenario file."""
    text = Path(__file__).with_name("schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def check(data: Any) -> None:
    """Raise `Malformed` for the innermost thing that is not as the schema wants it."""
    errors = list(Draft202012Validator(schema()).iter_errors(data))
    if errors:
        raise _complaint(max(errors, key=lambda error: len(error.absolute_path)))


def _complaint(error: ValidationError) -> Malformed:
    place = tuple(error.absolute_path)
    found: Any = error.instance
    rule: Mapping[str, Any] = error.schema if isinstance(error.schema, Mapping) else {}
    expected = rule.get("description", error.message)
    match error.validator:
        case "required":
            missing = next(key for key in rule["required"] if key not in found)
            return Malformed(f"the key {missing!r} is missing", place)
        case "additionalProperties":
            seats = SEATS if "patternProperties" in rule else ()
            known = list(rule.get("properties", {}))
            unknown = next(key for key in found if key not in known and key not in seats)
            listed = ", ".join([*known, *(["P1 to P10"] if seats else [])])
            return Malformed(f"unknown key; known here: {listed}", (*place, unknown))
        case "minProperties" | "maxProperties":
            return Malformed(f"{len(found)} keys where one is needed; expected {expected}", place)
    return Malformed(f"expected {expected}; found {in_a_line(found)}", place)


def in_a_line(data: Any) -> str:
    """The data as it could be written on one line of the file."""
    if isinstance(data, Mapping):
        return "{" + ", ".join(f"{key}: {in_a_line(value)}" for key, value in data.items()) + "}"
    if isinstance(data, (list, tuple)):
        return "[" + ", ".join(map(in_a_line, data)) + "]"
    if data is None:
        return "null"
    return str(data).lower() if isinstance(data, bool) else str(data)
