"""Hit points go up and down other than by damage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..events import HpLost, Recovered
from ..words import Deed, Timing
from .dying import Dying

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player
    from .use import Aim


class Recover(Deed[int]):
    """Healing, never above the maximum; the value is the hp really `gained`. `by` is the use that heals, if any."""

    healing = Timing()
    healed = Timing()

    def __init__(self, who: Player, amount: int = 1, source: Player | None = None, by: Aim | None = None) -> None:
        self.who = who
        self.amount = amount
        self.source = source
        self.by = by
        self.gained = 0

    async def resolve(self, game: Game) -> int:
        await self.healing
        gained = min(self.amount, self.who.wounds)
        if not self.who.alive or gained < 1:
            return 0
        self.gained = gained
        self.who.hp += gained
        game.emit(Recovered(self.who.seat, gained, self.who.hp))
        await self.healed
        return gained


class LoseHp(Deed[None]):
    """Loss of hp is not damage: it has no source, and no damage skill speaks (S71). `by`: whose skill takes it, if any;
    only what spares hp asks."""

    taken = Timing()

    def __init__(self, who: Player, amount: int = 1, by: Player | None = None) -> None:
        self.who = who
        self.amount = amount
        self.by = by

    async def resolve(self, game: Game) -> None:
        if self.lose(game):
            await self.taken
            if self.who.hp < 1:
                await Dying(self.who, None)

    def lose(self, game: Game) -> bool:
        """Whether any was lost."""
        self.amount = game.fold("hp_taken", self.amount, self.who, self.by)
        if not self.who.alive or self.amount < 1:
            return False
        self.who.hp -= self.amount
        game.emit(HpLost(self.who.seat, self.amount, self.who.hp))
        return True


class LoseHpTogether(Deed[None]):
    """Several lose hp at the same time. What follows from it for each comes after that, one by one in order of play."""

    def __init__(self, who: Sequence[Player], amount: int = 1) -> None:
        self.losses = [LoseHp(player, amount) for player in who]

    async def resolve(self, game: Game) -> None:
        losses = [loss for loss in self.losses if loss.lose(game)]
        for loss in losses:
            await loss.taken
        for loss in losses:
            if loss.who.alive and loss.who.hp < 1:
                await Dying(loss.who, None)
