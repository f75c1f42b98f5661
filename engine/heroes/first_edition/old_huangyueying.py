"""黄月英"""

from __future__ import annotations

from ...deeds.draw import Draw
from ...deeds.use import Use
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player
from ..standard.huangyueying import FarReaching


class OldJizhi(Skill, id="old_jizhi"):
    """集智 — When you use a trick, delayed or not, you may draw a card before anything comes of it."""

    @on(Use.declared, me="user", given=lambda game, me, use: game.rules.kinds[use.card.name].category == "trick")
    async def learn(self, game: Game, me: Player, use: Use) -> None:
        await Draw(me)


class OldQicai(FarReaching, id="old_qicai"):
    """奇才 — Your tricks have no distance limit."""


OLD_HUANGYUEYING = Hero("old_huangyueying", "shu", 3, (OldJizhi, OldQicai), "female", character="huangyueying")
