"""One character hurts another (伤害)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..events import Damaged
from ..words import Deed, Timing
from .dying import Dying

if TYPE_CHECKING:
    from ..card import Card
    from ..game import Game
    from ..state import Player
    from .use import Aim

Nature = Literal["normal", "fire", "thunder"]


class Damage(Deed[bool]):
    """Damage by `source` (None: without one; a dead source is none, D18) to `target`; the value tells whether any was
    done. `aim` is the use of a card on that very target that causes it.

    Order: the source's skills, the target's, the loss of hp, dying, then the skills after damage (seed 004 ★).
    """

    caused = Timing()
    inflicted = Timing()
    dealt = Timing()
    suffered = Timing()

    def __init__(
        self,
        source: Player | None,
        target: Player,
        amount: int = 1,
        nature: Nature = "normal",
        card: Card | None = None,
        aim: Aim | None = None,
    ) -> None:
        self.source = source if source is not None and source.alive else None
        self.target = target
        self.amount = amount
        self.nature = nature
        self.card = card
        self.aim = aim

    async def resolve(self, game: Game) -> bool:
        target = self.target
        if not target.alive:
            return False
        await self.caused
        if not self.stopped:
            await self.inflicted
        if self.stopped or self.amount < 1:
            return False
        target.hp -= self.amount
        source = self.source.seat if self.source else -1
        name = self.card.name if self.card else ""
        game.emit(Damaged(source, target.seat, self.amount, self.nature, name, target.hp))
        if target.hp < 1:
            await Dying(target, self)
        await self.dealt
        if target.alive:
            await self.suffered
        return True

    @property
    def is_by_slash(self) -> bool:
        """By a slash, to the very character it was aimed at."""
        return self.aim is not None and self.aim.is_slash

    def __repr__(self) -> str:
        return f"Damage({self.source} to {self.target}, {self.amount})"
