"""五谷丰登"""

from __future__ import annotations

from ...asking import choose_cards
from ...card import Card
from ...deeds.draw import TopCards
from ...deeds.move import lay_down, obtain
from ...deeds.use import Aim, Use
from ...game import Game
from ...questions import Reason
from ...state import Player
from ...zones import PROCESSING
from ..kind import Targeting, Trick, all_of


class AmazingGrace(Trick):
    """Turn over as many cards as there are characters; everybody in order takes one, the rest is discarded."""

    id = "amazing_grace"
    prompt = "amazing_grace"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return all_of(self.everybody(game, me, card))

    async def use(self, game: Game, use: Use) -> None:
        ids = await TopCards(len(game.living))
        game.table.leave_lying(ids)
        await lay_down(ids)
        use.revealed = ids
        await super().use(game, use)

    async def effect(self, game: Game, aim: Aim) -> None:
        assert aim.use is not None
        left = [card_id for card_id in aim.use.revealed if game.where[card_id] == PROCESSING]
        if left:
            reason = Reason(self.id, self.prompt, target=aim.target.seat, card=self.id)
            await obtain(aim.target, await choose_cards(aim.target, reason, left, 1, 1))
