"""桃园结义"""

from __future__ import annotations

from ...card import Card
from ...deeds.hp import Recover
from ...deeds.use import Aim
from ...game import Game
from ...state import Player
from ..kind import Targeting, Trick, all_of


class GodSalvation(Trick):
    """Everybody in order recovers 1."""

    id = "god_salvation"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return all_of(self.everybody(game, me, card))

    async def effect(self, game: Game, aim: Aim) -> None:
        await Recover(aim.target, 1, aim.user, aim)
