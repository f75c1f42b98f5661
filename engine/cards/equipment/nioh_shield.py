"""仁王盾"""

from __future__ import annotations

from ...deeds.use import Aim
from ...game import Game
from ...skill import Skill, on
from ...state import Player
from ..kind import Armor, armor_holds


class NiohShieldSkill(Skill, id="nioh_shield"):
    """Locked: a black Slash has no effect on you."""

    tags = ("locked",)

    @on(
        Aim.starting,
        me="target",
        given=lambda game, me, aim: aim.is_slash and aim.card.is_black and armor_holds(game, me, aim),
    )
    async def block(self, game: Game, me: Player, aim: Aim) -> None:
        aim.comes_to_nothing(game, self.id)


class NiohShield(Armor):
    id = "nioh_shield"
    skills = (NiohShieldSkill,)
