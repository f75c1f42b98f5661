"""The wearing down of the last three (text 001, detailed rules, 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deeds.hp import LoseHpTogether

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Step

LEFT = 3
SPARED_ROUNDS = 3


async def wear(game: Game, step: Step) -> None:
    """At the end of a round with three left, the fourth or a later one after that in which they came to be three:
    everybody loses 1 hp, together, unless that would put out all of them (R240 to R243, R285)."""
    living = game.from_turn()
    if len(living) != LEFT or game.round - game.living_since <= SPARED_ROUNDS:
        return
    if any(player.hp > 1 for player in living):
        await LoseHpTogether(living)
