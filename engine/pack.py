"""What a pack brings: printed cards, the kinds they name, heroes in printed order, and the texts of all that."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from .card import SUITS, Card, Suit, printed
from .cards.kind import Kind
from .hero import Hero
from .texts import PackTexts


class Pack(msgspec.Struct, frozen=True):
    """`cards`: a name with the suits and ranks it is printed with, e.g. ("slash", "S7 H10"). `kinds` are those that the
    cards name, and others that the heroes make; one of a name that an earlier pack has takes its place."""

    id: str
    cards: tuple[tuple[str, str], ...] = ()
    kinds: tuple[type[Kind], ...] = ()
    heroes: tuple[Hero, ...] = ()
    texts: PackTexts = PackTexts()


_RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13}
_SUITS: dict[str, Suit] = {suit[0].upper(): suit for suit in SUITS}


def print_deck(
    lines: Iterable[tuple[str, str]], prints: Callable[[str, int], bool] = lambda name, rank: True
) -> tuple[Card, ...]:
    """The cards, numbered in printed order; those only that are printed by name and rank."""
    every = ((name, face[0], _RANKS.get(face[1:]) or int(face[1:])) for name, faces in lines for face in faces.split())
    deck = [(name, suit, rank) for name, suit, rank in every if prints(name, rank)]
    return tuple(printed(name, _SUITS[suit], rank, card_id) for card_id, (name, suit, rank) in enumerate(deck))
