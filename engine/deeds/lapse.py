"""What was had for a while ends: skills, and effects with the marks that show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..events import SkillLost
from ..state import Held
from .marks import change_mark

if TYPE_CHECKING:
    from ..game import Game


def lapse(game: Game, over: Callable[[Held], bool]) -> None:
    """What was had for a while and is over is lost."""
    lapsed = [(player, held) for player in game.players for held in player.skills if held.until and over(held)]
    for player, held in lapsed:
        player.skills = [other for other in player.skills if other is not held]
    if lapsed:
        game.rebuild_skills()
    for player, held in lapsed:
        if held.origin == "gained" and held.skill not in game.skills_of(player):
            game.emit(SkillLost(player.seat, held.skill))
        if mark := game.rules.skill(held.skill).mark:
            change_mark(game, player, mark, -1)
