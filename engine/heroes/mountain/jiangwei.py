"""姜维"""

from __future__ import annotations

from typing import Any

from ...asking import choose_card_of, choose_option
from ...cards.basic.slash import may_strike
from ...deeds.draw import Draw
from ...deeds.hp import Recover
from ...deeds.max_hp import ChangeMaxHp
from ...deeds.move import discard
from ...deeds.skills import GainSkill
from ...game import Game
from ...hero import Hero
from ...numbers import in_attack_range
from ...outcome import Outcome
from ...picks import one_seat
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...striking import strike
from ...turn import Phase
from ..standard.zhugeliang import Guanxing


def reaches_me(game: Game, me: Player, player: Player, deed: Any) -> bool:
    return in_attack_range(game, player, me)


class Tiaoxin(Skill):
    """挑衅 — Once in your play phase you may name a character whose attack range you are in: it uses a Slash on you, or
    you discard a card of it."""

    @active(once="phase", target=one_seat(reaches_me), outcome=Outcome(hp=-0.5, them=-1))
    async def provoke(self, game: Game, me: Player, _: None, target: Player) -> None:
        if await strike(game, target, me, Reason(self.id, "tiaoxin", me.seat, target.seat), may_strike):
            return
        reason = Reason(self.id, "choose_card_of", me.seat, target.seat)
        await discard(await choose_card_of(game, me, target, reason))


class Zhiji(Skill):
    """志继 — Awakening: at the start of your turn, without hand cards: recover 1 or draw two, then lose 1 maximum hp
    and gain 观星."""

    tags = ("awakening",)
    lends = (Guanxing,)
    choices = (("recover", Outcome(hp=1)), ("draw", Outcome(cards=2)))

    @on(Phase.began, me="who", given=lambda game, me, phase: phase.name == "start" and not me.hand)
    async def carry_on(self, game: Game, me: Player, phase: Phase) -> None:
        reason = Reason(self.id, "zhiji", me.seat)
        if me.wounds and await choose_option(me, reason, ("recover", "draw")) == "recover":
            await Recover(me, source=me)
        else:
            await Draw(me, 2)
        await ChangeMaxHp(me, -1)
        await GainSkill(me, Guanxing.id)


JIANGWEI = Hero("jiangwei", "shu", 4, (Tiaoxin, Zhiji))
