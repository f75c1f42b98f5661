"""古锭刀"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...game import Game
from ...skill import Skill, on
from ...state import Player
from ..kind import Weapon


class GudingBladeSkill(Skill, id="guding_blade"):
    """Locked: when your Slash damages its target, and that has no hand card, it deals 1 more."""

    tags = ("locked",)

    @on(Damage.caused, me="source", given=lambda game, me, hit: hit.is_by_slash and not hit.target.hand)
    async def harder(self, game: Game, me: Player, hit: Damage) -> None:
        hit.amount += 1


class GudingBlade(Weapon):
    id = "guding_blade"
    attack_range = 2
    skills = (GudingBladeSkill,)
