"""魏延"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.hp import Recover
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player


class Kuanggu(Skill):
    """狂骨 — Locked: for each point of damage you deal to a character within distance 1 you recover 1."""

    tags = ("locked",)

    @on(
        Damage.dealt,
        me="source",
        given=lambda game, me, hit: hit.apart is not None and hit.apart <= 1 and me.wounds > 0,
        times=lambda me, hit: hit.amount,
    )
    async def feast(self, game: Game, me: Player, hit: Damage) -> None:
        await Recover(me, source=me)


WEIYAN = Hero("weiyan", "shu", 4, (Kuanggu,))
