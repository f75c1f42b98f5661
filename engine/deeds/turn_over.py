"""A hero card is turned over (翻面, D4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import FlippedOver
from ..words import Deed

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class TurnOver(Deed[None]):
    """Face down to face up, or the other way round; nothing happens to who is dead."""

    def __init__(self, who: Player) -> None:
        self.who = who

    def resolve(self, game: Game) -> None:
        if not self.who.alive:
            return
        self.who.face_down = not self.who.face_down
        game.emit(FlippedOver(self.who.seat, self.who.face_down))
