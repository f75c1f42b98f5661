"""刘表"""

from __future__ import annotations

from ...game import Game
from ...hero import Hero
from ...numbers import kingdoms
from ...outcome import Outcome
from ...skill import Skill, changes, on
from ...state import Player
from ...turn import DrawPhase, skip


class Zishou(Skill):
    """自守 — When you draw in your draw phase you may draw as many more as you have lost hp; then you skip your play
    phase."""

    @on(DrawPhase.drawing, me="who", outcome=Outcome(cards=2, skips=("play",)))
    async def hold_out(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.count += me.wounds
        skip(game, me, "play")


class Zongshi(Skill):
    """宗室 — Locked: your hand limit is 1 more for each kingdom among the living."""

    tags = ("locked",)

    @changes("hand_limit")
    def of_the_blood(self, game: Game, me: Player, n: int, who: Player) -> int:
        return n + kingdoms(game) if who is me else n


LIUBIAO = Hero("liubiao", "qun", 4, (Zishou, Zongshi))
