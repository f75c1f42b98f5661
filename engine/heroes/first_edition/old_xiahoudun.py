"""夏侯敦"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.judge import Judge
from ...discarding import may_discard
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player


def by_somebody(game: Game, me: Player, hit: Damage) -> bool:
    return hit.source is not None and hit.source.alive


class OldGanglie(Skill, id="old_ganglie"):
    """刚烈 — When a player has damaged you, that player judges: black, he loses 1 hp or discards two hand cards."""

    @on(Damage.suffered, me="target", given=by_somebody)
    async def retaliate(self, game: Game, me: Player, hit: Damage) -> None:
        foe = hit.source
        assert foe is not None
        if not (await Judge(foe, self.id)).is_black or not foe.alive:
            return
        reason = Reason(self.id, "old_ganglie", me.seat, foe.seat, count=2)
        if not await may_discard(game, foe, foe.hand, 2, reason):
            await Damage(me, foe)


OLD_XIAHOUDUN = Hero("old_xiahoudun", "wei", 4, (OldGanglie,), character="xiahoudun")
