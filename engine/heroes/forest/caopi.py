"""曹丕"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.turn_over import TurnOver
from ...game import Game
from ...picks import one_seat, other
from ...skill import Skill, on
from ...state import Player


class Fangzhu(Skill):
    """放逐 — Each time you suffer damage you may have another character draw as many cards as hp you have lost and turn
    over."""

    @on(Damage.suffered, me="target", target=one_seat(other))
    async def exile(self, game: Game, me: Player, hit: Damage, target: Player) -> None:
        await Draw(target, me.wounds)
        await TurnOver(target)
