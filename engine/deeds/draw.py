"""The top of the draw pile: drawing, looking, arranging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import CardsLookedAt, CardsMoved, DrawPileShuffled
from ..words import Deed, Rule
from ..zones import DRAW, hand_of
from .end import EndMatch
from .move import Move

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class TopCards(Deed[list[int]]):
    """The ids of the top `count` cards, left where they are, the topmost first.

    When the pile is too short the discard pile is shuffled under it, so that draws already made stand (S54). When both
    piles together are too short the match is drawn (D9).
    """

    def __init__(self, count: int) -> None:
        self.count = count

    def resolve(self, game: Game) -> list[int] | Rule[list[int]]:
        if len(game.draw_pile) < self.count:
            self._reshuffle(game)
        if len(game.draw_pile) < self.count:
            return self._exhausted()
        return game.draw_pile[-1 : -self.count - 1 : -1]

    def _reshuffle(self, game: Game) -> None:
        fresh = list(game.discard_pile)
        game.shuffle(fresh)
        game.discard_pile.clear()
        game.draw_pile[:0] = fresh
        game.where.update(dict.fromkeys(fresh, DRAW))
        if fresh:
            game.emit(DrawPileShuffled(len(game.draw_pile)))

    async def _exhausted(self) -> list[int]:
        await EndMatch([], "draw_pile_exhausted")
        return []


class Draw(Deed[list[int]]):
    """A player draws from the top; the ids drawn are its value."""

    def __init__(self, who: Player, count: int = 1) -> None:
        self.who = who
        self.count = count

    async def resolve(self, game: Game) -> list[int]:
        if not self.who.alive or self.count < 1:
            return []
        ids = await TopCards(self.count)
        await Move(ids, hand_of(self.who.seat), "draw")
        return ids


class LookAtTop(Deed[list[int]]):
    """A player looks at the top cards, topmost first; nobody else learns the faces."""

    def __init__(self, who: Player, count: int) -> None:
        self.who = who
        self.count = count

    async def resolve(self, game: Game) -> list[int]:
        ids = await TopCards(self.count)
        game.emit(CardsLookedAt(self.who.seat, DRAW, len(ids), tuple(ids)))
        return ids


class Arrange(Deed[None]):
    """Cards of the draw pile are put back: `top` on top, first one topmost, `bottom` beneath, last one undermost."""

    def __init__(self, top: list[int], bottom: list[int]) -> None:
        self.top = top
        self.bottom = bottom

    def resolve(self, game: Game) -> None:
        for card_id in self.top + self.bottom:
            game.draw_pile.remove(card_id)
        game.draw_pile += reversed(self.top)
        game.draw_pile[:0] = reversed(self.bottom)
        for count, reason in ((len(self.top), "arrange_top"), (len(self.bottom), "arrange_bottom")):
            if count:
                game.emit(CardsMoved(DRAW, DRAW, count, (), False, (), reason))
