"""☆SP曹仁"""

from __future__ import annotations

from ...card import Card
from ...deeds.draw import Draw
from ...deeds.lapse import EndEffect
from ...deeds.skills import Linger
from ...deeds.turn_over import TurnOver
from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import equipped, one
from ...questions import Reason
from ...skill import Skill, on, view_as
from ...state import Player
from ...turn import Phase, in_phase

DRAWN = 2


def weapons(game: Game) -> int:
    """How many are in play, now."""
    return sum(game.equipped(player, "weapon") is not None for player in game.living)


class Spent(Skill, id="kuiwei_spent"):
    """What 溃围 leaves on its owner until his next draw phase."""

    printed = False
    mark = "kuiwei"

    @on(Phase.began, me="who", given=in_phase("draw"), compulsory=True, quiet=True)
    async def lay_down_arms(self, game: Game, me: Player, phase: Phase) -> None:
        await EndEffect(me, self.id)
        await must_discard(game, me, me.own_cards, weapons(game), Reason(Kuiwei.id, "discard", me.seat, me.seat))


class Kuiwei(Skill):
    """溃围 — At the start of your finish phase you may draw 2 + X cards and turn your hero over; at the start of your
    next draw phase you discard X cards (X: the weapons in play at that moment)."""

    lends = (Spent,)

    @on(Phase.began, me="who", given=in_phase("finish"), outcome=Outcome(cards=2, turned=True))
    async def break_out(self, game: Game, me: Player, phase: Phase) -> None:
        await Draw(me, DRAWN + weapons(game))
        await TurnOver(me)
        await Linger(me, Spent.id, "")


class Yanzheng(Skill):
    """严整 — While you have more hand cards than hp you may use your equipped cards as Nullification."""

    @view_as("nullification", cards=one(equipped), when=("use",), given=lambda game, me, _: len(me.hand) > me.hp)
    async def as_nullification(self, game: Game, me: Player, card: Card) -> None: ...


STAR_CAOREN = Hero("star_caoren", "wei", 4, (Kuiwei, Yanzheng), character="caoren")
