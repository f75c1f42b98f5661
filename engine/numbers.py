"""Numbers the rules look up. Pure folds over skills and equipment in play; they never ask."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from .card import Card
from .game import Game
from .state import Player

if TYPE_CHECKING:
    from .skill import Spending

UNLIMITED = 1_000_000
NOTHING_IGNORED = nullcontext()
BORROWED = "borrowed"  # the pile of weapons that one has from others for a while


def seat_distance(game: Game, a: Player, b: Player) -> int:
    """The shorter way round the living seats (seed 004)."""
    ring = game.living
    gap = abs(ring.index(a) - ring.index(b))
    return min(gap, len(ring) - gap)


def distance(game: Game, a: Player, b: Player) -> int:
    """How far `b` is for `a`: seats first, then every modifier, at least 1; 0 to oneself (S61, D5)."""
    if a is b:
        return 0
    with between(game, a, b):
        return _gap(game, a, b)


def _gap(game: Game, a: Player, b: Player) -> int:
    return max(1, game.fold("distance", seat_distance(game, a, b), a, b))


def ignores_equipment(game: Game, me: Player, owner: Player) -> bool:
    """Whether the equipment of `owner` has no effect on `me` (乾坤)."""
    return owner is not me and game.fold("ignores_equipment", False, me, owner)


def between(game: Game, a: Player, b: Player) -> AbstractContextManager[None]:
    """As it is between the two: without the equipment of one that the other ignores."""
    if "ignores_equipment" not in game.modifiers:
        return NOTHING_IGNORED
    return game.without((*ignored(game, a, b), *ignored(game, b, a)))


def ignored(game: Game, owner: Player, *others: object) -> tuple[int, ...]:
    """The owner's equipment, and what he has borrowed, where one of the others ignores it."""
    if any(isinstance(other, Player) and ignores_equipment(game, other, owner) for other in others):
        return (*owner.equipment, *owner.piles.get(BORROWED, []))
    return ()


def absent_in(game: Game, owner: Player, deed: object) -> tuple[int, ...]:
    """The cards that lend the owner nothing in this deed: those put aside, and all his equipment where one whom the
    deed is of or about ignores it."""
    if "ignores_equipment" not in game.modifiers:
        return game.absent
    others = (getattr(deed, field, None) for field in ("user", "source", "target"))
    return (*game.absent, *ignored(game, owner, *others))


def weapons(game: Game, me: Player) -> list[int]:
    """What he can strike with: the weapon that he has equipped, and what he has borrowed."""
    equipped = game.equipped(me, "weapon")
    borrowed = [card_id for card_id in me.piles.get(BORROWED, []) if card_id not in game.absent]
    return borrowed if equipped is None else [equipped, *borrowed]


def attack_range(game: Game, me: Player) -> int:
    """1, or the weapon's (seed 004); of several weapons that of the farthest."""
    base = max([game.rules.kind_of(weapon).attack_range for weapon in weapons(game, me)], default=1)
    return game.fold("attack_range", base, me)


def in_attack_range(game: Game, me: Player, target: Player) -> bool:
    if target is me:
        return False
    with between(game, me, target):
        return _gap(game, me, target) <= attack_range(game, me)


def those_within_reach(game: Game, me: Player, players: list[Player]) -> list[Player]:
    """Those of the players who are within the attack range."""
    if "ignores_equipment" in game.modifiers:
        return [player for player in players if in_attack_range(game, me, player)]
    reach = attack_range(game, me)
    return [player for player in players if player is not me and _gap(game, me, player) <= reach]


def may_be_target(game: Game, card: Card, user: Player, target: Player) -> bool:
    """Prohibitions only; distance is the card's own matter."""
    return game.fold("may_be_target", True, card, user, target)


def hand_limit(game: Game, me: Player) -> int:
    """The current hp, modified (S56)."""
    return max(0, game.fold("hand_limit", max(me.hp, 0), me))


def spendable(game: Game, me: Player, ids: Sequence[int], how: Spending) -> list[int]:
    """Those of one's cards that one may use, play or discard (鸡肋)."""
    if "may_spend" not in game.modifiers:
        return list(ids)
    return [card_id for card_id in ids if game.fold("may_spend", True, game.card(card_id), me, how)]


def slash_quota(game: Game, me: Player) -> int:
    """How many slashes a play phase allows."""
    return game.fold("slash_quota", 1, me)


def slash_counts(game: Game, me: Player, target: Player) -> bool:
    """Whether a slash at the target counts towards that, and needs it."""
    return game.fold("slash_counts", True, me, target)


def kingdoms(game: Game) -> int:
    """How many kingdoms the living are of; who has no hero is of none."""
    return len(dict.fromkeys(kingdom for player in game.living for kingdom in player.kingdoms))


def opposite_sex(a: Player, b: Player) -> bool:
    return a.sex != b.sex
