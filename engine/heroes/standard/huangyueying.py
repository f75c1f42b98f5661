"""黄月英"""

from __future__ import annotations

from ...card import Card
from ...deeds.draw import Draw
from ...deeds.use import Use
from ...game import Game
from ...hero import Hero
from ...numbers import UNLIMITED
from ...skill import Skill, changes, on
from ...state import Player


class Jizhi(Skill):
    """集智 — When you use a trick that is not delayed you may draw a card."""

    @on(Use.declared, me="user", given=lambda game, me, use: game.rules.kinds[use.card.name].type == "trick")
    async def learn(self, game: Game, me: Player, use: Use) -> None:
        await Draw(me)


class FarReaching(Skill):
    """Its owner's tricks have no distance limit."""

    @changes("trick_reach")
    def far(self, game: Game, me: Player, n: int, user: Player, card: Card) -> int:
        return UNLIMITED if user is me else n


class Qicai(FarReaching):
    """奇才 — Locked: your tricks have no distance limit."""

    tags = ("locked",)


HUANGYUEYING = Hero("huangyueying", "shu", 3, (Jizhi, Qicai), "female")
