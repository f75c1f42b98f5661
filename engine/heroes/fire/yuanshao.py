"""袁绍"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...hero import Hero
from ...picks import exactly, in_hand
from ...skill import Skill, changes, view_as
from ...state import Player

FOR_EACH_KINSMAN = 2


class Luanji(Skill):
    """乱击 — You may use two hand cards of one suit as an Archery Attack."""

    @view_as("archery_attack", cards=exactly(2, in_hand), when=("use",), by_suit=True)
    async def as_archery_attack(self, game: Game, me: Player, card: Card) -> None: ...


class Xueyi(Skill):
    """血裔 — Lord, locked: your hand limit is 2 more for each other living Qun character."""

    tags = ("lord", "locked")

    @changes("hand_limit")
    def lineage(self, game: Game, me: Player, n: int, who: Player) -> int:
        kin = [player for player in game.others(me) if "qun" in player.kingdoms]
        return n + FOR_EACH_KINSMAN * len(kin) if who is me else n


YUANSHAO = Hero("yuanshao", "qun", 4, (Luanji, Xueyi))
