"""曹丕"""

from __future__ import annotations

from ...asking import confirm
from ...deeds.damage import Damage
from ...deeds.death import Death
from ...deeds.draw import Draw
from ...deeds.judge import Judge
from ...deeds.move import obtain
from ...deeds.turn_over import TurnOver
from ...events import SkillInvoked
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import one_seat, other
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player


class Xingshang(Skill):
    """行殇 — When a character dies you may obtain all its cards."""

    @on(Death.died, given=lambda game, me, death: death.who is not me and bool(death.who.own_cards))
    async def mourn(self, game: Game, me: Player, death: Death) -> None:
        await obtain(me, death.who.own_cards)


class Fangzhu(Skill):
    """放逐 — Each time you have suffered damage another character may have to draw X cards (X: the hp you have lost)
    and then turn its hero over: you say who."""

    @on(Damage.suffered, me="target", target=one_seat(other))
    async def banish(self, game: Game, me: Player, hit: Damage, target: Player) -> None:
        await Draw(target, me.wounds)
        await TurnOver(target)


def black_of_another_wei(game: Game, me: Player, judge: Judge) -> bool:
    return judge.who is not me and "wei" in judge.who.kingdoms and judge.card.is_black


class Songwei(Skill):
    """颂威 — Lord: when another Wei character's judgement counts and is black, that character may let you draw a
    card."""

    tags = ("lord",)

    choices = (("accept", Outcome(them=1)),)

    @on(Judge.counted, given=black_of_another_wei, compulsory=True, quiet=True)
    async def hail(self, game: Game, me: Player, judge: Judge) -> None:
        if await confirm(judge.who, Reason(self.id, "songwei", judge.who.seat, me.seat)):
            game.emit(SkillInvoked(judge.who.seat, self.id, (me.seat,)))
            await Draw(me)


CAOPI = Hero("caopi", "wei", 3, (Xingshang, Fangzhu, Songwei))
