"""黄盖"""

from __future__ import annotations

from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...skill import Skill, active
from ...state import Player
from ..standard.huanggai import suffer_for_cards


class OldKurou(Skill, id="old_kurou"):
    """苦肉 — In your play phase you may lose 1 hp, unless it is your last one, and draw two cards."""

    @active(given=lambda game, me, _: me.hp > 1, outcome=Outcome(hp=-1, cards=2))
    async def suffer(self, game: Game, me: Player, _: None) -> None:
        await suffer_for_cards(me)


OLD_HUANGGAI = Hero("old_huanggai", "wu", 4, (OldKurou,), character="huanggai")
