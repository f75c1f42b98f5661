"""What happened, a line an event, in the words of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf.message import Message
from sanguosha.v1 import card_pb2, event_cards_pb2, event_pb2, event_seats_pb2

from .words import Words

UNTOLD = ("window_opened", "window_closed", "phase_began", "turn_ended", "round_began", "role_dealt")
SEAT_FIELDS = ("seat", "seats", "source", "target", "targets", "user", "killer", "by", "before", "after", "winners")
TERM_KINDS = {
    "nature": "nature",
    "phase": "phase",
    "mark": "mark",
    "kingdom": "kingdom",
    "sex": "sex",
}
ACTED = "acted"  # the mark that says whose turn of the round is over, where the sides take turns
SAID_REASONS = ("recast",)  # of a move that no other line explains
LEFT_TO_THE_USE = (card_pb2.ZONE_KIND_DISCARD, card_pb2.ZONE_KIND_EQUIPMENT, card_pb2.ZONE_KIND_JUDGING)


class Narrator:
    """Tells events to people. It leaves out what another line says already."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def line(self, event: event_pb2.Event) -> str:
        """Empty for what is not worth a line, and for events unknown to the catalogue."""
        kind = event.WhichOneof("event")
        if kind is None:
            return ""
        told: Message = getattr(event, kind)
        line = self._line(kind, told)
        if kind == "hero_shown":
            self.words.heroes[event.hero_shown.seat] = event.hero_shown.hero
        return line

    def _line(self, kind: str, told: Any) -> str:
        mine = kind == "role_dealt" and bool(told.role)
        if (kind in UNTOLD and not mine) or (kind == "cards_moved" and _is_by_the_way(told)):
            return ""
        fits = [line for line in self.words.lines if line.split(".")[0] == kind and _holds(told, line.split(".")[1:])]
        if not fits:
            return ""
        line = self.words.lines[fits[-1]].format_map(self._fields(told))
        if kind == "mark_changed":
            line = self._of_a_mark(told) or line
        if kind == "cards_moved" and told.reason in SAID_REASONS:
            reason = self.words.term("reason", told.reason)
            line += self.words.either(f"（{reason}）", f" ({reason})")
        return f"\n== {line}" if kind in ("turn_began", "match_ended") else f"   {line}"

    def roles(self, roles: list[str]) -> str:
        """Who was what."""
        return self.words.listed([f"{self.words.seat(n)} {self.words.role(role)}" for n, role in enumerate(roles)])

    def _of_a_mark(self, changed: event_seats_pb2.MarkChanged) -> str:
        """What reads better than a number, if anything."""
        words, key = self.words, (changed.seat, changed.mark)
        had, words.marks[key] = words.marks.get(key, 0), changed.count
        seat, mark = words.seat(changed.seat), words.of_kind("mark", changed.mark)
        if changed.mark == ACTED and changed.count:
            return words.either(f"{seat}已行动。", f"{seat} has acted.")
        if changed.mark == ACTED:
            return words.either(f"{seat}可再次行动。", f"{seat} may act again.")
        if changed.count == 1 and not had:
            return words.either(f"{seat}获得{mark}标记。", f"{seat} gets the mark {mark}.")
        return ""

    def _fields(self, told: Message) -> dict[str, str]:
        fields = {field.name: self._field(field.name, getattr(told, field.name)) for field in told.DESCRIPTOR.fields}
        cards = getattr(told, "cards", None)
        if "card" in fields and cards and len(cards) == 1 and not getattr(told, "skill", ""):
            fields["card"] = self.words.face(cards[0])
        if isinstance(told, event_seats_pb2.ChoiceMade):
            fields["value"] = self.words.chosen(told.reason, told.value)
        return fields

    def _field(self, name: str, value: Any) -> str:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return self.words.listed([self._value(name, one) for one in value])
        return self._value(name, value)

    def _value(self, name: str, value: Any) -> str:
        words = self.words
        match value:
            case card_pb2.CardFace():
                return words.face(value)
            case card_pb2.Zone():
                return words.zone(value)
            case int() if name == "suit":
                return words.suit(card_pb2.Suit.ValueType(value))
            case int():
                return words.seat(value) if name in SEAT_FIELDS else str(value)
        if name in ("role", "roles"):
            return words.role(value)
        if name in TERM_KINDS:
            return words.of_kind(TERM_KINDS[name], value)
        return words.hero(value) if name == "hero" else words.name(value)


def _is_by_the_way(moved: Any) -> bool:
    """Cards on their way through the table, whose use or judgement is told, and cards that stay in their place."""
    processing = card_pb2.ZONE_KIND_PROCESSING
    passing = moved.source.kind == processing and moved.destination.kind in LEFT_TO_THE_USE
    return moved.destination.kind == processing or passing or moved.source == moved.destination


def _holds(told: Message, conditions: list[str]) -> bool:
    return all(
        not _has(told, condition.removeprefix("no_")) if condition.startswith("no_") else _has(told, condition)
        for condition in conditions
    )


def _has(told: Message, name: str) -> bool:
    if isinstance(told, event_cards_pb2.CardUsed) and name == "targets" and list(told.targets) == [told.user]:
        return False  # on oneself
    field = told.DESCRIPTOR.fields_by_name[name]
    return told.HasField(name) if field.has_presence else bool(getattr(told, name))
