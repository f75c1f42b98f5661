"""青釭剑"""

from __future__ import annotations

from ...deeds.use import Aim
from ...game import Game
from ...skill import Skill, on
from ...state import Player
from ..kind import Weapon


class QinggangSwordSkill(Skill, id="qinggang_sword"):
    """Locked: against your Slash the target's armor has no effect."""

    tags = ("locked",)

    @on(Aim.confirmed, me="user", given=lambda game, me, aim: aim.is_slash)
    async def pierce(self, game: Game, me: Player, aim: Aim) -> None:
        aim.ignores_armor = True


class QinggangSword(Weapon):
    id = "qinggang_sword"
    attack_range = 2
    skills = (QinggangSwordSkill,)
