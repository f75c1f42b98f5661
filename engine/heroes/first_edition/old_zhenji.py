"""甄姬"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...hero import Hero
from ...picks import in_hand, one
from ...skill import Skill, on, view_as
from ...state import Player
from ...turn import Phase, in_phase
from ..standard.zhenji import judge_until_red


class OldQingguo(Skill, id="old_qingguo"):
    """倾国 — Any hand card may serve you as a Jink."""

    @view_as("jink", cards=one(in_hand))
    async def as_jink(self, game: Game, me: Player, card: Card) -> None: ...


class OldLuoshen(Skill, id="old_luoshen"):
    """洛神 — In your judge phase, after the delayed tricks, you may judge; a black card is yours, and you may go on
    until one is red."""

    @on(Phase.ended, me="who", given=in_phase("judge"))
    async def dance(self, game: Game, me: Player, phase: Phase) -> None:
        await judge_until_red(game, me, self.id)


OLD_ZHENJI = Hero("old_zhenji", "wei", 3, (OldLuoshen, OldQingguo), "female", character="zhenji")
