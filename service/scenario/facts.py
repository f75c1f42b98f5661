"""What a scenario expects of the table, checked; each complaint says what was expected and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from engine.events import EVENTS, Event, event_name
from engine.game import Game
from engine.numbers import attack_range, distance, hand_limit
from engine.questions import Question
from engine.state import Player

from .acts import Acts, as_list, is_about, seat_number
from .faces import Faces
from .schema import Malformed
from .transcript import event_matches, fields_of, seat_name

Complaints = Iterator[str]

PASSING = ("asked", "this_phase", "this_turn", "this_match")  # of a seat: what it was asked and what it did


def questions_fit(acts: Acts, question: Question, wanted: Any) -> Complaints:
    """What is wrong with a question against an `asked` pattern: nothing when it fits."""
    if wanted is True:
        return
    if isinstance(wanted, str):
        wanted = {"about": wanted}
    reason = question.reason
    if "about" in wanted and not is_about(question, wanted["about"]):
        yield f"a question about {wanted['about']}, found one about {reason.name}"
    if wanted.get("kind", question.kind) != question.kind:
        yield f"a question of kind {wanted['kind']}, found {question.kind}"
    for key, seat in (("source", reason.source), ("target", reason.target)):
        if key in wanted and wanted[key] != seat_name(seat):
            yield f"{key} {wanted[key]}, found {seat_name(seat)}"
    for choice in as_list(wanted.get("offers", [])):
        if not acts.lists(question, choice):
            yield f"{choice} offered; it is not"
    for choice in as_list(wanted.get("lacks", [])):
        acts.check_choice(choice)
        if acts.lists(question, choice):
            yield f"{choice} not offered; it is"
    if "takes" in wanted and not any(
        pick.min == pick.max == wanted["takes"] for option in question.options for pick in option.picks
    ):
        yield f"exactly {wanted['takes']} to be picked"


def lasting(player: Player) -> dict[str, Any]:
    """A copy of everything that is a seat's, tallies apart."""
    return {field: deepcopy(getattr(player, field)) for field in player.__struct_fields__ if field not in PASSING}


def untouched(game: Game, before: Sequence[Mapping[str, Any]], names: Any) -> Complaints:
    """`names` are the seats that have to be as they were."""
    for name in as_list(names):
        found = lasting(seat_of(game, name))
        changed = [field for field, value in before[seat_number(name)].items() if found[field] != value]
        if changed:
            yield f"{name} untouched, found another {', '.join(changed)}"


def seat_is(game: Game, faces: Faces, player: Player, wanted: Mapping[str, Any]) -> Complaints:
    """Everything expected of one seat."""
    name = seat_name(player.seat)
    for key, value in wanted.items():
        match key:
            case "hp":
                hp, _, most = str(value).partition("/")
                found = f"{player.hp}/{player.max_hp}"
                if int(hp) != player.hp or (most and int(most) != player.max_hp):
                    yield f"{name} hp {value}, found {found}"
            case "hand" | "equipment" | "judging":
                lying = game.lying_as if key == "judging" else {}
                yield from cards_are(faces, f"{name} {key}", getattr(player, key), value, lying)
            case "piles":
                for pile, cards in value.items():
                    yield from cards_are(faces, f"{name} pile {pile}", player.piles.get(pile, []), cards)
            case "marks":
                for mark, count in value.items():
                    if player.marks.get(mark, 0) != count:
                        yield f"{name} {count} {mark}, found {player.marks.get(mark, 0)}"
            case "notes":
                for note, said in value.items():
                    yield from _same(f"{name} {note}", said, player.notes.get(note, ""))
            case "skills":
                yield from _skills_are(name, player, value)
            case "distance":
                for other, far in value.items():
                    yield from _same(f"distance {name} to {other}", far, distance(game, player, seat_of(game, other)))
            case "attack_range":
                yield from _same(f"{name} attack range", value, attack_range(game, player))
            case "hand_limit":
                yield from _same(f"{name} hand limit", value, hand_limit(game, player))
            case _:
                yield from _same(f"{name} {key}", value, getattr(player, key))


def seat_of(game: Game, name: str) -> Player:
    if seat_number(name) >= len(game.players):
        raise Malformed(f"nobody sits at {name}")
    return game.players[seat_number(name)]


def _same(what: str, wanted: object, found: object) -> Complaints:
    if wanted != found:
        yield f"{what} {wanted}, found {found}"


def _skills_are(name: str, player: Player, wanted: Any) -> Complaints:
    held = [held.skill for held in player.skills if held.origin in ("hero", "gained")]
    if isinstance(wanted, Mapping):
        for skill in wanted.get("has", []):
            if skill not in held:
                yield f"{name} has {skill}, found {held}"
        for skill in wanted.get("lacks", []):
            if skill in held:
                yield f"{name} has not {skill}, found {held}"
    elif sorted(wanted) != sorted(held):
        yield f"{name} skills {wanted}, found {held}"


