"""Replays as files: what `GetReplay` returned, as JSON or as it came over the wire. Whoever sends one may have sent
anything: it is read within bounds, and what is not a replay is said not to be one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from unicodedata import category

from google.protobuf import json_format
from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet
from sanguosha.v1 import match_pb2
from sanguosha.v1 import replay_service_pb2 as pb

from engine.chance import SEED_BYTES

from ..checks import INVISIBLE

MOST_BYTES = 16 << 20
DIGEST_BYTES = 32
OVER = (match_pb2.MATCH_STATE_FINISHED, match_pb2.MATCH_STATE_ABANDONED)
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors put it before a text


class BadReplay(Exception):
    """A file that is no replay."""


def read(path: Path) -> pb.Replay:
    """The replay in a file. Raises `BadReplay` and `OSError`."""
    with path.open("rb") as file:
        blob = file.read(MOST_BYTES + 1)
    return parse(blob)


def parse(blob: bytes) -> pb.Replay:
    """The replay in these bytes, JSON or not. Raises `BadReplay`."""
    if len(blob) > MOST_BYTES:
        raise BadReplay(f"a replay has at most {MOST_BYTES >> 20} MiB")
    text = blob.removeprefix(BYTE_ORDER_MARK).lstrip()
    if not text:
        raise BadReplay("it is empty")
    replay = _from_json(text) if text.startswith(b"{") else _from_wire(blob)
    _check(replay)
    return replay


def to_json(replay: pb.Replay) -> str:
    """As the contract's JSON, with each step on a line of its own."""
    whole = json_format.MessageToDict(replay)
    steps = whole.pop("steps", [])
    lines = [f'  "{name}": {_dumped(value)}' for name, value in whole.items()]
    listed = ",\n".join(f"    {_dumped(step)}" for step in steps)
    return "{\n" + ",\n".join([*lines, f'  "steps": [\n{listed}\n  ]']) + "\n}\n"


def visible(text: str, most: int = 80) -> str:
    """What a file says, for a terminal: on one line, and nothing in it may move the cursor."""
    shown = "".join("?" if category(letter) in INVISIBLE else letter for letter in text[:most])
    return shown + ("..." if len(text) > most else "")


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _from_json(text: bytes) -> pb.Replay:
    try:
        return json_format.Parse(text, pb.Replay())
    except (json_format.ParseError, ValueError, OverflowError, RecursionError) as error:  # numbers and depths beyond it
        raise BadReplay(f"it is not the JSON of a replay: {visible(str(error), 200)}") from error


def _from_wire(blob: bytes) -> pb.Replay:
    try:
        return pb.Replay.FromString(blob)
    except DecodeError as error:
        raise BadReplay("it is neither the JSON nor the message of a replay, or it was cut short") from error


def _check(replay: pb.Replay) -> None:
    """Bytes of another message may well decode."""
    if any(len(UnknownFieldSet(message)) for message in _within(replay)):
        raise BadReplay("it has fields that no replay has, or that are of a later contract")
    match = replay.match
    if match.state not in OVER:
        raise BadReplay("it is of no match that is over")
    for name, value, size in (
        ("commitment", match.commitment, DIGEST_BYTES),
        ("seed", match.seed, SEED_BYTES),
        ("salt", match.salt, SEED_BYTES),
        ("steps_digest", replay.steps_digest, DIGEST_BYTES),
    ):
        if len(value) != size:
            raise BadReplay(f"its {name} has {len(value)} bytes, not {size}")
    try:
        match.create_time.ToDatetime()
    except (ValueError, OverflowError) as error:
        raise BadReplay("its create_time is no time") from error


def _within(message: Message) -> Iterator[Message]:
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for part in value if field.is_repeated else [value]:
                yield from _within(part)
