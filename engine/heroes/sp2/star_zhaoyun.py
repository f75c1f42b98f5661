"""☆SP赵云"""

from __future__ import annotations

from ...asking import random_hand_card
from ...deeds.move import obtain
from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...responding import Respond
from ...skill import Skill, on
from ...state import Player
from ..standard.zhaoyun import Longdan


def foe_has_cards(game: Game, me: Player, aim: Aim) -> bool:
    return aim.card.skill == Longdan.id and bool(aim.target.hand)


def opponent(me: Player, answer: Respond) -> Player | None:
    """Who used what was answered; or, in a Duel of his own, its target."""
    aim = answer.about
    if not isinstance(aim, Aim) or me not in (aim.user, aim.target):
        return None
    return aim.user if aim.target is me else aim.target


def answered_foe_has_cards(game: Game, me: Player, answer: Respond) -> bool:
    foe = opponent(me, answer)
    return answer.card is not None and answer.card.skill == Longdan.id and foe is not None and bool(foe.hand)


class Chongzhen(Skill):
    """冲阵 — Each time you have used or played a hand card by 龙胆 you may obtain a hand card of your opponent."""

    @on(Aim.confirmed, me="user", given=foe_has_cards)
    async def charge(self, game: Game, me: Player, aim: Aim) -> None:
        await obtain(me, [random_hand_card(game, aim.target)])

    @on(Respond.answered, me="who", given=answered_foe_has_cards)
    async def charge_back(self, game: Game, me: Player, answer: Respond) -> None:
        foe = opponent(me, answer)
        assert foe is not None
        await obtain(me, [random_hand_card(game, foe)])


STAR_ZHAOYUN = Hero("star_zhaoyun", "qun", 3, (Longdan, Chongzhen), character="zhaoyun")
