"""Maximum hp goes up or down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import MaxHpChanged
from ..words import Deed, Timing
from .death import Death

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class ChangeMaxHp(Deed[None]):
    """Hp never stay above it, and who has none left dies at once, by nobody's hand (D7)."""

    changed = Timing()

    def __init__(self, who: Player, change: int) -> None:
        self.who = who
        self.change = change

    async def resolve(self, game: Game) -> None:
        who = self.who
        if not who.alive:
            return
        who.max_hp += self.change
        who.hp = min(who.hp, who.max_hp)
        game.emit(MaxHpChanged(who.seat, who.max_hp, who.hp))
        if who.max_hp < 1:
            await Death(who, None)
        else:
            await self.changed
