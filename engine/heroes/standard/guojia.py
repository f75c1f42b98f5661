"""郭嘉"""

from __future__ import annotations

from ...asking import hand_out
from ...deeds.damage import Damage
from ...deeds.draw import LookAtTop
from ...deeds.judge import Judge
from ...deeds.move import obtain
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...zones import PROCESSING


class Tiandu(Skill):
    """天妒 — When your own judgement counts you may obtain its card."""

    @on(Judge.counted, me="who", given=lambda game, me, judge: game.where[judge.card_id] == PROCESSING)
    async def keep(self, game: Game, me: Player, judge: Judge) -> None:
        await obtain(me, [judge.card_id])


class Yiji(Skill):
    """遗计 — For each point of damage you suffer you may look at the top two cards and hand them to any characters."""

    @on(Damage.suffered, me="target", times=lambda me, hit: hit.amount, outcome=Outcome(them=1))
    async def bequeath(self, game: Game, me: Player, hit: Damage) -> None:
        ids = await LookAtTop(me, 2)
        reason = Reason(self.id, "yiji", me.seat, count=2)
        gifts = await hand_out(game, me, reason, ids, game.from_turn(), 2, 2)
        for player in game.from_turn():
            await obtain(player, [card for card, taker in gifts if taker is player])


GUOJIA = Hero("guojia", "wei", 3, (Tiandu, Yiji))
