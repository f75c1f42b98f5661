"""曹仁"""

from __future__ import annotations

from ...deeds.draw import Draw
from ...deeds.turn_over import TurnOver
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase, in_phase


class Jushou(Skill):
    """据守 — At the start of your finish phase you may draw three cards and turn your hero over."""

    @on(Phase.began, me="who", given=in_phase("finish"), outcome=Outcome(cards=3, turned=True))
    async def entrench(self, game: Game, me: Player, phase: Phase) -> None:
        await Draw(me, 3)
        await TurnOver(me)


CAOREN = Hero("caoren", "wei", 4, (Jushou,))
