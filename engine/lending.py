"""A lord asks his kingdom to play a card for him (护驾, 激将)."""

from __future__ import annotations

from .card import Card
from .game import Game
from .questions import Reason
from .responding import Respond
from .skill import Given
from .state import Player


async def ask_kingdom(
    game: Game, lord: Player, kingdom: str, names: tuple[str, ...], skill: str, about: object
) -> Card | None:
    """Others of the kingdom are asked one after the other, in order of play; the first card played counts as the
    lord's. None when all refuse."""
    for player in game.from_turn():
        if player is not lord and player.kingdom == kingdom:
            reason = Reason(skill, f"{skill}.ask", lord.seat, player.seat)
            card = await Respond(player, names, "play", reason, about, passes_on=True)
            if card is not None:
                return card
    return None


def has_kin(kingdom: str) -> Given:
    """Whether there is anybody of the kingdom to ask."""

    def given(game: Game, lord: Player, about: object) -> bool:
        return any(player.kingdom == kingdom for player in game.others(lord))

    return given
