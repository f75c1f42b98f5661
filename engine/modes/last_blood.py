"""Whoever died first in the last match keeps the last point of hp in this one (text 001, detailed rules, 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deeds.damage import Damage
from ..deeds.death import Death
from ..deeds.marks import Mark
from ..deeds.use import SLASHES, Use
from ..skill import Skill, changes, on

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player, Step

MARK = "last_blood"
ATTACKS = (*SLASHES, "duel")


async def protect(game: Game, step: Step) -> None:
    await Mark(game.players[step.seat], MARK)


def is_protected(game: Game, me: Player, deed: object) -> bool:
    return bool(me.marks.get(MARK))


class LastBlood(Skill, id="last_blood"):
    """As long as nobody has died, whoever has the mark keeps 1 hp, except from what he does to himself, and from
    somebody whom he has attacked: with damage, or by naming him with a Slash or a Duel (R244 to R247)."""

    printed = False

    @on(Use.declared, me="user", given=is_protected, compulsory=True, quiet=True)
    async def strike(self, game: Game, me: Player, use: Use) -> None:
        if use.card.name in ATTACKS:
            for target in use.targets:
                attack(me, target)

    @on(Damage.dealt, me="source", given=is_protected, compulsory=True, quiet=True)
    async def hurt(self, game: Game, me: Player, hit: Damage) -> None:
        attack(me, hit.target)

    @changes("hp_taken")
    def spare(self, game: Game, me: Player, amount: int, who: Player, source: Player | None) -> int:
        if me is not who or not is_protected(game, me, None):
            return amount
        if source is not None and (source is me or has_attacked(me, source)):
            return amount
        return min(amount, max(0, me.hp - 1))

    @on(Death.died, given=is_protected, compulsory=True, quiet=True)
    async def end(self, game: Game, me: Player, death: Death) -> None:
        await Mark(me, MARK, -1)


def attack(me: Player, other: Player) -> None:
    me.this_match[f"{MARK}.{other.seat}"] = 1


def has_attacked(me: Player, other: Player) -> bool:
    return f"{MARK}.{other.seat}" in me.this_match
