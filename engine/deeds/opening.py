"""The match is about to begin (游戏开始时)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..words import Deed, Timing

if TYPE_CHECKING:
    from ..game import Game


class Opening(Deed[None]):
    """Heroes are shown and hands dealt; the first turn is still to come."""

    ready = Timing()

    async def resolve(self, game: Game) -> None:
        await self.ready
