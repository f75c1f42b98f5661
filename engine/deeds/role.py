"""A role card is turned over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import RoleShown
from ..words import Deed

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class ShowRole(Deed[None]):
    """A player's role is known to everybody from now on."""

    def __init__(self, who: Player) -> None:
        self.who = who

    def resolve(self, game: Game) -> None:
        self.who.role_shown = True
        game.emit(RoleShown(self.who.seat, self.who.role))
