"""夏侯惇"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.judge import Judge
from ...discarding import may_discard
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player


class Ganglie(Skill):
    """刚烈 — After you suffer damage you may judge: unless heart, the source discards two hand cards or takes 1 from
    you."""

    @on(Damage.suffered, me="target")
    async def retaliate(self, game: Game, me: Player, hit: Damage) -> None:
        judged = await Judge(me, self.id)
        foe = hit.source
        if judged.suit == "heart" or foe is None or not foe.alive:
            return
        reason = Reason(self.id, "ganglie", me.seat, foe.seat, count=2)
        if not await may_discard(game, foe, foe.hand, 2, reason):
            await Damage(me, foe)


XIAHOUDUN = Hero("xiahoudun", "wei", 4, (Ganglie,))
