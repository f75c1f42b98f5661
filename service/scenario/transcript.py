"""What happened, one line each, in the notation of scenario files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.events import Event, event_name
from engine.playing import RECAST
from engine.questions import Answer, Assignment, Option, Pick, Question
from engine.zones import Zone

from .faces import Faces

SEAT_FIELDS = ("seat", "user", "source", "target", "killer", "by", "before", "after")
SEATS_FIELDS = ("seats", "targets", "winners", "seen")
SILENT = ("window_opened", "window_closed")


def seat_name(seat: int) -> str:
    return f"P{seat + 1}" if seat >= 0 else "nobody"


def zone_name(zone: Zone) -> str:
    """`P2.hand`, `P2.pile.name`, `draw`, `discard`, `processing`."""
    if zone.seat < 0:
        return zone.kind
    return ".".join([seat_name(zone.seat), zone.kind, *([zone.name] if zone.name else [])])


def facts(event: Event, faces: Faces) -> dict[str, Any]:
    """The event's fields in notation."""
    return {field: _fact(field, getattr(event, field), faces) for field in event.__struct_fields__}


def _fact(field: str, value: Any, faces: Faces) -> Any:
    if isinstance(value, Zone):
        return zone_name(value)
    if field in SEATS_FIELDS:
        return [seat_name(seat) for seat in value]
    if field == "cards":
        return [faces.write(card_id) for card_id in value]
    if isinstance(value, int) and not isinstance(value, bool):
        if field in SEAT_FIELDS:
            return seat_name(value)
        if field == "card":
            return faces.write(value)
    return list(value) if isinstance(value, tuple) else value


def event_matches(event: Event, pattern: Mapping[str, Any], faces: Faces) -> bool:
    """Whether the event is of the pattern's type and has the fields it names."""
    ((kind, fields),) = pattern.items()
    if event_name(type(event)) != kind:
        return False
    found = facts(event, faces)
    for field, wanted in (fields or {}).items():
        value = getattr(event, field)
        if field == "cards":
            missing, left = faces.match(list(wanted), value)
            if missing or left:
                return False
        elif field == "card" and isinstance(value, int):
            if not faces.fits(faces.parse(str(wanted)), value):
                return False
        elif found[field] != wanted:
            return False
    return True


def write_event(event: Event, faces: Faces) -> str:
    shown = [f"{field}={_flat(value)}" for field, value in facts(event, faces).items() if value not in ("", [], None)]
    return " ".join([event_name(type(event)), *shown])


def write_question(question: Question, faces: Faces) -> str:
    reason = question.reason
    about = f"{reason.name}/{reason.prompt}" if reason.prompt != reason.name else reason.name
    options = " | ".join(_write_option(option, faces) for option in question.options)
    return f"{seat_name(question.seat)} is asked {question.kind} {about}: {options}"


def write_answer(question: Question, answer: Answer, faces: Faces, why: str) -> str:
    picked = []
    for chosen in answer.picks:
        items = [_write_candidate(candidate, faces) for candidate in chosen.items]
        if chosen.buckets:
            items = [f"{item} to {_write_candidate(to, faces)}" for item, to in zip(items, chosen.buckets, strict=True)]
        picked.append(", ".join(items))
    filled = f" ({'; '.join(picked)})" if picked else ""
    return f"{seat_name(question.seat)} answers {_readable(answer.option, question, faces)}{filled}{why}"


def _readable(option_id: str, question: Question, faces: Faces) -> str:
    option = next((o for o in question.options if o.id == option_id), None)
    return option_id if option is None else _title(option, faces)


def _title(option: Option, faces: Faces) -> str:
    return ("recast " if option.id.startswith(RECAST) else "") + _what(option, faces)


def _what(option: Option, faces: Faces) -> str:
    cards = ", ".join(faces.write(card_id) for card_id in option.cards)
    if option.skill:
        parts = [option.skill if option.skill in option.id else f"{option.skill}/{option.id}"]
        parts += [f"as {option.as_card}"] if option.as_card else []
        return " ".join([*parts, *([f"with {cards}"] if cards else [])])
    return cards or option.id


def _write_option(option: Option, faces: Faces) -> str:
    picks = "; ".join(_write_pick(pick, faces) for pick in option.picks)
    return f"{_title(option, faces)} ({picks})" if picks else _title(option, faces)


def _write_pick(pick: Pick, faces: Faces) -> str:
    things = pick.items if isinstance(pick, Assignment) else pick.of
    listed = ", ".join(_write_candidate(candidate, faces) for candidate in things)
    bounds = str(pick.min) if pick.min == pick.max else f"{pick.min}-{pick.max}"
    if isinstance(pick, Assignment):
        listed += " to " + ", ".join(_write_candidate(bucket.to, faces) for bucket in pick.buckets)
    return f"{pick.id}: {bounds} of {listed}"


def _write_candidate(candidate: Any, faces: Faces) -> str:
    if candidate.kind == "card":
        return faces.write(int(candidate.value))
    if candidate.kind == "seat":
        return seat_name(int(candidate.value))
    if candidate.kind == "hand":
        return f"hand of {seat_name(int(candidate.value))}"
    return str(candidate.value)


def _flat(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


def fields_of(event_class: type[Event]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(event_class))
