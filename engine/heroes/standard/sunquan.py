"""孙权"""

from __future__ import annotations

from ...deeds.draw import Draw
from ...deeds.hp import Recover
from ...deeds.move import discard
from ...game import Game
from ...hero import Hero
from ...picks import some, to_discard
from ...skill import Skill, active, on
from ...state import Player


class Zhiheng(Skill):
    """制衡 — Once in your play phase you may discard any cards and draw as many."""

    @active(once="phase", cards=some(to_discard))
    async def weigh(self, game: Game, me: Player, _: None, cards: list[int]) -> None:
        await discard(cards)
        await Draw(me, len(cards))


def saved_by_wu(game: Game, me: Player, healing: Recover) -> bool:
    """By another Wu character's Peach while dying."""
    saver = healing.source
    by_peach = healing.by is not None and healing.by.card.name == "peach"
    return by_peach and me.hp < 1 and saver is not None and saver is not me and "wu" in saver.kingdoms


class Jiuyuan(Skill):
    """救援 — Lord, locked: when another Wu character uses a Peach on you while you are dying, recover 1 more."""

    tags = ("lord", "locked")

    @on(Recover.healing, me="who", given=saved_by_wu)
    async def more(self, game: Game, me: Player, healing: Recover) -> None:
        healing.amount += 1


SUNQUAN = Hero("sunquan", "wu", 4, (Zhiheng, Jiuyuan))
