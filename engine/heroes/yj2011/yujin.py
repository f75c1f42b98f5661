"""于禁"""

from __future__ import annotations

from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player


def black_slash_at_no_armor(game: Game, me: Player, aim: Aim) -> bool:
    return aim.is_slash and aim.card.is_black and game.equipped(me, "armor") is None


class Yizhong(Skill):
    """毅重 — Locked: while you wear no armor a black Slash has no effect on you."""

    tags = ("locked",)

    @on(Aim.starting, me="target", given=black_slash_at_no_armor)
    async def stand_firm(self, game: Game, me: Player, aim: Aim) -> None:
        aim.comes_to_nothing(game, self.id)


YUJIN = Hero("yujin", "wei", 4, (Yizhong,))
