"""What is to be played, as commands are told it."""

from __future__ import annotations

import argparse
import json
from typing import Any

from google.protobuf.json_format import ParseDict, ParseError
from sanguosha.v1 import ruleset_pb2

Options = ruleset_pb2.RulesetOptions
MOST_SEATS = 100


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seats", type=_seats, default=8, help="how many play (default %(default)s; 3v3 takes 6)")
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


def ruleset_of(parsed: argparse.Namespace) -> ruleset_pb2.Ruleset:
    """What `add` has added, as a message; the server says what does not combine."""
    options = Options(gods=parsed.gods)
    for given in parsed.option:
        options.MergeFrom(given)
    return ruleset_pb2.Ruleset(
        edition=parsed.edition, mode=parsed.mode, packs=parsed.packs, seat_count=parsed.seats, options=options
    )


def option(text: str) -> Options:
    """`NAME`, which is on, or `NAME=VALUE`, with the value as in JSON; a text needs no quotes."""
    name, _, value = text.partition("=")
    if name not in Options.DESCRIPTOR.fields_by_name:
        known = ", ".join(sorted(Options.DESCRIPTOR.fields_by_name))
        raise argparse.ArgumentTypeError(f"there is no option {name!r}: there are {known}")
    try:
        return ParseDict({name: _from_json(value or "true")}, Options())
    except ParseError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


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
