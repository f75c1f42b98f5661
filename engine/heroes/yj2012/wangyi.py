"""王异"""

from __future__ import annotations

from ...asking import choose_seat
from ...deeds.draw import LookAtTop, TopCards
from ...deeds.judge import Judge, Retrial
from ...deeds.move import obtain
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase


class Zhenlie(Skill):
    """贞烈 — Before your own judgement counts you may turn over the top card of the draw pile in its place."""

    @on(Judge.retrial, me="who")
    async def stand_firm(self, game: Game, me: Player, judge: Judge) -> None:
        (top,) = await TopCards(1)
        await Retrial(judge, me, top)


class Miji(Skill):
    """秘计 — At the start of your turn and of your finish phase, if wounded, you may judge: if black, you look at the
    top X cards (X: the hp you have lost) and give them to a character."""

    @on(
        Phase.began,
        me="who",
        given=lambda game, me, phase: phase.name in ("start", "finish") and me.wounds > 0,
        outcome=Outcome(them=1),
    )
    async def counsel(self, game: Game, me: Player, phase: Phase) -> None:
        if not (await Judge(me, self.id)).is_black or not me.wounds:
            return
        ids = await LookAtTop(me, me.wounds)
        target = await choose_seat(me, Reason(self.id, "miji", me.seat, count=len(ids)), game.from_turn(), game)
        assert target is not None
        await obtain(target, ids)


WANGYI = Hero("wangyi", "wei", 3, (Zhenlie, Miji), "female")
