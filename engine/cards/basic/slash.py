"""杀"""

from __future__ import annotations

from collections.abc import Sequence

from ...card import Card
from ...deeds.damage import Damage, Nature
from ...deeds.use import Aim
from ...game import Game
from ...numbers import between, may_be_target, slash_counts, slash_quota, those_within_reach
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
        reached = whom_to_strike(game, me, those_within_quota(game, me, game.others(me)), card)
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


def those_within_quota(game: Game, me: Player, players: list[Player]) -> list[Player]:
    """Those of the players at whom one more slash of the play phase may be."""
    done = me.this_phase.get("slash", 0)
    if "ignores_equipment" not in game.modifiers and done < slash_quota(game, me):
        return players
    within = []
    for player in players:
        with between(game, me, player):
            if done < slash_quota(game, me) or not slash_counts(game, me, player):
                within.append(player)
    return within


def most_targets(game: Game, me: Player, card: Card, among: Player | None = None) -> int:
    """How many targets a slash may have; `among` them one who ignores the weapon, perhaps (乾坤)."""
    with between(game, me, among or me):
        return game.fold("slash_targets", 1, me, card)


def whom_to_strike(game: Game, me: Player, players: list[Player], card: Card) -> list[Player]:
    """Those of the players whom a slash of `me` may name: in reach, and not forbidden."""
    near = those_within_reach(game, me, players)
    return [
        player
        for player in players
        if player is not me
        and may_be_target(game, card, me, player)
        and (player in near or game.fold("ignores_distance", False, card, me, player))
    ]


def may_strike(game: Game, me: Player, target: Player, card: Card) -> bool:
    """Whether a slash of `me` may name the target."""
    return bool(whom_to_strike(game, me, [target], card))
