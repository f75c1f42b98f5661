"""廖化"""

from __future__ import annotations

from ...card import Card
from ...deeds.dying import RESCUE, Dying
from ...deeds.hp import Recover
from ...deeds.turn_over import TurnOver
from ...game import Game
from ...hero import Hero
from ...numbers import kingdoms
from ...skill import Skill, on, provides
from ...state import Player, Step
from ...turn import Turn
from ..fire.pangtong import is_dying


class Dangxian(Skill):
    """当先 — Locked: at the beginning of your turn you have an additional play phase."""

    tags = ("locked",)

    @on(Turn.began, me="who")
    async def lead_the_way(self, game: Game, me: Player, turn: Turn) -> None:
        game.schedule(Step("phase", me.seat, "play", me.seat))


class Fuli(Skill):
    """伏枥 — Limited: when you are dying you may recover to X hp (X: the kingdoms of the living), then turn your hero
    over."""

    tags = ("limited",)

    @provides(RESCUE, when=("use",), given=is_dying)
    async def rise_from_the_stable(self, game: Game, me: Player, dying: Dying) -> Card:
        await Recover(me, kingdoms(game) - me.hp, me)
        await TurnOver(me)
        return Card(RESCUE, "", 0, (), self.id)


LIAOHUA = Hero("liaohua", "shu", 4, (Dangxian, Fuli))
