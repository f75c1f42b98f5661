"""A hero card is laid sideways, or upright again (横置, 重置): chained characters share elemental damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import ChainChanged
from ..words import Deed

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class SetChained(Deed[None]):
    """Nothing happens to who is so already."""

    def __init__(self, who: Player, chained: bool) -> None:
        self.who = who
        self.chained = chained

    def resolve(self, game: Game) -> None:
        if self.who.alive and self.who.chained != self.chained:
            self.who.chained = self.chained
            game.emit(ChainChanged(self.who.seat, self.chained))
