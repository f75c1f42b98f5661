"""兵粮寸断"""

from __future__ import annotations

from ...card import Card
from ...deeds.judge import Judge
from ...deeds.use import Aim
from ...game import Game
from ...numbers import distance
from ...state import Player
from ...turn import skip
from ..kind import Delayed, Targeting, one_of


class SupplyShortage(Delayed):
    """Lies before another character at distance 1; when it judges, unless club, its draw phase is skipped."""

    id = "supply_shortage"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        reach = game.fold("trick_reach", 1, me, card)
        others = self.others(game, me, card)
        return one_of([p for p in others if self.has_room(game, p) and distance(game, me, p) <= reach])

    async def effect(self, game: Game, aim: Aim) -> None:
        if (await Judge(aim.target, self.id)).suit != "club":
            skip(game, aim.target, "draw")
