"""貂蝉"""

from __future__ import annotations

from ...asking import choose_seat
from ...card import Card
from ...deeds.draw import Draw
from ...deeds.move import discard
from ...deeds.use import Use
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import male, one, seats, to_discard
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...turn import Phase, in_phase


class OldLijian(Skill, id="old_lijian"):
    """离间 — Once in your turn you may discard a card and name two men: they have a Duel, and you say who
    plays first."""

    @active(once="turn", card=one(to_discard), men=seats(2, 2, male), outcome=Outcome(them=-1))
    async def sow_discord(self, game: Game, me: Player, _: None, card: int, men: list[Player]) -> None:
        await discard([card])
        first = await choose_seat(me, Reason(self.id, "old_lijian", me.seat), men, game)
        if first is not None:
            second = next(man for man in men if man is not first)
            await Use(second, Card("duel", "", 0, (), self.id), [first])


class OldBiyue(Skill, id="old_biyue"):
    """闭月 — After your discard phase you may draw a card."""

    @on(Phase.ended, me="who", given=in_phase("discard"))
    async def hide_the_moon(self, game: Game, me: Player, phase: Phase) -> None:
        await Draw(me)


OLD_DIAOCHAN = Hero("old_diaochan", "qun", 3, (OldBiyue, OldLijian), "female", character="diaochan")
