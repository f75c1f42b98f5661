"""The contract says what the engine says; what `make contract` checks would be seen."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import msgspec
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from sanguosha.v1 import card_pb2, decision_pb2, error_pb2, event_pb2

from engine import card, events, questions, zones

ROOT = Path(__file__).parents[2]
IMAGE = ROOT / "proto/sanguosha.binpb"
CHECKS = {
    "lint": ["lint"],
    "format": ["format", "--diff", "--exit-code", "proto"],
    "breaking": ["breaking", "proto", "--against", str(IMAGE)],
}


def buf(*args: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([Path(sys.executable).with_name("buf"), *args], cwd=cwd, capture_output=True, check=False)


@pytest.mark.parametrize(
    ("check", "before", "after"),
    [
        ("lint", "  // Counts the events of a match, from 1.\n", ""),
        ("format", "uint64 ordinal", "uint64  ordinal"),
        ("breaking", "uint64 ordinal = 1;", "uint64 ordinal = 999;"),
    ],
)
def test_a_spoilt_contract_does_not(check: str, before: str, after: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / "buf.yaml", tmp_path)
    shutil.copytree(ROOT / "third_party", tmp_path / "third_party")
    shutil.copytree(ROOT / "proto", tmp_path / "proto", ignore=shutil.ignore_patterns("*.py", "*.pyi", "*.binpb"))
    file = tmp_path / "proto/sanguosha/v1/event.proto"
    text = file.read_text()
    assert text.count(before) == 1
    file.write_text(text.replace(before, after))
    result = buf(*CHECKS[check], cwd=tmp_path)
    assert result.returncode == 100
    assert b"event.proto" in result.stdout


def test_the_image_is_the_present_contract() -> None:
    """What is not in the image is not protected: `make accept-contract` writes it."""
    assert buf("build", "proto", "--exclude-source-info", "--output", "-").stdout == IMAGE.read_bytes()


# The engine removes it from what a viewer gets.
NEVER_SENT = {"CardsMoved": {"seen"}}


def test_every_engine_event_is_in_the_event_message_and_nothing_else() -> None:
    members = event_pb2.Event.DESCRIPTOR.oneofs_by_name["event"].fields
    in_the_match = {field.name: field.message_type.name for field in members if field.number < 200}
    assert in_the_match == {snake_case(event.__name__): event.__name__ for event in events.EVENTS}


@pytest.mark.parametrize("event", events.EVENTS, ids=lambda event: event.__name__)
def test_an_event_message_has_the_fields_of_the_engine_event(event: type[events.Event]) -> None:
    message = event_pb2.Event.DESCRIPTOR.fields_by_name[snake_case(event.__name__)].message_type
    hints = get_type_hints(event)
    sent = set(event.__struct_fields__) - NEVER_SENT.get(event.__name__, set())
    assert set(message.fields_by_name) == sent
    assert {f.name for f in message.fields if f.is_repeated} == {n for n in sent if get_origin(hints[n]) is tuple}
    assert {f.name for f in message.fields if f.type == FieldDescriptor.TYPE_BOOL} == {
        n for n in sent if hints[n] is bool
    }


@pytest.mark.parametrize(
    ("struct", "message", "beside"),
    [
        (questions.Option, decision_pb2.Option.DESCRIPTOR, set()),
        (questions.Reason, decision_pb2.Reason.DESCRIPTOR, set()),
        (questions.Subset, decision_pb2.Subset.DESCRIPTOR, {"id"}),
        (questions.Sequence, decision_pb2.Sequence.DESCRIPTOR, {"id"}),
        (questions.Assignment, decision_pb2.Assignment.DESCRIPTOR, {"id"}),
        (questions.Bucket, decision_pb2.Bucket.DESCRIPTOR, set()),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_decision_is_made_of_what_an_engine_question_is_made_of(
    struct: type[msgspec.Struct], message: Descriptor, beside: set[str]
) -> None:
    assert set(message.fields_by_name) | beside == set(struct.__struct_fields__)


def test_the_closed_vocabularies_are_those_of_the_engine() -> None:
    assert values(decision_pb2.DecisionKind.DESCRIPTOR) == set(get_args(questions.QuestionKind))
    assert values(card_pb2.Suit.DESCRIPTOR) == {suit.upper() for suit in card.SUITS}
    assert values(card_pb2.ZoneKind.DESCRIPTOR) == {kind.upper() for kind in get_args(zones.ZoneKind)}
    kinds = decision_pb2.Candidate.DESCRIPTOR.oneofs_by_name["kind"].fields
    assert {field.name for field in kinds} == set(get_args(questions.CandidateKind))


def test_every_reason_to_refuse_an_answer_is_in_the_contract() -> None:
    reasons = set(re.findall(r'IllegalAnswer\(\s*"(\w+)"', Path(questions.__file__).read_text()))
    assert "OPTION_NOT_LISTED" in reasons
    assert reasons <= values(error_pb2.ErrorReason.DESCRIPTOR)


@pytest.mark.parametrize("source", [None, 0])
def test_nobody_and_seat_0_stay_apart_in_binary_and_json(source: int | None) -> None:
    sent = event_pb2.Event(ordinal=7)
    sent.damaged.target, sent.damaged.amount, sent.damaged.hp = 0, 3, -1
    if source is not None:
        sent.damaged.source = source
    for received in (
        event_pb2.Event.FromString(sent.SerializeToString()),
        json_format.Parse(json_format.MessageToJson(sent), event_pb2.Event()),
    ):
        assert received == sent
        assert received.damaged.HasField("source") is (source is not None)
        assert received.damaged.hp == -1


def snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def values(enum: EnumDescriptor) -> set[str]:
    """The names of an enum without their common prefix and without the unspecified one."""
    prefix = snake_case(enum.name).upper() + "_"
    return {value.name.removeprefix(prefix) for value in enum.values if value.number}
