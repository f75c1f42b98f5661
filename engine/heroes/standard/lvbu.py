"""吕布"""

from __future__ import annotations

from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...skill import Skill, changes, on
from ...state import Player

TWICE = 2


class Wushuang(Skill):
    """无双 — Locked: your Slash takes two Jinks to dodge; who duels with you plays two Slashes each time."""

    tags = ("locked",)

    @on(Aim.confirmed, me="user", given=lambda game, me, aim: aim.is_slash)
    async def unmatched(self, game: Game, me: Player, aim: Aim) -> None:
        aim.jinks = TWICE

    @changes("duel_slashes")
    def twice(self, game: Game, me: Player, n: int, striker: Player, foe: Player) -> int:
        return TWICE if foe is me else n


LVBU = Hero("lvbu", "qun", 4, (Wushuang,))
