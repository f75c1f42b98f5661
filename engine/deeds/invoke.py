"""A skill is invoked (发动): its body runs as a deed of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..events import SkillInvoked
from ..words import Deed, Rule

if TYPE_CHECKING:
    from ..game import Game
    from ..skill import Active, Trigger
    from ..state import Player


class Invoke(Deed[None]):
    """`given` is what the owner chose, by the name of the pick."""

    def __init__(self, me: Player, ability: Trigger | Active, about: Any, given: dict[str, Any]) -> None:
        self.me = me
        self.ability = ability
        self.about = about
        self.given = given

    def resolve(self, game: Game) -> Rule[None]:
        if not getattr(self.ability, "quiet", False):
            game.emit(SkillInvoked(self.me.seat, self.ability.skill.id, self._targets()))
        body: Rule[None] = self.ability.function(game, self.me, self.about, **self.given)
        return body

    def _targets(self) -> tuple[int, ...]:
        from ..state import Player

        named: list[Player] = []
        for value in self.given.values():
            if isinstance(value, Player):
                named.append(value)
            elif isinstance(value, list):
                named += [thing for thing in value if isinstance(thing, Player)]
        return tuple(player.seat for player in named)

    def __repr__(self) -> str:
        return f"Invoke({self.ability.skill} of {self.me})"
