"""闪电"""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage, Nature
from ...deeds.judge import Judge
from ...deeds.use import Aim
from ...game import Game
from ...numbers import may_be_target
from ...state import Player
from ..kind import Delayed, Targeting


class Lightning(Delayed):
    """Lies before yourself; judged spade 2-9 it deals 3 damage without a source, else it moves on to the next
    character; cancelled it moves on too."""

    id = "lightning"
    nature: Nature = "normal"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        fits = self.has_room(game, me) and may_be_target(game, card, me, me)
        return [Targeting((me.seat,))] if fits else []

    async def effect(self, game: Game, aim: Aim) -> None:
        judged = await Judge(aim.target, self.id)
        if judged.suit == "spade" and 2 <= judged.rank <= 9:
            await Damage(None, aim.target, 3, self.nature, aim.card)
        else:
            await self.move_on(game, aim)

    async def nullified(self, game: Game, aim: Aim) -> None:
        await self.move_on(game, aim)

    async def move_on(self, game: Game, aim: Aim) -> None:
        """To the next character that may have it; back to this one when nobody else may (S80)."""
        for player in [*game.others(aim.target), aim.target]:
            if self.has_room(game, player) and may_be_target(game, aim.card, player, player):
                await self.lie_before(game, aim.card.ids[0], player)
                return
