"""Cards are seen without changing their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..events import CardsLookedAt, CardsShown
from ..words import Deed
from ..zones import PROCESSING, hand_of

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class Show(Deed[None]):
    """Somebody's cards, all in one zone, are shown to everybody."""

    def __init__(self, who: Player, ids: Sequence[int], reason: str) -> None:
        self.who = who
        self.ids = ids
        self.reason = reason

    def resolve(self, game: Game) -> None:
        if self.ids:
            game.emit(CardsShown(self.who.seat, game.where[self.ids[0]], tuple(self.ids), self.reason))


class LookAtHand(Deed[list[int]]):
    """Somebody sees another's hand; nobody else learns the faces."""

    def __init__(self, who: Player, target: Player) -> None:
        self.who = who
        self.target = target

    def resolve(self, game: Game) -> list[int]:
        ids = list(self.target.hand)
        game.emit(CardsLookedAt(self.who.seat, hand_of(self.target.seat), len(ids), tuple(ids)))
        return ids


class TurnUp(Deed[None]):
    """Cards that lie face down on the table are turned up."""

    def __init__(self, who: Player, ids: Sequence[int], reason: str) -> None:
        self.who = who
        self.ids = ids
        self.reason = reason

    def resolve(self, game: Game) -> None:
        for card_id in self.ids:
            game.covered.pop(card_id, None)
        game.emit(CardsShown(self.who.seat, PROCESSING, tuple(self.ids), self.reason))