def cards_are(
    faces: Faces, where: str, ids: Sequence[int], wanted: Any, lying_as: Mapping[int, str] | None = None
) -> Complaints:
    """Cards of a zone: their number, all of them, or some. `ids` of a pile are topmost first."""
    shown = "[" + ", ".join(_lying(faces, card_id, lying_as or {}) for card_id in ids) + "]"
    if isinstance(wanted, int):
        if len(ids) != wanted:
            yield f"{where} of {wanted} cards, found {len(ids)}: {shown}"
        return
    if not isinstance(wanted, Mapping):
        missing, left = faces.match(wanted, ids)
        wrong = [text for text in wanted if lying_as is not None and not _lies(faces, ids, text, lying_as)]
        if missing or left or wrong:
            yield f"{where} [{', '.join(wanted)}], found {shown}"
        return
    if wanted.get("count", len(ids)) != len(ids):
        yield f"{where} of {wanted['count']} cards, found {len(ids)}"
    missing, _ = faces.match(as_list(wanted.get("has", [])), ids)
    if missing:
        yield f"{where} with {', '.join(missing)}, found {shown}"
    for text in as_list(wanted.get("lacks", [])):
        if not faces.match([text], ids)[0]:
            yield f"{where} without {text}, found {shown}"
    for key, end in (("top", ids), ("bottom", list(reversed(ids)))):
        for n, text in enumerate(as_list(wanted.get(key, []))):
            if n >= len(end) or not faces.fits(faces.parse(text), end[n]):
                found = ", ".join(faces.write(card_id) for card_id in end[: n + 1]) or "nothing"
                yield f"{where} {key} {', '.join(as_list(wanted[key]))}, found {found}"
                break


def _lies(faces: Faces, ids: Sequence[int], text: str, lying_as: Mapping[int, str]) -> bool:
    """`as` must be right where it is written, and be written where a card lies as another."""
    token = faces.parse(text)
    return any(faces.fits(token, card_id) and lying_as.get(card_id, "") == token.lying_as for card_id in ids)


def _lying(faces: Faces, card_id: int, lying_as: Mapping[int, str]) -> str:
    return faces.write(card_id) + (f" as {lying_as[card_id]}" if card_id in lying_as else "")


def table_is(game: Game, faces: Faces, wanted: Mapping[str, Any]) -> Complaints:
    """Everything expected that concerns no single seat, but events and questions."""
    checks: dict[str, Callable[[], object]] = {
        "turn": lambda: seat_name(game.turn),
        "phase": lambda: game.phase,
        "over": lambda: game.over,
        "winners": lambda: [seat_name(seat) for seat in game.winners],
    }
    for key, find in checks.items():
        if key in wanted:
            yield from _same(key, wanted[key], find())
    piles = (("draw_pile", game.draw_pile[::-1]), ("discard_pile", game.discard_pile[::-1]))
    for key, ids in piles:
        if key in wanted:
            yield from cards_are(faces, key.replace("_", " "), ids, wanted[key])
    for key, value in wanted.items():
        if key[0] == "P":
            yield from seat_is(game, faces, seat_of(game, key), value)


def events_are(faces: Faces, events: Sequence[Event], wanted: Mapping[str, Any]) -> Complaints:
    """`events` happened in this order, others between them; none of `no_events` did. `viewer` sees them so."""
    viewer = wanted.get("viewer")
    if viewer is not None:
        seat = -1 if viewer == "spectator" else seat_number(viewer)
        events = [event.seen_by(seat) for event in events]
    at = 0
    for pattern in wanted.get("events", []):
        _check_pattern(pattern)
        found = next((n for n in range(at, len(events)) if event_matches(events[n], pattern, faces)), None)
        if found is None:
            place = "" if at == 0 else " after the one before it"
            yield f"event {pattern}{place}, found none like it"
            return
        at = found + 1
    for pattern in wanted.get("no_events", []):
        _check_pattern(pattern)
        if any(event_matches(event, pattern, faces) for event in events):
            yield f"no event {pattern}, found one"


_FIELDS = {event_name(event): fields_of(event) for event in EVENTS}


def _check_pattern(pattern: Mapping[str, Any]) -> None:
    ((kind, fields),) = pattern.items()
    if kind not in _FIELDS:
        raise Malformed(f"no event is called {kind!r}; known: {', '.join(_FIELDS)}")
    for field in fields or {}:
        if field not in _FIELDS[kind]:
            raise Malformed(f"{kind} has no field {field!r}; known: {', '.join(_FIELDS[kind])}")
