"""无懈可击"""

from __future__ import annotations

from ...deeds.use import Aim, Use
from ...game import Game
from ...nullification import is_nullified
from ...state import Player
from ..kind import Trick


class Nullification(Trick):
    """Before a trick takes effect on a character: cancel that effect. May be answered in the same way."""

    id = "nullification"

    def may_act(self, game: Game, me: Player) -> bool:
        return False

    async def use(self, game: Game, use: Use) -> None:
        assert use.against is not None
        if await is_nullified(game, Aim(use.card, use.user, use.against.target, use)):
            use.cancelled = True
