"""关兴张苞"""

from __future__ import annotations

from ...deeds.draw import TopCards
from ...deeds.move import lay_down, obtain
from ...deeds.skills import GainSkill
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player
from ...turn import DrawPhase
from ..standard.guanyu import Wusheng
from ..standard.zhangfei import Paoxiao


class Fuhun(Skill):
    """父魂 — In your draw phase you may instead of drawing show the top two cards and obtain them: if they are not of
    one colour, you gain 武圣 and 咆哮 until the end of the turn."""

    lends = (Wusheng, Paoxiao)

    @on(DrawPhase.drawing, me="who")
    async def invoke_the_fathers(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.stop()
        ids = await TopCards(2)
        await lay_down(ids)
        one, another = game.cards(ids)
        await obtain(me, ids)
        if one.colour != another.colour:
            await GainSkill(me, Wusheng.id, "turn")
            await GainSkill(me, Paoxiao.id, "turn")


GUANXINGZHANGBAO = Hero("guanxingzhangbao", "shu", 4, (Fuhun,))
