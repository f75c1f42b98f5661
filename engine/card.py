"""A card as the rules see it: a name, a suit, a rank, and the physical cards it consists of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

Suit = Literal["spade", "heart", "club", "diamond", ""]
Colour = Literal["black", "red", ""]

SUITS: tuple[Suit, ...] = ("spade", "heart", "club", "diamond")
_COLOURS: dict[Suit, Colour] = {"spade": "black", "club": "black", "heart": "red", "diamond": "red", "": ""}


class Card(msgspec.Struct, frozen=True):
    """A physical card (one id), a card made of others by a skill (`skill` is set), or one made of nothing (no ids).

    Of several cards: red if all are red, black if all are black, else without colour (seed 001, 丈八蛇矛).
    """

    name: str
    suit: Suit
    rank: int
    ids: tuple[int, ...]
    skill: str = ""
    colour: Colour = ""

    @property
    def is_red(self) -> bool:
        return self.colour == "red"

    @property
    def is_black(self) -> bool:
        return self.colour == "black"


def printed(name: str, suit: Suit, rank: int, card_id: int) -> Card:
    return Card(name, suit, rank, (card_id,), "", _COLOURS[suit])


def made_of(name: str, cards: Sequence[Card], skill: str) -> Card:
    """What `skill` makes of the cards: suit and rank of a single one, only a common colour of several."""
    ids = tuple(card_id for card in cards for card_id in card.ids)
    if len(cards) == 1:
        return Card(name, cards[0].suit, cards[0].rank, ids, skill, cards[0].colour)
    colours = [card.colour for card in cards]
    common: Colour = colours[0] if colours and all(colour == colours[0] for colour in colours) else ""
    return Card(name, "", 0, ids, skill, common)
