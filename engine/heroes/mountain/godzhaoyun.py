"""神赵云"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...hero import Hero
from ...picks import Cards, exactly, suited
from ...skill import Skill, changes, on, view_as
from ...state import Player
from ...turn import DrawPhase

MORE_CARDS = 2


class Juejing(Skill):
    """绝境 — Locked: in your draw phase you draw one card more for each hp you have lost; your hand limit is 2 more."""

    tags = ("locked",)

    @on(DrawPhase.drawing, me="who", given=lambda game, me, drawing: me.wounds > 0)
    async def draw_on_wounds(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.count += me.wounds

    @changes("hand_limit")
    def hold_more(self, game: Game, me: Player, n: int, who: Player) -> int:
        return n + MORE_CARDS if who is me else n


def as_many_as_hp(game: Game, me: Player) -> int:
    return max(1, me.hp)


def of_suit(suit: str) -> Cards:
    return exactly(as_many_as_hp, suited(suit))


class Longhun(Skill):
    """龙魂 — You may use or play X cards of one suit (X: your hp, at least 1): hearts as a Peach, diamonds as a Fire
    Slash, clubs as a Jink, spades as a Nullification."""

    @view_as("peach", cards=of_suit("heart"), when=("use",))
    async def hearts(self, game: Game, me: Player, card: Card) -> None: ...

    @view_as("fire_slash", cards=of_suit("diamond"))
    async def diamonds(self, game: Game, me: Player, card: Card) -> None: ...

    @view_as("jink", cards=of_suit("club"))
    async def clubs(self, game: Game, me: Player, card: Card) -> None: ...

    @view_as("nullification", cards=of_suit("spade"), when=("use",))
    async def spades(self, game: Game, me: Player, card: Card) -> None: ...


GODZHAOYUN = Hero("godzhaoyun", "god", 2, (Juejing, Longhun))
