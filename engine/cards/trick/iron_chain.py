"""铁索连环"""

from __future__ import annotations

from ...card import Card
from ...deeds.chain import SetChained
from ...deeds.use import Aim
from ...game import Game
from ...state import Player
from ..kind import Targeting, Trick, one_of

MOST_TARGETS = 2


class IronChain(Trick):
    """On one or two characters: each is chained, or unchained if it was. Or recast it: lay it aside and draw a card."""

    id = "iron_chain"
    recastable = True

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return one_of(self.everybody(game, me, card), MOST_TARGETS)

    async def effect(self, game: Game, aim: Aim) -> None:
        await SetChained(aim.target, not aim.target.chained)
