"""孟获"""

from __future__ import annotations

from ...deeds.draw import TopCards
from ...deeds.hp import Recover
from ...deeds.move import discard, lay_down, obtain
from ...deeds.use import Aim, Use
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player
from ...turn import DrawPhase


class Huoshou(Skill):
    """祸首 — Locked: Savage Assault has no effect on you; of the damage of any Savage Assault you are the source."""

    tags = ("locked",)

    @on(Aim.starting, me="target", given=lambda game, me, aim: aim.card.name == "savage_assault")
    async def unmoved(self, game: Game, me: Player, aim: Aim) -> None:
        aim.comes_to_nothing(game, self.id)

    @on(Use.declared, given=lambda game, me, use: use.card.name == "savage_assault" and use.source is not me)
    async def lead(self, game: Game, me: Player, use: Use) -> None:
        use.source = me


class Zaiqi(Skill):
    """再起 — In your draw phase, if wounded, you may instead of drawing show the top X cards (X: the hp you have lost):
    for each heart you recover 1; then the hearts are discarded and you obtain the others."""

    @on(DrawPhase.drawing, me="who", given=lambda game, me, drawing: me.wounds > 0)
    async def rise_again(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.stop()
        ids = await TopCards(me.wounds)
        game.table.leave_lying(ids)
        await lay_down(ids)
        hearts = [card.ids[0] for card in game.cards(ids) if card.suit == "heart"]
        await Recover(me, len(hearts), me)
        await discard(hearts)
        await obtain(me, [card_id for card_id in ids if card_id not in hearts])


MENGHUO = Hero("menghuo", "shu", 4, (Huoshou, Zaiqi))
