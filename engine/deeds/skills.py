"""Skills come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import SkillGained, SkillLost
from ..state import Held, Until
from ..words import Deed

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class GainSkill(Deed[None]):
    """A player gets a skill, for good or until the phase or turn ends."""

    def __init__(self, who: Player, skill_id: str, until: Until = "") -> None:
        self.who = who
        self.skill_id = skill_id
        self.until = until

    def resolve(self, game: Game) -> None:
        self.who.skills = [*self.who.skills, Held(self.skill_id, "gained", -1, self.until)]
        game.rebuild_skills()
        game.emit(SkillGained(self.who.seat, self.skill_id))


class LoseSkill(Deed[None]):
    """A player loses a hero's or gained skill."""

    def __init__(self, who: Player, skill_id: str) -> None:
        self.who = who
        self.skill_id = skill_id

    def resolve(self, game: Game) -> None:
        keep = [
            held for held in self.who.skills if held.skill != self.skill_id or held.origin in ("equipment", "effect")
        ]
        if len(keep) < len(self.who.skills):
            self.who.skills = keep
            game.rebuild_skills()
            if self.skill_id not in game.skills_of(self.who):
                game.emit(SkillLost(self.who.seat, self.skill_id))


class Linger(Deed[None]):
    """An effect that outlives the skill that made it, until the phase or turn ends (裸衣: seed 003)."""

    def __init__(self, who: Player, skill_id: str, until: Until = "turn") -> None:
        self.who = who
        self.skill_id = skill_id
        self.until = until

    def resolve(self, game: Game) -> None:
        self.who.skills = [*self.who.skills, Held(self.skill_id, "effect", -1, self.until)]
        game.rebuild_skills()
