"""神曹操"""

from __future__ import annotations

from ...asking import choose_card_of
from ...deeds.damage import Damage
from ...deeds.move import obtain
from ...deeds.turn_over import TurnOver
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...questions import Reason
from ...skill import Skill, changes, on
from ...state import Player


class Guixin(Skill):
    """归心 — For each point of damage you have suffered you may obtain a card from the hand, equipment or judgement
    area of each other character; then turn your hero over."""

    @on(Damage.suffered, me="target", times=lambda me, hit: hit.amount, outcome=Outcome(cards=3, turned=True))
    async def win_over(self, game: Game, me: Player, hit: Damage) -> None:
        for player in game.others(me):
            reason = Reason(self.id, "choose_card_of", me.seat, player.seat)
            await obtain(me, await choose_card_of(game, me, player, reason, judging=True))
        await TurnOver(me)


class Feiying(Skill):
    """飞影 — Locked: others count their distance to you as 1 more."""

    tags = ("locked",)

    @changes("distance")
    def fleeting(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        return n + 1 if b is me else n


GODCAOCAO = Hero("godcaocao", "god", 3, (Guixin, Feiying))
