"""What is to be played, as commands are told it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import ParseDict, ParseError
from sanguosha.v1 import catalogue_service_pb2, ruleset_pb2

Catalogue = catalogue_service_pb2.Catalogue
Options = ruleset_pb2.RulesetOptions
USUAL_SEATS = 8
MOST_SEATS = 100
KINDS = {  # by the message type of an option, or the type that Python has for it: what it takes, and one for instance
    "bool": ("true or false", ""),
    "int": ("a number", "3"),
    "Duration": ("a time", "0.5s"),
    "Deadlines": ("an object", '{"play": "60s"}'),
}


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seats", type=_seats, help=f"how many play (default {USUAL_SEATS}, or the mode's number)")
    command.add_argument("--edition", default="", help="as the catalogue names it (default: the standard edition)")
    command.add_argument("--mode", default="", help="as the catalogue names it (default: the identity game)")
    command.add_argument(
        "--packs",
        type=_ids,
        default=(),
        metavar="PACK,PACK",
        help="as the catalogue names them (default: the server's)",
    )
    command.add_argument(
        "--option",
        type=option,
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="an option as the catalogue names it, for instance reincarnation, heroes=false, lord_seat=3 or"
        " silent_waits=0.5s; may be repeated",
    )
    command.add_argument("--gods", action="store_true", help="as --option gods")


def ruleset_of(parsed: argparse.Namespace, catalogue: Callable[[], Catalogue]) -> ruleset_pb2.Ruleset:
    """What `add` has added, as a message; the server says what does not combine. It is asked for its catalogue where
    that decides how many play."""
    options = Options(gods=parsed.gods)
    for given in parsed.option:
        options.MergeFrom(given)
    seats = parsed.seats or _seats_of(parsed.mode, catalogue)
    return ruleset_pb2.Ruleset(
        edition=parsed.edition, mode=parsed.mode, packs=parsed.packs, seat_count=seats, options=options
    )


def _seats_of(mode: str, catalogue: Callable[[], Catalogue]) -> int:
    """The mode's number, where it has only one."""
    modes = catalogue().modes if mode else ()
    numbers = [known.min_seat_count for known in modes if known.id == mode and _has_one_number(known)]
    return numbers[0] if numbers else USUAL_SEATS


def _has_one_number(mode: catalogue_service_pb2.Mode) -> bool:
    return mode.min_seat_count == mode.max_seat_count


def option(text: str) -> Options:
    """`NAME`, which is on, or `NAME=VALUE`, with the value as in JSON; a text needs no quotes."""
    name, _, value = text.partition("=")
    field = Options.DESCRIPTOR.fields_by_name.get(name)
    if field is None:
        known = ", ".join(sorted(Options.DESCRIPTOR.fields_by_name))
        raise argparse.ArgumentTypeError(f"there is no option {name!r}: there are {known}")
    try:
        return ParseDict({name: _from_json(value or "true")}, Options())
    except ParseError as error:
        raise argparse.ArgumentTypeError(f"option {name!r} takes {_taken(field)}") from error


def _taken(field: FieldDescriptor) -> str:
    kind = "bool" if field.type == field.TYPE_BOOL else field.message_type.name if field.message_type else "int"
    what, example = KINDS[kind]
    return f"{what}: {field.name}={example}" if example else what


def _seats(text: str) -> int:
    """Of which the server knows better; what the message has no room for is no number of players."""
    number = int(text)
    if not 0 < number <= MOST_SEATS:
        raise argparse.ArgumentTypeError(f"so many do not play: {number}")
    return number


def _from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _ids(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))
