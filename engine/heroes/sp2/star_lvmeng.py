"""☆SP吕蒙"""

from __future__ import annotations

from typing import Any

from ...card import Card
from ...deeds.marks import Mark, SwitchMark
from ...deeds.move import Move, discard
from ...deeds.opening import Opening
from ...deeds.pindian import Pindian
from ...deeds.skills import Linger
from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...numbers import UNLIMITED
from ...outcome import Outcome
from ...picks import has_hand, one, one_seat, other, to_discard
from ...skill import Skill, active, changes, on
from ...state import Player
from ...turn import Turn
from ..mountain.sunce import Jiang
from ..standard.luxun import Qianxun
from ..standard.lvmeng import Keji, SlashNoted
from ..standard.zhouyu import Yingzi

ARMS, LETTERS = "wu", "wen"  # 武, 文
FEW_CARDS = 2


class Scouted(Skill, id="tanhu_scouted"):
    """What 探虎 leaves on its target until the end of the turn: who won is at distance 1 from it, and no Nullification
    answers his tricks there."""

    printed = False
    mark = "tanhu"

    @changes("distance")
    def near(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        return n - UNLIMITED if b is me and a in game.laid_by(me, self.id) else n

    @on(
        Aim.confirmed,
        me="target",
        given=lambda game, me, aim: aim.user in game.laid_by(me, Scouted.id),
        compulsory=True,
        quiet=True,
    )
    async def lie_open(self, game: Game, me: Player, aim: Aim) -> None:
        aim.nullifiable = False


class Tanhu(Skill):
    """探虎 — Once in your play phase you may compare cards with another character. If you win, until the end of the
    turn it is at distance 1 from you, and no Nullification cancels your tricks on it that are not delayed."""

    lends = (Scouted,)

    @active(
        once="phase",
        given=lambda game, me, _: bool(me.hand),
        target=one_seat(other, has_hand),
        outcome=Outcome(cards=-1),
    )
    async def scout(self, game: Game, me: Player, _: None, target: Player) -> None:
        if await Pindian(me, target, self.id):
            await Linger(target, Scouted.id, "turn", me)


def holds_few(game: Game, me: Player, move: Move | None = None) -> bool:
    return len(me.hand) <= FEW_CARDS and bool(me.marks.get(ARMS))


def unmarked(game: Game, me: Player, opening: Opening | None = None) -> bool:
    return not (me.marks.get(ARMS) or me.marks.get(LETTERS))


def more_than_few_left(game: Game, me: Player, card: Card, deed: Any) -> bool:
    """More than two hand cards are left without this card."""
    return len(me.hand) - (card.ids[0] in me.hand) > FEW_CARDS


def may_turn_back(game: Game, me: Player, turn: Turn) -> bool:
    return bool(me.marks.get(LETTERS)) and len(me.hand) + bool(me.equipment) > FEW_CARDS + 1


class Mouduan(SlashNoted):
    """谋断 — Switch: you begin with the mark of arms, and have 激昂 and 谦逊. When you have two hand cards or fewer it
    becomes the mark of letters, and you have 英姿 and 克己 instead. Before any character's turn you may discard a card
    to turn it back."""

    tags = ("switch",)
    lends = (Jiang, Qianxun, Yingzi, Keji)

    def lent(self, game: Game, me: Player) -> tuple[str, ...]:
        return (Yingzi.id, Keji.id) if me.marks.get(LETTERS) else (Jiang.id, Qianxun.id)

    async def gained(self, game: Game, me: Player) -> None:
        if unmarked(game, me):
            await Mark(me, ARMS)
        if holds_few(game, me):
            await SwitchMark(me, ARMS, LETTERS)

    @on(Opening.ready, given=unmarked, compulsory=True, quiet=True)
    async def begin(self, game: Game, me: Player, opening: Opening) -> None:
        await Mark(me, ARMS)

    @on(Move.moved, given=holds_few, compulsory=True, quiet=True)
    async def turn_to_letters(self, game: Game, me: Player, move: Move) -> None:
        await SwitchMark(me, ARMS, LETTERS)

    @on(Turn.before, given=may_turn_back, card=one(more_than_few_left, to_discard))
    async def turn_to_arms(self, game: Game, me: Player, turn: Turn, card: int) -> None:
        await discard([card])
        await SwitchMark(me, LETTERS, ARMS)


STAR_LVMENG = Hero("star_lvmeng", "wu", 3, (Tanhu, Mouduan), character="lvmeng")
