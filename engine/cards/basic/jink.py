"""闪"""

from __future__ import annotations

from ...game import Game
from ...state import Player
from ..kind import Basic


class Jink(Basic):
    """Answers a Slash that strikes you, or an Archery Attack."""

    id = "jink"

    def may_act(self, game: Game, me: Player) -> bool:
        return False
