"""What a lord has of his kingdom: he asks it to play a card for him (护驾, 激将), and it comes to him (黄天, 制霸)."""

from __future__ import annotations

from typing import Any

from .card import Card
from .game import Game
from .picks import SeatFits
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
        if player is not lord and kingdom in player.kingdoms:
            reason = Reason(skill, f"{skill}.ask", lord.seat, player.seat)
            card = await Respond(player, names, "play", reason, about, passes_on=True)
            if card is not None:
                return card
    return None


def has_kin(kingdom: str) -> Given:
    """Whether there is anybody of the kingdom to ask."""

    def given(game: Game, lord: Player, about: object) -> bool:
        return any(kingdom in player.kingdoms for player in game.others(lord))

    return given


def once_each(skill: str) -> SeatFits:
    """Only who was not yet named by the skill in this phase: it is once for each who has what lends it (伪帝)."""

    def fits(game: Game, me: Player, player: Player, deed: Any) -> bool:
        return _tally(skill, player) not in me.this_phase

    return fits


def count_once(skill: str, me: Player, player: Player) -> None:
    me.this_phase[_tally(skill, player)] = 1


def _tally(skill: str, player: Player) -> str:
    return f"{skill}@{player.seat}"
