"""乐不思蜀"""

from __future__ import annotations

from ...card import Card
from ...deeds.judge import Judge
from ...deeds.use import Aim
from ...game import Game
from ...state import Player
from ...turn import skip
from ..kind import Delayed, Targeting, one_of


class Indulgence(Delayed):
    """Lies before another character; when it judges, unless heart, its play phase is skipped."""

    id = "indulgence"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return one_of([p for p in self.others(game, me, card) if self.has_room(game, p)])

    async def effect(self, game: Game, aim: Aim) -> None:
        if (await Judge(aim.target, self.id)).suit != "heart":
            skip(game, aim.target, "play")
