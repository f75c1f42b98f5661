"""Skills come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import SkillGained, SkillLost
from ..state import Held, Until
from ..words import Deed
from ..zones import DISCARD
from .dying import Dying, in_danger
from .marks import change_mark
from .move import Move

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class GainSkill(Deed[None]):
    """A player who lives gets a skill, for good or until the phase or turn ends."""

    def __init__(self, who: Player, skill_id: str, until: Until = "") -> None:
        self.who = who
        self.skill_id = skill_id
        self.until = until

    async def resolve(self, game: Game) -> None:
        if not self.who.alive:
            return
        self.who.skills = [*self.who.skills, Held(self.skill_id, "gained", -1, self.until)]
        game.reindex()
        game.emit(SkillGained(self.who.seat, self.skill_id))
        await game.rules.skill(self.skill_id).gained(game, self.who)


class LoseSkill(Deed[None]):
    """A player loses a hero's or gained skill."""

    def __init__(self, who: Player, skill_id: str) -> None:
        self.who = who
        self.skill_id = skill_id

    async def resolve(self, game: Game) -> None:
        await _lose(game, self.who, [self.skill_id])


class LoseAllSkills(Deed[None]):
    """A player loses every hero's and gained skill (断肠)."""

    def __init__(self, who: Player) -> None:
        self.who = who

    async def resolve(self, game: Game) -> None:
        await _lose(game, self.who, [held.skill for held in self.who.skills])


async def _lose(game: Game, who: Player, skills: list[str]) -> None:
    """What lay on the hero by a lost skill is discarded. Who lived by it alone is dying without it (不屈)."""
    before, own = game.skills_of(who), [held.skill for held in who.skills]
    who.skills = [held for held in who.skills if held.skill not in skills or held.origin in ("equipment", "effect")]
    game.reindex()
    lost = [skill_id for skill_id in before if skill_id not in game.skills_of(who)]
    for skill_id in lost:
        if skill_id in own:
            game.emit(SkillLost(who.seat, skill_id))
    for skill in map(game.rules.skill, lost):
        piles = (*skill.piles, *skill.hidden_piles)
        await Move([card_id for pile in piles for card_id in who.piles.get(pile, [])], DISCARD, skill.id)
        await skill.lost(game, who)
    if in_danger(game, who):
        await Dying(who, None)


class Linger(Deed[None]):
    """An effect that outlives the skill that made it, until the phase or turn ends (裸衣: seed 003), until the next
    turn of `by` begins, or, with no `until`, until it is ended (`EndEffect`). `by` is who laid it. Its mark, if it has
    one, shows on whom it lies."""

    def __init__(self, who: Player, skill_id: str, until: Until = "turn", by: Player | None = None) -> None:
        self.who = who
        self.skill_id = skill_id
        self.until = until
        self.by = -1 if by is None else by.seat

    def resolve(self, game: Game) -> None:
        if not self.who.alive:
            return
        self.who.skills = [*self.who.skills, Held(self.skill_id, "effect", -1, self.until, self.by)]
        game.reindex()
        if mark := game.rules.skill(self.skill_id).mark:
            change_mark(game, self.who, mark, 1)
