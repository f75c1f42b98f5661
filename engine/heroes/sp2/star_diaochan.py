"""☆SP貂蝉"""

from __future__ import annotations

from ...asking import choose_cards
from ...deeds.move import Move, discard, obtain
from ...deeds.skills import Linger
from ...deeds.turn_over import TurnOver
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import male, one, one_seat, other, to_discard
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...turn import Phase
from ...zones import hand_of
from ..standard.diaochan import Biyue


class Beguiled(Skill, id="lihun_beguiled"):
    """What 离魂 leaves on its target until the play phase ends."""

    printed = False
    mark = "lihun"

    @on(Phase.ended, compulsory=True, quiet=True)
    async def wake(self, game: Game, me: Player, phase: Phase) -> None:
        she = phase.who
        count = min(max(me.hp, 0), len(she.own_cards))
        reason = Reason(Lihun.id, "lihun.give", she.seat, me.seat, count=count)
        await Move(await choose_cards(she, reason, she.own_cards, count, count), hand_of(me.seat), "give")


class Lihun(Skill):
    """离魂 — Once in a turn, in your play phase, you may discard a card and turn your hero over: you obtain all hand
    cards of a man. At the end of the play phase you give him a card for each of his hp."""

    lends = (Beguiled,)

    @active(
        once="turn", card=one(to_discard), target=one_seat(other, male), outcome=Outcome(cards=1, them=-1, turned=True)
    )
    async def beguile(self, game: Game, me: Player, _: None, card: int, target: Player) -> None:
        await discard([card])
        await TurnOver(me)
        await obtain(me, target.hand)
        await Linger(target, Beguiled.id, "phase")


STAR_DIAOCHAN = Hero("star_diaochan", "qun", 3, (Lihun, Biyue), "female", character="diaochan")
