"""无中生有"""

from __future__ import annotations

from ...card import Card
from ...deeds.draw import Draw
from ...deeds.use import Aim
from ...game import Game
from ...state import Player
from ..kind import Targeting, Trick


class ExNihilo(Trick):
    """On yourself: draw two cards."""

    id = "ex_nihilo"
    count = 2

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return [Targeting((me.seat,))]

    async def effect(self, game: Game, aim: Aim) -> None:
        await Draw(aim.target, self.count)
