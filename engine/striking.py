"""Using a Slash on a given character outside one's own play phase actions (借刀杀人, 青龙偃月刀)."""

from __future__ import annotations

from .card import Card
from .deeds.use import SLASHES, Use
from .game import Game
from .numbers import may_be_target
from .questions import Reason
from .responding import Respond
from .state import Player


async def strike(game: Game, who: Player, target: Player, reason: Reason) -> bool:
    """Ask `who` to use a slash on the target; it counts towards no limit. False when none was used."""
    if not may_be_target(game, Card("slash", "", 0, ()), who, target):
        return False
    card = await Respond(who, SLASHES, "use", reason)
    if card is None:
        return False
    await Use(who, card, [target])
    return True
