"""诸葛亮"""

from __future__ import annotations

from ...asking import arrange
from ...card import Card
from ...deeds.draw import Arrange, LookAtTop
from ...deeds.use import SLASHES
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, changes, on
from ...state import Player
from ...turn import Phase, in_phase

MOST_SEEN = 5


async def gaze_at(game: Game, me: Player, skill: str, count: int) -> None:
    """So many of the top cards are looked at, and put on top or beneath the pile."""
    ids = await LookAtTop(me, count)
    top, bottom = await arrange(me, Reason(skill, "guanxing", me.seat, count=len(ids)), ids)
    await Arrange(top, bottom)


class Guanxing(Skill):
    """观星 — At the start of your turn you may look at the top X cards (X: the living, at most 5) and put any of them
    on top in any order, the others beneath the pile in any order."""

    @on(Phase.began, me="who", given=in_phase("start"))
    async def gaze(self, game: Game, me: Player, phase: Phase) -> None:
        await gaze_at(game, me, self.id, min(MOST_SEEN, len(game.living)))


class Kongcheng(Skill):
    """空城 — Locked: without hand cards you cannot be the target of a Slash or Duel."""

    tags = ("locked",)

    @changes("may_be_target")
    def empty_fort(self, game: Game, me: Player, may: bool, card: Card, user: Player, target: Player) -> bool:
        return may and not (target is me and not me.hand and card.name in (*SLASHES, "duel"))


ZHUGELIANG = Hero("zhugeliang", "shu", 3, (Guanxing, Kongcheng))
