"""What a card's name stands for: when it may be used, on whom, and what it does to each target."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from ..card import Card
from ..deeds.move import Move, discard
from ..deeds.use import Aim, Use
from ..events import EffectStopped
from ..game import Game
from ..nullification import is_nullified
from ..numbers import may_be_target
from ..questions import Subset, seats_of
from ..state import Player
from ..zones import PROCESSING, equipment_of, judging_of

if TYPE_CHECKING:
    from ..skill import Skill

CardType = Literal["basic", "trick", "delayed-trick", "weapon", "armor", "+1horse", "-1horse"]
Category = Literal["basic", "trick", "equipment"]
CATEGORIES: dict[CardType, Category] = {"basic": "basic", "trick": "trick", "delayed-trick": "trick"}


class Targeting:
    """One way to aim a card: targets that are fixed, and picks for the others (`targets`, `second`)."""

    __slots__ = ("fixed", "picks", "suffix")

    def __init__(self, fixed: tuple[int, ...] = (), picks: tuple[Subset, ...] = (), suffix: str = "") -> None:
        self.fixed = fixed
        self.picks = picks
        self.suffix = suffix


def one_of(players: list[Player], most: int = 1) -> list[Targeting]:
    """One to `most` of the players."""
    seats = seats_of(player.seat for player in players)
    return [Targeting(picks=(Subset("targets", seats, 1, min(most, len(seats))),))] if seats else []


def all_of(players: list[Player]) -> list[Targeting]:
    """All the players, without a choice."""
    return [Targeting(tuple(player.seat for player in players))] if players else []


class Kind:
    """A card name. The docstring is the printed effect in our own words."""

    id: ClassVar[str]
    type: ClassVar[CardType]
    slot: ClassVar[str] = ""
    attack_range: ClassVar[int] = 0
    saves: ClassVar[Literal["", "oneself", "anyone"]] = ""  # from dying
    recastable: ClassVar[bool] = False  # 重铸: may be laid aside for another card instead
    skills: ClassVar[tuple[builtins.type[Skill], ...]] = ()

    @property
    def category(self) -> Category:
        """类别, coarser than the type."""
        return CATEGORIES.get(self.type, "equipment")

    def may_act(self, game: Game, me: Player) -> bool:
        """Whether it may be used in one's own play phase now."""
        return True

    def acted(self, game: Game, me: Player, targets: Sequence[Player]) -> None:
        """It is used in one's own play phase: what counts towards a limit is counted."""

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        """The ways to aim it; none when it has no legal target."""
        return []

    async def use(self, game: Game, use: Use) -> None:
        """Aim, then take effect on each target in order of play."""
        await use.take_aim(game)
        for aim in use.aims:
            await aim

    async def take_effect(self, game: Game, aim: Aim) -> None:
        """It reaches one target."""
        await self.effect(game, aim)

    async def effect(self, game: Game, aim: Aim) -> None:
        """What it does to one target."""


def armor_holds(game: Game, me: Player, about: object) -> bool:
    """The target's armor has no effect against an aim that ignores it, and what comes of it (青釭剑), nor where a skill
    says so of all, or of what it would stop (陷阵)."""
    aim = getattr(about, "aim", about)
    if isinstance(aim, Aim) and aim.ignores_armor and aim.target is me:
        return False
    return game.fold("armor_holds", True, me, about)


class Basic(Kind):
    type = "basic"


class Trick(Kind):
    type: ClassVar[CardType] = "trick"

    async def take_effect(self, game: Game, aim: Aim) -> None:
        """Unless a Nullification cancels it there."""
        if aim.nullifiable and await is_nullified(game, aim):
            game.emit(EffectStopped(aim.card.name, aim.target.seat, "nullification"))
            await self.nullified(game, aim)
        elif aim.target.alive:
            await self.effect(game, aim)

    async def nullified(self, game: Game, aim: Aim) -> None:
        """What a Nullification leaves of it."""

    def others(self, game: Game, me: Player, card: Card) -> list[Player]:
        """Everybody else whom no prohibition protects."""
        return [p for p in game.others(me) if may_be_target(game, card, me, p)]

    def everybody(self, game: Game, me: Player, card: Card) -> list[Player]:
        return [p for p in game.in_order(me.seat) if p.alive and may_be_target(game, card, me, p)]


class Delayed(Trick):
    """Lies in the target's judgement area; no two of one name there (seed 001, rule 2)."""

    type: ClassVar[CardType] = "delayed-trick"

    def has_room(self, game: Game, target: Player) -> bool:
        return all(game.name_lying(card_id) != self.id for card_id in target.judging)

    async def use(self, game: Game, use: Use) -> None:
        await use.take_aim(game)
        for aim in use.aims:
            if aim.target.alive and game.where[use.card.ids[0]] == PROCESSING:
                await self.lie_before(game, use.card.ids[0], aim.target)

    async def lie_before(self, game: Game, card_id: int, target: Player) -> None:
        if game.rules.deck[card_id].name != self.id:
            game.lying_as[card_id] = self.id
        await Move([card_id], judging_of(target.seat), self.id)


class Equipment(Kind):
    """Stays in its slot; what lay there is discarded first."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "type" in vars(cls):
            cls.slot = cls.type

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return [Targeting((me.seat,))]

    async def use(self, game: Game, use: Use) -> None:
        me, card_id = use.targets[0], use.card.ids[0]
        worn = game.equipped(me, self.slot)
        if worn is not None:
            await discard([worn])
        if me.alive and game.where[card_id] == PROCESSING:
            await Move([card_id], equipment_of(me.seat), "equip")


class Weapon(Equipment):
    type = "weapon"


class Armor(Equipment):
    type = "armor"


class PlusHorse(Equipment):
    type = "+1horse"


class MinusHorse(Equipment):
    type = "-1horse"
