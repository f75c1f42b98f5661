"""Messages that nobody would send, made from the descriptors, so that no field is forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from uuid import UUID

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from sanguosha.v1 import decision_pb2

from tests.service.playing import any_answer

DEEPEST = 4  # messages within messages
RARELY = 0.01

TEXTS = (
    *("", " ", "0", "-1", "1e999", "NaN", "null", "{}", "'", '"', "\\", "%00", "../..", "matches/", "*", "."),
    *(
        "\0",
        "\x1b[2J",
        "\r\n\r\n",
        "\u202e",
        "\u200d",
        "\ufeff",
        "\uffff",
        "e\u0301",
        "杀" * 20,
        "👩\u200d👩\u200d👧",
        "\U0010ffff",
    ),
    *("a" * 33, "x" * 5000),
)
NUMBERS = (0, 1, 2, 3, 4, 5, 7, 10, 11, 99, 255, 2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1, -1, -(2**31), -(2**63))
FRACTIONS = (0.0, -0.0, 1.5, -1.0, 1e308, float("inf"), float("-inf"), float("nan"))
BYTES = (b"", b"\0", b"\xff" * 15, b"\xff" * 16, b"\xff" * 17, b"x" * 5000)
UNKNOWN_FIELDS = (
    b"\xf8\xff\xff\xff\x0f\x01",  # the greatest number of a field
    b"\xba\x3e\x03abc",
    b"\xc3\x3e\xc4\x3e",  # a group that is empty
    b"\x88\x27" + b"\xff" * 9 + b"\x01",  # the longest number
)

_WIDTHS = {
    FieldDescriptor.TYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_SINT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_SFIXED32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.TYPE_FIXED32: (0, 2**32 - 1),
    FieldDescriptor.TYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.TYPE_SINT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.TYPE_SFIXED64: (-(2**63), 2**63 - 1),
    FieldDescriptor.TYPE_UINT64: (0, 2**64 - 1),
    FieldDescriptor.TYPE_FIXED64: (0, 2**64 - 1),
}


class Inventor:
    """`plausible` are values by the name of their field that would be right somewhere; `sense` is how often one of them
    is taken, and how often a field is set that a right message has."""

    def __init__(self, chance: Random, plausible: Mapping[str, Sequence[Any]], sense: float) -> None:
        self._chance = chance
        self._plausible = plausible
        self._sense = sense

    def message(self, descriptor: Descriptor, depth: int = 0) -> Message:
        message: Message = message_factory.GetMessageClass(descriptor)()
        for field in descriptor.fields:
            if self._chance.random() < (self._sense if field.name in self._plausible else 1 - self._sense):
                self._set(message, field, depth)
        if self._chance.random() < RARELY:
            message.MergeFromString(self._chance.choice(UNKNOWN_FIELDS))
        return message

    def _set(self, message: Message, field: FieldDescriptor, depth: int) -> None:
        of = field.message_type
        if of is not None and of.GetOptions().map_entry:
            for _ in range(self._count()):
                getattr(message, field.name)[self._text("")] = self._text("")
        elif of is not None and depth == DEEPEST:
            return
        elif of is not None and field.is_repeated:
            getattr(message, field.name).extend(self.message(of, depth + 1) for _ in range(self._count()))
        elif of is not None:
            getattr(message, field.name).CopyFrom(self.message(of, depth + 1))
        elif field.is_repeated:
            getattr(message, field.name).extend(self._value(field) for _ in range(self._count(most=20_000)))
        else:
            setattr(message, field.name, self._value(field))

    def _count(self, most: int = 300) -> int:
        return most if self._chance.random() < RARELY else self._chance.randrange(4)

    def _value(self, field: FieldDescriptor) -> Any:
        values = self._plausible.get(field.name)
        if values and self._chance.random() < self._sense:
            return self._chance.choice(values)
        if field.type == FieldDescriptor.TYPE_STRING:
            return self._text(field.name)
        if field.type == FieldDescriptor.TYPE_BYTES:
            return self._chance.choice(BYTES)
        if field.type == FieldDescriptor.TYPE_BOOL:
            return self._chance.random() < 0.5
        if field.type in (FieldDescriptor.TYPE_DOUBLE, FieldDescriptor.TYPE_FLOAT):
            return self._chance.choice(FRACTIONS)
        if field.enum_type is not None and self._chance.random() < 0.7:
            return self._chance.choice(field.enum_type.values).number
        least, most = _WIDTHS.get(field.type, _WIDTHS[FieldDescriptor.TYPE_INT32])
        return self._chance.choice([number for number in NUMBERS if least <= number <= most])

    def _text(self, field: str) -> str:
        if self._chance.random() < RARELY:
            return "杀" * 20_000  # just within the size of a request
        if field == "request_id" and self._chance.random() < 0.95:
            return str(UUID(int=self._chance.getrandbits(128 if self._chance.random() < 0.95 else 3)))
        known = self._plausible.get(field)
        if known and self._chance.random() < 0.3:
            text = str(self._chance.choice(known))
            at = self._chance.randrange(len(text) + 1)
            return text[:at] + self._chance.choice(TEXTS) + text[at + self._chance.randrange(2) :]
        return self._chance.choice(TEXTS)


def half_right(chance: Random, decision: decision_pb2.Decision) -> decision_pb2.Answer:
    """An answer that is listed, but for a thing or two."""
    answer = any_answer(chance, decision)
    for _ in range(chance.randrange(4)):
        chance.choice(_SLIPS)(chance, decision, answer)
    return answer


def _another_decision(chance: Random, decision: decision_pb2.Decision, answer: decision_pb2.Answer) -> None:
    answer.decision = chance.choice((0, decision.id - 1, decision.id + 1, 2**32 - 1)) % 2**32


def _another_option(chance: Random, decision: decision_pb2.Decision, answer: decision_pb2.Answer) -> None:
    answer.option = chance.choice([option.id for option in decision.options] + ["", "no such"])


def _another_pick(chance: Random, decision: decision_pb2.Decision, answer: decision_pb2.Answer) -> None:
    if answer.picks and chance.random() < 0.5:
        del answer.picks[chance.randrange(len(answer.picks))]
    else:
        answer.picks.add(pick=chance.choice(TEXTS), chosen=[chance.choice((0, 1, 2**32 - 1))])


def _another_choice(chance: Random, decision: decision_pb2.Decision, answer: decision_pb2.Answer) -> None:
    for pick in answer.picks:
        numbers = chance.choice((pick.chosen, pick.bucket))
        if numbers and chance.random() < 0.3:
            del numbers[chance.randrange(len(numbers))]
        else:
            numbers.extend(chance.choice((list(numbers)[:1], (list(numbers) * 500)[:5000], [0], [1], [2**32 - 1])))


_SLIPS = (_another_decision, _another_option, _another_pick, _another_choice)
