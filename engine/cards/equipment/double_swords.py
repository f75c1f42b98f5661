"""雌雄双股剑"""

from __future__ import annotations

from ...deeds.draw import Draw
from ...deeds.use import Aim
from ...discarding import may_discard
from ...game import Game
from ...numbers import opposite_sex
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ..kind import Weapon


class DoubleSwordsSkill(Skill, id="double_swords"):
    """Your Slash has named a character of the other sex: before it resolves you may let that character choose to
    discard a hand card or to let you draw one."""

    @on(Aim.confirmed, me="user", given=lambda game, me, aim: aim.is_slash and opposite_sex(me, aim.target))
    async def choose(self, game: Game, me: Player, aim: Aim) -> None:
        foe = aim.target
        reason = Reason(self.id, "double_swords", me.seat, foe.seat)
        if not await may_discard(game, foe, foe.hand, 1, reason):
            await Draw(me)


class DoubleSwords(Weapon):
    id = "double_swords"
    attack_range = 2
    skills = (DoubleSwordsSkill,)
