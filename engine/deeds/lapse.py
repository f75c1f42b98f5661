"""What was had for a while ends: skills, and effects with the marks that show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..events import SkillLost
from ..words import Deed
from .marks import change_mark

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Held, Player, Until


def had_until(game: Game, *ends: Until) -> list[tuple[Player, Held]]:
    """What anybody has until then."""
    return [(player, held) for player, held in game.had_for_a_while if held.until in ends]


def had_until_turn_of(game: Game, who: Player) -> list[tuple[Player, Held]]:
    """What anybody has until the next turn of this player begins, or he dies."""
    return [(player, held) for player, held in had_until(game, "next_turn") if held.by == who.seat]


def lapse(game: Game, lapsed: Sequence[tuple[Player, Held]]) -> None:
    """What players had for a while and is over is lost."""
    for player, held in lapsed:
        player.skills = [other for other in player.skills if other is not held]
    if lapsed:
        game.reindex()
    for player, held in lapsed:
        if held.origin == "gained" and held.skill not in game.skills_of(player):
            game.emit(SkillLost(player.seat, held.skill))
        if mark := game.rules.skill(held.skill).mark:
            change_mark(game, player, mark, -1)


class EndEffect(Deed[None]):
    """An effect that lies on a player is over, whoever laid it, or that of one player (`by`) alone."""

    def __init__(self, who: Player, skill_id: str, by: Player | None = None) -> None:
        self.who = who
        self.skill_id = skill_id
        self.by = by

    def resolve(self, game: Game) -> None:
        laid = [held for held in self.who.skills if held.skill == self.skill_id]
        lapse(game, [(self.who, held) for held in laid if self.by is None or held.by == self.by.seat])
