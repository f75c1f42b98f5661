"""陈宫"""

from __future__ import annotations

from typing import Any

from ...asking import choose_seat, confirm
from ...card import Card
from ...cards.basic.slash import whom_to_strike
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.move import Move
from ...deeds.skills import Linger
from ...deeds.use import SLASHES, Aim, Use
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import one, one_seat, other
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...zones import hand_of

STRIKE = "strike"
SLASH = Card("slash", "", 0, (), "mingce")


def slash_or_equipment(game: Game, me: Player, card: Card, deed: Any) -> bool:
    return card.name in SLASHES or game.rules.kinds[card.name].category == "equipment"


class Mingce(Skill):
    """明策 — Once a turn in your play phase you may give another a Slash or a piece of equipment; it then chooses: it
    is as if it used a Slash on another that you name within its attack range, or it draws a card."""

    choices = ((STRIKE, Outcome(them=-1)), ("mingce.prey", Outcome(them=-1)))

    @active(once="turn", card=one(slash_or_equipment), target=one_seat(other), outcome=Outcome(cards=-1, them=1))
    async def advise(self, game: Game, me: Player, _: None, card: int, target: Player) -> None:
        await Move([card], hand_of(target.seat), "give", shown=True)
        reach = whom_to_strike(game, target, game.from_turn(), SLASH)
        prey = await choose_seat(me, Reason(self.id, "mingce.prey", me.seat, target.seat), reach, game)
        if prey is not None and await confirm(target, Reason(self.id, "mingce", me.seat, prey.seat), STRIKE):
            await Use(target, SLASH, [prey])
        else:
            await Draw(target)


def slash_or_trick(game: Game, me: Player, aim: Aim) -> bool:
    return aim.is_slash or game.rules.kinds[aim.card.name].type == "trick"


class Aloof(Skill, id="zhichi_aloof"):
    """What 智迟 leaves on its owner until the end of the turn."""

    printed = False

    @on(Aim.starting, me="target", given=slash_or_trick, compulsory=True, quiet=True)
    async def unmoved(self, game: Game, me: Player, aim: Aim) -> None:
        aim.comes_to_nothing(game, Zhichi.id)


class Zhichi(Skill):
    """智迟 — Locked: once you have suffered damage outside your turn, no Slash and no trick that is not delayed has any
    effect on you until the end of that turn."""

    tags = ("locked",)
    lends = (Aloof,)

    @on(Damage.suffered, me="target", given=lambda game, me, hit: not game.has_turn(me))
    async def see_late(self, game: Game, me: Player, hit: Damage) -> None:
        await Linger(me, Aloof.id)


CHENGONG = Hero("chengong", "qun", 3, (Mingce, Zhichi))
