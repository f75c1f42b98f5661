"""张辽"""

from __future__ import annotations

from ...asking import random_hand_card
from ...deeds.move import obtain
from ...game import Game
from ...hero import Hero
from ...picks import has_hand, other, seats
from ...skill import Skill, on
from ...state import Player
from ...turn import DrawPhase


class Tuxi(Skill):
    """突袭 — In your draw phase you may, instead of drawing, obtain a hand card of one or two others each."""

    @on(DrawPhase.drawing, me="who", targets=seats(1, 2, other, has_hand))
    async def raid(self, game: Game, me: Player, drawing: DrawPhase, targets: list[Player]) -> None:
        drawing.stop()
        for target in targets:
            if target.hand:
                await obtain(me, [random_hand_card(game, target)])


ZHANGLIAO = Hero("zhangliao", "wei", 4, (Tuxi,))
