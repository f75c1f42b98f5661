"""公孙瓒"""

from __future__ import annotations

from ...game import Game
from ...hero import Hero
from ...skill import Skill, changes
from ...state import Player

FEW_HP = 2


class Yicong(Skill):
    """义从 — Locked: while you have more than 2 hp others are one nearer to you; otherwise you are one farther from
    them."""

    tags = ("locked",)

    @changes("distance")
    def ride(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        if me.hp > FEW_HP:
            return n - 1 if a is me else n
        return n + 1 if b is me else n


GONGSUNZAN = Hero("gongsunzan", "qun", 4, (Yicong,))
