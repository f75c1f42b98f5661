"""What a viewer's own view of the table must show or hide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.game import Game
from engine.view import SPECTATOR, SeatView, view

from .faces import Faces
from .facts import cards_are, seat_of

CARDS = ("hand", "equipment", "judging")


def views_are(game: Game, faces: Faces, wanted: Mapping[str, Any]) -> Iterator[str]:
    """`wanted` is by viewer: by seat the fields of that seat's view, and fields of the table's."""
    for viewer, expected in wanted.items():
        shown = view(game, SPECTATOR if viewer == "spectator" else seat_of(game, viewer).seat)
        for key, value in expected.items():
            if key[0] != "P":
                if getattr(shown, key) != value:
                    yield f"{viewer} sees {key} {value}, found {getattr(shown, key)}"
                continue
            for field, fact in value.items():
                yield from _field_is(faces, f"{viewer} sees {key}", shown.seats[seat_of(game, key).seat], field, fact)


def _field_is(faces: Faces, who: str, seat: SeatView, field: str, wanted: Any) -> Iterator[str]:
    found = getattr(seat, field)
    if field == "judging":
        printed = {card_id: faces.rules.deck[card_id].name for card_id, _ in found}
        lying_as = {card_id: name for card_id, name in found if name != printed[card_id]}
        yield from cards_are(faces, f"{who} judging", list(printed), wanted, lying_as)
    elif field in CARDS:
        yield from cards_are(faces, f"{who} {field}", list(found), wanted)
    elif field == "piles":
        seen = {name: cards for name, _, cards in found}
        for name, cards in wanted.items():
            yield from cards_are(faces, f"{who} pile {name}", list(seen.get(name, ())), cards)
    elif field == "marks":
        for name, count in wanted.items():
            if dict(found).get(name, 0) != count:
                yield f"{who} with {count} {name}, found {dict(found).get(name, 0)}"
    elif field == "notes":
        for name, said in wanted.items():
            if dict(found).get(name, "") != said:
                yield f"{who} {name} {said}, found {dict(found).get(name, '')}"
    elif (list(found) if isinstance(found, tuple) else found) != wanted:
        yield f"{who} {field} {wanted}, found {found}"
