"""徐庶"""

from __future__ import annotations

from ...deeds.draw import Draw
from ...deeds.hp import Recover
from ...deeds.move import discard
from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import Cards, one_seat, other, to_discard
from ...skill import Skill, active, on
from ...state import Player

MOST_DISCARDED = 3


def is_trick(game: Game, aim: Aim) -> bool:
    return game.rules.kinds[aim.card.name].type == "trick"


def mine_at_another(game: Game, me: Player, aim: Aim) -> bool:
    return is_trick(game, aim) and aim.target is not me


def of_another(game: Game, me: Player, aim: Aim) -> bool:
    return is_trick(game, aim) and aim.user is not me


class Wuyan(Skill):
    """无言 — Locked: your tricks that are not delayed have no effect on others, and those of others none on you."""

    tags = ("locked",)

    @on(Aim.starting, me="user", given=mine_at_another)
    async def say_nothing(self, game: Game, me: Player, aim: Aim) -> None:
        aim.comes_to_nothing(game, self.id)

    @on(Aim.starting, me="target", given=of_another)
    async def hear_nothing(self, game: Game, me: Player, aim: Aim) -> None:
        aim.comes_to_nothing(game, self.id)


class Jujian(Skill):
    """举荐 — Once a turn in your play phase you may discard up to three cards and let another character draw as many;
    if they are three of one category you recover 1."""

    @active(
        once="turn",
        cards=Cards(1, MOST_DISCARDED, (to_discard,)),
        target=one_seat(other),
        outcome=Outcome(them=1),
    )
    async def recommend(self, game: Game, me: Player, _: None, cards: list[int], target: Player) -> None:
        categories = [game.rules.kinds[card.name].category for card in game.cards(cards)]
        await discard(cards)
        await Draw(target, len(cards))
        if len(cards) == MOST_DISCARDED and len(dict.fromkeys(categories)) == 1:
            await Recover(me, source=me)


XUSHU = Hero("xushu", "shu", 3, (Wuyan, Jujian))
