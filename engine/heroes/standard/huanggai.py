"""黄盖"""

from __future__ import annotations

from ...deeds.draw import Draw
from ...deeds.hp import LoseHp
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...skill import Skill, active
from ...state import Player


async def suffer_for_cards(me: Player) -> None:
    await LoseHp(me, by=me)
    await Draw(me, 2)


class Kurou(Skill):
    """苦肉 — In your play phase you may lose 1 hp and draw two cards."""

    @active(outcome=Outcome(hp=-1, cards=2))
    async def suffer(self, game: Game, me: Player, _: None) -> None:
        await suffer_for_cards(me)


HUANGGAI = Hero("huanggai", "wu", 4, (Kurou,))
