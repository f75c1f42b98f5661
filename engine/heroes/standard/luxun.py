"""陆逊"""

from __future__ import annotations

from typing import ClassVar

from ...card import Card
from ...deeds.draw import Draw
from ...deeds.move import Move
from ...game import Game
from ...hero import Hero
from ...skill import Skill, changes, on
from ...state import Player


class Spared(Skill):
    """Its owner cannot be the target of some cards."""

    cards: ClassVar[tuple[str, ...]] = ()

    @changes("may_be_target")
    def modest(self, game: Game, me: Player, may: bool, card: Card, user: Player, target: Player) -> bool:
        return may and not (target is me and card.name in self.cards)


class Qianxun(Spared):
    """谦逊 — Locked: you cannot be the target of Snatch or Indulgence."""

    tags = ("locked",)
    cards = ("snatch", "indulgence")


class Lianying(Skill):
    """连营 — When you lose your last hand card you may draw a card."""

    @on(Move.moved, given=lambda game, me, move: me.seat in move.emptied_hands)
    async def camp(self, game: Game, me: Player, move: Move) -> None:
        await Draw(me)


LUXUN = Hero("luxun", "wu", 3, (Qianxun, Lianying))
