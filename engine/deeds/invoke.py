"""A skill is invoked (发动): its body runs as a deed of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..events import SkillInvoked
from ..words import Deed, Rule
from .marks import change_mark

if TYPE_CHECKING:
    from ..game import Game
    from ..skill import Active, Skill, Trigger
    from ..state import Player


class Invoke(Deed[None]):
    """`given` is what the owner chose, by the name of the pick; `targets` are the characters among it."""

    def __init__(
        self,
        me: Player,
        ability: Trigger | Active,
        about: Any,
        given: dict[str, Any],
        targets: Sequence[Player] = (),
    ) -> None:
        self.me = me
        self.ability = ability
        self.about = about
        self.given = given
        self.targets = targets

    def resolve(self, game: Game) -> Rule[None]:
        me, skill = self.me, self.ability.skill
        if not self.ability.quiet:
            targets = tuple(player.seat for player in self.targets)
            game.emit(SkillInvoked(me.seat, skill.id, targets))
        pay(game, me, skill)
        body: Rule[None] = self.ability.function(game, me, self.about, **self.given)
        return body

    def __repr__(self) -> str:
        return f"Invoke({self.ability.skill} of {self.me})"


def pay(game: Game, me: Player, skill: Skill) -> None:
    """What it takes to use any of a skill's abilities: its only time in the match, and its marks."""
    if skill.is_once_a_match:
        me.this_match[skill.id] = 1
    if skill.cost is not None:
        mark, count = skill.cost
        change_mark(game, me, mark, -count)
