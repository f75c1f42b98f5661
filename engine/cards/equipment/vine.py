"""藤甲"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.use import Aim
from ...game import Game
from ...skill import Skill, on
from ...state import Player
from ..kind import Armor, armor_holds

REPELLED = ("slash", "savage_assault", "archery_attack")


class VineSkill(Skill, id="vine"):
    """Locked: Savage Assault, Archery Attack and ordinary Slashes have no effect on you; fire damage to you is 1
    more."""

    tags = ("locked",)

    @on(
        Aim.starting,
        me="target",
        given=lambda game, me, aim: aim.card.name in REPELLED and armor_holds(game, me, aim),
    )
    async def block(self, game: Game, me: Player, aim: Aim) -> None:
        aim.comes_to_nothing(game, self.id)

    @on(
        Damage.inflicted,
        me="target",
        given=lambda game, me, hit: hit.nature == "fire" and armor_holds(game, me, hit),
    )
    async def burn(self, game: Game, me: Player, hit: Damage) -> None:
        hit.amount += 1


class Vine(Armor):
    id = "vine"
    skills = (VineSkill,)
