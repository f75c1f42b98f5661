"""白银狮子"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.hp import Recover
from ...deeds.move import Move
from ...game import Game
from ...skill import Skill, on
from ...state import Player
from ..kind import Armor, armor_holds


def lost_lion(game: Game, me: Player, move: Move) -> bool:
    """Lost by who has something to recover, while armor has effect on him (无前)."""
    if me.wounds == 0 or not armor_holds(game, me, move):
        return False
    return any(game.rules.kind_of(card_id).id == "silver_lion" for card_id in move.lost_equipment(me))


class SilverLionSkill(Skill, id="silver_lion"):
    """Locked: damage of more than 1 to you is 1. When you lose it from your equipment area, you recover 1."""

    tags = ("locked",)

    @on(
        Damage.inflicted,
        me="target",
        given=lambda game, me, hit: hit.amount > 1 and armor_holds(game, me, hit),
    )
    async def shield(self, game: Game, me: Player, hit: Damage) -> None:
        hit.amount = 1

    @on(Move.moved, given=lost_lion)
    async def console(self, game: Game, me: Player, move: Move) -> None:
        await Recover(me)


class SilverLion(Armor):
    id = "silver_lion"
    skills = (SilverLionSkill,)
