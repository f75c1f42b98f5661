"""Events. The contract names events and their fields as the engine does, so that how to convert each field is read off
the two, once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from sanguosha.v1 import card_pb2, decision_pb2, event_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.events import EVENTS, Event, event_name
from engine.rules import Rules

from .cards import SUIT_NUMBERS, deck, zone
from .decisions import KIND_NUMBERS

Deck = tuple[card_pb2.CardFace, ...]
Converter = Callable[[Any, Deck], Any]

FEW = 64  # events at once, as they come to who watches


def to_message(event: Event, ordinal: int, viewer: int, rules: Rules) -> event_pb2.Event:
    """The event as the viewer (-1: a spectator) may see it. Shared by those who see the same: never change it."""
    return _message(event.seen_by(viewer), ordinal, rules)


def unveiled(event: Event, ordinal: int, rules: Rules) -> event_pb2.Event:
    """The event with nothing hidden: of a match that is over. Shared: never change it."""
    return _message(event, ordinal, rules)


def add_to(update: pb.Update, events: Sequence[Event], first: int, viewer: int, rules: Rules) -> None:
    """The events, the first of which has the ordinal `first`, as the viewer may see them."""
    seen = tuple([event.seen_by(viewer) for event in events])
    with_events = _with_few_events if len(seen) <= FEW else _with_events
    update.MergeFromString(with_events(seen, first, rules))


def _with_events(seen: tuple[Event, ...], first: int, rules: Rules) -> bytes:
    """An update that has nothing but the events. As bytes, which are read sooner than messages are copied; and once for
    all who see the same."""
    update = pb.Update()
    for ordinal, event in enumerate(seen, first):
        update.events.add(**_fields(event, ordinal, rules))
    return update.SerializeToString()


_with_few_events = lru_cache(maxsize=512)(_with_events)  # many at once are told to one who comes back


@lru_cache(maxsize=4096)
def _message(event: Event, ordinal: int, rules: Rules) -> event_pb2.Event:
    return event_pb2.Event(**_fields(event, ordinal, rules))


def _fields(event: Event, ordinal: int, rules: Rules) -> dict[str, Any]:
    """Of the message; those of the message in it as a dictionary, which fills it where it is."""
    name, plain, converted = _TABLE[type(event)]
    fields = {field: getattr(event, field) for field in plain}
    faces = deck(rules)
    for field, convert in converted:
        fields[field] = convert(getattr(event, field), faces)
    return {"ordinal": ordinal, name: fields}


def _face(card_id: int, deck: Deck) -> card_pb2.CardFace:
    return deck[card_id]


def _faces(ids: tuple[int, ...], deck: Deck) -> list[card_pb2.CardFace]:
    return [deck[card_id] for card_id in ids]


def _seat_or_nobody(seat: int, deck: Deck) -> int | None:
    return seat if seat >= 0 else None


def _converter(field: FieldDescriptor) -> Converter | None:
    """None where the message holds what the engine holds."""
    if field.message_type is card_pb2.CardFace.DESCRIPTOR:
        return _faces if field.is_repeated else _face
    if field.message_type is card_pb2.Zone.DESCRIPTOR:
        return lambda value, _: zone(value)
    if field.enum_type is card_pb2.Suit.DESCRIPTOR:
        return lambda value, _: SUIT_NUMBERS[value]
    if field.enum_type is decision_pb2.DecisionKind.DESCRIPTOR:
        return lambda value, _: KIND_NUMBERS[value]
    return _seat_or_nobody if field.has_presence else None


def _columns(event: type[Event]) -> tuple[str, tuple[str, ...], tuple[tuple[str, Converter], ...]]:
    """The event's name in the contract, the fields to copy, and those to convert."""
    name = event_name(event)
    message = event_pb2.Event.DESCRIPTOR.fields_by_name[name].message_type
    assert message is not None
    converters = {field.name: _converter(field) for field in message.fields}
    plain = tuple(field for field, convert in converters.items() if convert is None)
    return name, plain, tuple((field, convert) for field, convert in converters.items() if convert is not None)


_TABLE = {event: _columns(event) for event in EVENTS}
