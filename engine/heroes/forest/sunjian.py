"""孙坚"""

from __future__ import annotations

from ...asking import choose_option
from ...deeds.draw import Draw
from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import one_seat, other
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase

MORE = "draw_more"
LESS = "discard_more"


class Yinghun(Skill):
    """英魂 — At the start of your turn, if wounded, you may name another character, who chooses: draw X cards and
    discard one, or draw one and discard X (X: the hp you have lost)."""

    @on(
        Phase.began,
        me="who",
        given=lambda game, me, phase: phase.name == "start" and me.wounds > 0,
        target=one_seat(other),
        outcome=Outcome(them=1),
    )
    async def haunt(self, game: Game, me: Player, phase: Phase, target: Player) -> None:
        x = me.wounds
        drawn, discarded = x, 1
        if x > 1:
            reason = Reason(self.id, "yinghun", me.seat, target.seat, count=x)
            if await choose_option(target, reason, (LESS, MORE)) == LESS:
                drawn, discarded = 1, x
        await Draw(target, drawn)
        await must_discard(game, target, target.own_cards, discarded, Reason(self.id, "discard", me.seat, target.seat))


SUNJIAN = Hero("sunjian", "wu", 4, (Yinghun,))
