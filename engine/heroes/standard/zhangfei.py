"""张飞"""

from __future__ import annotations

from ...game import Game
from ...hero import Hero
from ...numbers import UNLIMITED
from ...skill import Skill, changes
from ...state import Player


class Paoxiao(Skill):
    """咆哮 — In your play phase you may use any number of Slashes."""

    @changes("slash_quota")
    def unlimited(self, game: Game, me: Player, n: int, who: Player) -> int:
        return UNLIMITED if who is me else n


ZHANGFEI = Hero("zhangfei", "shu", 4, (Paoxiao,))
