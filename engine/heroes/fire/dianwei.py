"""典韦"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.hp import LoseHp
from ...deeds.move import discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import in_reach, of_type, one, one_seat, to_discard
from ...skill import Skill, active
from ...state import Player


class Qiangxi(Skill):
    """强袭 — Once in your play phase you may lose 1 hp or discard a weapon, and deal 1 damage to a character within
    your attack range."""

    @active(once="phase", target=one_seat(in_reach), outcome=Outcome(hp=-1, them=-1))
    async def by_blood(self, game: Game, me: Player, _: None, target: Player) -> None:
        await LoseHp(me, by=me)
        await Damage(me, target)

    @active(once="phase", card=one(of_type("weapon"), to_discard), target=one_seat(in_reach), outcome=Outcome(them=-1))
    async def by_weapon(self, game: Game, me: Player, _: None, card: int, target: Player) -> None:
        await discard([card])
        await Damage(me, target)


DIANWEI = Hero("dianwei", "wei", 4, (Qiangxi,))
