"""马岱"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.judge import Judge
from ...deeds.max_hp import ChangeMaxHp
from ...game import Game
from ...hero import Hero
from ...numbers import distance
from ...skill import Skill, on
from ...state import Player
from ..standard.machao import Mashu


def at_close_quarters(game: Game, me: Player, hit: Damage) -> bool:
    return hit.is_by_slash and distance(game, me, hit.target) == 1


class Qianxi(Skill):
    """潜袭 — When your Slash would damage its target at distance 1 you may judge: unless heart, the damage is prevented
    and the target loses 1 maximum hp instead."""

    @on(Damage.caused, me="source", given=at_close_quarters)
    async def raid(self, game: Game, me: Player, hit: Damage) -> None:
        if (await Judge(me, self.id)).suit != "heart":
            hit.stop()
            await ChangeMaxHp(hit.target, -1)


MADAI = Hero("madai", "shu", 4, (Qianxi, Mashu))
