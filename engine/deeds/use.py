"""A card is used: declared, aimed, and resolved on each target (使用)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..card import Card
from ..events import CardUsed, EffectStopped, TargetChanged
from ..words import Deed, Timing

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class Use(Deed[None]):
    """`user` uses the card on the targets. Its physical cards already lie on the table; they go to the discard pile
    when the use is over. `second` is the character a target is told to strike (借刀杀人). `nullifiable` is False where
    a skill says that no Nullification may answer. `against` is what a Nullification is to cancel. `saves`: it is to
    save from dying. `within`: the deed for the sake of which a skill has it used (解烦). `source` is who counts as the
    source of its damage, `bonus` how much more it deals (酒), `hurt` whom it dealt damage to. `aside`: weapons of the
    user that it is not used with, as if they were not there. `clockwise`: it takes effect against the order of play."""

    declared = Timing()
    finished = Timing()

    def __init__(
        self,
        user: Player,
        card: Card,
        targets: Sequence[Player],
        *,
        second: Player | None = None,
        nullifiable: bool = True,
        against: Aim | None = None,
        saves: bool = False,
        within: Deed[Any] | None = None,
        aside: tuple[int, ...] = (),
    ) -> None:
        self.user = user
        self.card = card
        self.targets = list(targets)
        self.second = second
        self.against = against
        self.nullifiable = nullifiable
        self.saves = saves
        self.within = within
        self.aside = aside
        self.source = user
        self.bonus = 0
        self.clockwise = False
        self.hurt: list[Player] = []
        self.aims: list[Aim] = []
        self.revealed: list[int] = []
        self.cancelled = False

    async def resolve(self, game: Game) -> None:
        absent, game.absent = game.absent, (*game.absent, *self.aside)
        game.table.leave_lying(list(self.card.ids))
        targets = tuple(player.seat for player in self.targets)
        card, shown = self.card, game.uncovered(self.card.ids)
        game.emit(CardUsed(self.user.seat, card.name, card.suit, card.rank, shown, card.skill, targets))
        await self.declared
        await game.rules.kinds[self.card.name].use(game, self)
        await self.finished
        game.absent = absent

    async def take_aim(self, game: Game) -> None:
        """Name the targets: each may turn the card away, then skills of user and target speak on what stands."""
        self.aims = [Aim(self.card, self.user, target, self) for target in game.sorted_by_turn(self.targets)]
        for aim in self.aims:
            await aim.settle()
        self.aims = sorted(self.aims, key=lambda aim: (aim.target.seat - game.turn) % len(game.players))
        for aim in self.aims:
            await aim.confirmed
        if self.clockwise:
            self.aims.sort(key=lambda aim: (game.turn - aim.target.seat) % len(game.players))

    def __repr__(self) -> str:
        return f"Use({self.user}, {self.card.name}, {self.targets})"


class Aim(Deed[None]):
    """A card against one target. Awaiting it lets the card take effect there.

    `user` is None for a delayed trick that comes due. `jinks` is how many a slash needs to be dodged; `undodgeable` and
    `ignores_armor` belong to this target alone, and so does whether it is `nullifiable`. `void`: it is ineffective on
    this target, perhaps long before its turn to take effect comes."""

    confirming = Timing()
    confirmed = Timing()
    starting = Timing()
    dodged = Timing()

    def __init__(self, card: Card, user: Player | None, target: Player, use: Use | None = None) -> None:
        self.card = card
        self.user = user
        self.target = target
        self.use = use
        self.jinks = 1
        self.undodgeable = False
        self.ignores_armor = False
        self.nullifiable = use is None or use.nullifiable
        self.is_dodged = False
        self.void = False

    async def resolve(self, game: Game) -> None:
        if self.void or not self.target.alive:
            return
        await self.starting
        if not self.stopped:
            await game.rules.kinds[self.card.name].take_effect(game, self)

    @property
    def is_slash(self) -> bool:
        return self.card.name in SLASHES

    @property
    def bonus(self) -> int:
        return self.use.bonus if self.use else 0

    async def settle(self) -> None:
        """Let the target turn the card away, and whoever becomes the target thereby as well."""
        before = None
        while self.target is not before:
            before = self.target
            await self.confirming
            self.stopped = False

    def turn_to(self, game: Game, target: Player) -> None:
        """The card turns from this target to another (转移); the moment is over for who was the target."""
        game.emit(TargetChanged(self.card.name, self.target.seat, target.seat))
        self.target = target
        self.stop()

    def comes_to_nothing(self, game: Game, by: str) -> None:
        """A skill or piece of armor makes the card ineffective on this target."""
        game.emit(EffectStopped(self.card.name, self.target.seat, by))
        self.void = True
        self.stop()

    def __repr__(self) -> str:
        return f"Aim({self.card.name} at {self.target})"


SLASHES = ("slash", "fire_slash", "thunder_slash")
