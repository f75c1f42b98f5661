"""Using a Slash on a given character outside one's own play phase actions (借刀杀人, 青龙偃月刀)."""

from __future__ import annotations

from collections.abc import Callable

from .card import Card
from .deeds.use import SLASHES, Use
from .game import Game
from .numbers import may_be_target
from .questions import Reason
from .responding import Way, demand
from .state import Player

Allows = Callable[[Game, Player, Player, Card], bool]


async def strike(game: Game, who: Player, target: Player, reason: Reason, allows: Allows) -> bool:
    """Ask `who` to use a slash on the target; it counts towards no limit. False when none was used.

    `allows(game, who, target, slash)` is asked for each way to make the slash, as if the equipment that it lays down
    were gone (D28).
    """

    def does(way: Way) -> bool:
        with game.without(way.equipment_spent(game)):
            return allows(game, who, target, way.sample)

    if not may_be_target(game, Card("slash", "", 0, ()), who, target):
        return False
    card = await demand(game, who, SLASHES, "use", reason, allows=does)
    if card is None:
        return False
    if target.alive:  # who doubted it may be dead (蛊惑)
        await Use(who, card, [target])
    return True
