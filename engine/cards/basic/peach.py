"""桃"""

from __future__ import annotations

from typing import ClassVar, Literal

from ...card import Card
from ...deeds.hp import Recover
from ...deeds.use import Aim
from ...game import Game
from ...state import Player
from ..kind import Basic, Targeting


class Peach(Basic):
    """Play phase, when wounded: recover 1. Or: a dying character recovers 1."""

    id = "peach"
    saves: ClassVar[Literal["", "oneself", "anyone"]] = "anyone"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return [Targeting((me.seat,))] if me.wounds > 0 else []

    async def effect(self, game: Game, aim: Aim) -> None:
        await Recover(aim.target, 1, aim.user, aim)
