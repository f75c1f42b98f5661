"""寒冰剑"""

from __future__ import annotations

from ...asking import choose_card_of
from ...deeds.damage import Damage
from ...deeds.move import discard
from ...game import Game
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ..kind import Weapon


class IceSwordSkill(Skill, id="ice_sword"):
    """When your Slash would damage its target you may prevent that, and discard two of its cards instead, the second
    after the first; from hand and equipment only. One is enough when there is no more (D30)."""

    @on(Damage.caused, me="source", given=lambda game, me, hit: hit.is_by_slash and bool(hit.target.own_cards))
    async def freeze(self, game: Game, me: Player, hit: Damage) -> None:
        hit.stop()
        reason = Reason(self.id, "choose_card_of", me.seat, hit.target.seat, self.id)
        for _ in range(2):
            await discard(await choose_card_of(game, me, hit.target, reason))


class IceSword(Weapon):
    id = "ice_sword"
    attack_range = 2
    skills = (IceSwordSkill,)
