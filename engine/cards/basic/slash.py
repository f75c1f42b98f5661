"""杀"""

from __future__ import annotations

from collections.abc import Sequence

from ...card import Card
from ...deeds.damage import Damage, Nature
from ...deeds.use import Aim
from ...game import Game
from ...numbers import between, in_attack_range, may_be_target, slash_counts, slash_quota
from ...questions import Reason
from ...responding import Respond
from ...state import Player
from ..kind import Basic, Targeting, one_of


class Slash(Basic):
    """Play phase, once: strike a character within attack range; unless dodged by a Jink it takes 1 damage."""

    id = "slash"
    nature: Nature = "normal"

    def acted(self, game: Game, me: Player, targets: Sequence[Player]) -> None:
        if any(slash_counts(game, me, target) for target in targets):
            me.this_phase["slash"] = me.this_phase.get("slash", 0) + 1

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        reached = [p for p in game.others(me) if within_quota(game, me, p) and may_strike(game, me, p, card)]
        most = most_targets(game, me, card)
        alone = [p for p in reached if most_targets(game, me, card, p) < most] if most > 1 else []
        apart = [Targeting((p.seat,), suffix=f"@{p.seat}") for p in alone]
        return one_of([p for p in reached if p not in alone], most) + apart

    async def effect(self, game: Game, aim: Aim) -> None:
        aim.is_dodged = not aim.undodgeable and await self._dodge(aim)
        if aim.is_dodged:
            await aim.dodged
        if not aim.is_dodged and aim.target.alive:
            await Damage(aim.user, aim.target, 1 + aim.bonus, self.nature, aim.card, aim)

    async def _dodge(self, aim: Aim) -> bool:
        source = aim.user.seat if aim.user else -1
        for wanted in range(aim.jinks, 0, -1):
            reason = Reason("slash", "respond_jink", source, aim.target.seat, aim.card.name, wanted)
            if await Respond(aim.target, ("jink",), "use", reason, aim) is None:
                return False
        return True


def within_quota(game: Game, me: Player, target: Player) -> bool:
    """Whether one more slash of the play phase may be at the target."""
    with between(game, me, target):
        return me.this_phase.get("slash", 0) < slash_quota(game, me) or not slash_counts(game, me, target)


def most_targets(game: Game, me: Player, card: Card, among: Player | None = None) -> int:
    """How many targets a slash may have; `among` them one who ignores the weapon, perhaps (乾坤)."""
    with between(game, me, among or me):
        return game.fold("slash_targets", 1, me, card)


def may_strike(game: Game, me: Player, target: Player, card: Card) -> bool:
    """Whether a slash of `me` may name the target: in reach, and not forbidden."""
    if target is me or not may_be_target(game, card, me, target):
        return False
    return in_attack_range(game, me, target) or game.fold("ignores_distance", False, card, me, target)
