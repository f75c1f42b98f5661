"""马超"""

from __future__ import annotations

from ...deeds.judge import Judge
from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...skill import Skill, changes, on
from ...state import Player


class Mashu(Skill):
    """马术 — Locked: others are one nearer to you."""

    tags = ("locked",)

    @changes("distance")
    def nearer(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        return n - 1 if a is me else n


class Tieqi(Skill):
    """铁骑 — When your Slash has named a target you may judge: red, and it cannot be dodged."""

    @on(Aim.confirmed, me="user", given=lambda game, me, aim: aim.is_slash)
    async def charge(self, game: Game, me: Player, aim: Aim) -> None:
        if (await Judge(me, self.id)).is_red:
            aim.undodgeable = True


MACHAO = Hero("machao", "shu", 4, (Mashu, Tieqi))
