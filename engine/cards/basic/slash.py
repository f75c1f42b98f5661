"""杀"""

from __future__ import annotations

from collections.abc import Sequence

from ...card import Card
from ...deeds.damage import Damage, Nature
from ...deeds.use import Aim
from ...game import Game
from ...numbers import in_attack_range, may_be_target, slash_counts, slash_quota
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
        free = me.this_phase.get("slash", 0) < slash_quota(game, me)
        allowed = [p for p in game.others(me) if free or not slash_counts(game, me, p)]
        reached = [p for p in allowed if may_strike(game, me, p, card)]
        return one_of(reached, game.fold("slash_targets", 1, me, card))

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


def may_strike(game: Game, me: Player, target: Player, card: Card) -> bool:
    """Whether a slash of `me` may name the target: in reach, and not forbidden."""
    if target is me or not may_be_target(game, card, me, target):
        return False
    return in_attack_range(game, me, target) or game.fold("ignores_distance", False, card, me, target)
