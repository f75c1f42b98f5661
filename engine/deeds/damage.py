"""One character hurts another (伤害)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..events import Damaged
from ..numbers import distance
from ..words import Deed, Timing
from .chain import SetChained
from .dying import Dying
from .use import SLASHES

if TYPE_CHECKING:
    from ..card import Card
    from ..game import Game
    from ..state import Player
    from .use import Aim, Use

Nature = Literal["normal", "fire", "thunder"]


class Damage(Deed[bool]):
    """Damage by `source` (None: without one; a dead source is none, D18) to `target`; the value tells whether any was
    done. `aim` is the use of a card on that very target that causes it, `use` that use, or the one of which this damage
    was passed on or spread (天香, chains).

    Order: what makes it something else than damage (绝情), what was foretold of it (狂风, 大雾), the source's skills,
    the target's, the loss of hp, dying, then the skills after damage (seed 004 ★). Elemental damage to a chained
    character unchains it and, when all that is over, strikes every other chained character once, with the same source,
    amount and element (D14): `transmitted` damage goes no further. `apart`: how far the target was from the source as
    it lost hp; `met_face_down`: whether its hero lay so."""

    before = Timing()
    foreseen = Timing()
    caused = Timing()
    inflicted = Timing()
    taken = Timing()
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
        *,
        use: Use | None = None,
        transmitted: bool = False,
    ) -> None:
        self.source = source if source is not None and source.alive else None
        self.target = target
        self.amount = amount
        self.nature = nature
        self.card = card
        self.aim = aim
        self.use = use if aim is None else aim.use
        self.transmitted = transmitted
        self.apart: int | None = None
        self.met_face_down = False

    async def resolve(self, game: Game) -> bool:
        target = self.target
        if not target.alive:
            return False
        await self.before
        if not self.stopped:
            await self.foreseen
        if not self.stopped:
            await self.caused
        if not self.stopped:
            await self.inflicted
        if not self.stopped:
            self.amount = game.fold("hp_taken", self.amount, target, self.source)
        if self.stopped or self.amount < 1:
            return False
        if self.source is not None and self.source.alive:
            self.apart = distance(game, self.source, target)
        self.met_face_down = target.face_down
        target.hp -= self.amount
        source = self.source.seat if self.source else -1
        name = self.card.name if self.card else ""
        game.emit(Damaged(source, target.seat, self.amount, self.nature, name, target.hp))
        if self.use is not None:
            self.use.hurt.append(target)
        await self.taken
        spreads = target.chained and self.nature != "normal"
        if spreads:
            await SetChained(target, False)
        if target.hp < 1:
            await Dying(target, self)
        await self.dealt
        if target.alive:
            await self.suffered
        if spreads and not self.transmitted:
            await self._spread(game)
        return True

    async def _spread(self, game: Game) -> None:
        for player in [player for player in game.from_turn() if player.chained]:
            if player.chained:
                await Damage(self.source, player, self.amount, self.nature, self.card, use=self.use, transmitted=True)

    @property
    def is_by_slash(self) -> bool:
        """By a slash, to the very character it was aimed at."""
        return self.aim is not None and self.aim.is_slash

    @property
    def is_of_slash(self) -> bool:
        """By a slash, whoever it was aimed at: passed on or spread too (R56, R108)."""
        return self.card is not None and self.card.name in SLASHES

    def __repr__(self) -> str:
        return f"Damage({self.source} to {self.target}, {self.amount})"
