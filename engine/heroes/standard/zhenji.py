"""甄姬"""

from __future__ import annotations

from ...asking import confirm
from ...card import Card
from ...deeds.judge import Judge
from ...deeds.move import obtain
from ...game import Game
from ...hero import Hero
from ...picks import black, in_hand, one
from ...questions import Reason
from ...skill import Skill, on, view_as
from ...state import Player
from ...turn import Phase, in_phase
from ...zones import PROCESSING


class Qingguo(Skill):
    """倾国 — You may use or play a black hand card as a Jink."""

    @view_as("jink", cards=one(in_hand, black))
    async def as_jink(self, game: Game, me: Player, card: Card) -> None: ...


async def judge_until_red(game: Game, me: Player, skill: str) -> None:
    """Black cards are hers, and she may stop after each."""
    while True:
        judge = Judge(me, skill)
        if not (await judge).is_black:
            return
        if game.where[judge.card_id] == PROCESSING:
            await obtain(me, [judge.card_id])
        if not await confirm(me, Reason(skill, "luoshen")):
            return


class Luoshen(Skill):
    """洛神 — At the start of your turn you may judge; a black card is yours, and you may go on until one is red."""

    @on(Phase.began, me="who", given=in_phase("start"))
    async def dance(self, game: Game, me: Player, phase: Phase) -> None:
        await judge_until_red(game, me, self.id)


ZHENJI = Hero("zhenji", "wei", 3, (Qingguo, Luoshen), "female")
