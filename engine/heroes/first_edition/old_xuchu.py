"""许褚"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...game import Game
from ...hero import Hero
from ...numbers import weapons
from ...skill import Skill, on
from ...state import Player


def unarmed(game: Game, me: Player, hit: Damage) -> bool:
    """His Slash, and no weapon that he could have used it with. Slashes are used in play phases alone."""
    return hit.is_by_slash and not weapons(game, me)


class OldLuoyi(Skill, id="old_luoyi"):
    """裸衣 — In your play phase, without a weapon, your Slash deals 2; Duels do not."""

    @on(Damage.caused, me="source", given=unarmed, compulsory=True)
    async def harder(self, game: Game, me: Player, hit: Damage) -> None:
        hit.amount += 1


OLD_XUCHU = Hero("old_xuchu", "wei", 4, (OldLuoyi,), character="xuchu")
