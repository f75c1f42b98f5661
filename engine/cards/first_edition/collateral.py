"""借刀杀人"""

from __future__ import annotations

from ...borrowing import Borrowed, borrow
from ...card import Card
from ...deeds.use import Aim
from ...game import Game
from ...state import Player
from ..kind import Targeting, Trick, one_of


class OldCollateral(Trick):
    """On another character with a weapon: you borrow that until your discard phase."""

    id = "old_collateral"
    skills = (Borrowed,)

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return one_of([p for p in self.others(game, me, card) if game.equipped(p, "weapon") is not None])

    async def effect(self, game: Game, aim: Aim) -> None:
        assert aim.user is not None
        await borrow(game, aim.user, aim.target, self.id)
