"""八卦阵"""

from __future__ import annotations

from ...card import Card
from ...deeds.judge import Judge
from ...game import Game
from ...skill import Skill, provides
from ...state import Player
from ..kind import Armor, armor_holds


class EightDiagramSkill(Skill, id="eight_diagram"):
    """Whenever you need a Jink you may judge: red counts as a Jink used or played, though not from your hand."""

    @provides("jink", given=armor_holds)
    async def judge(self, game: Game, me: Player, about: object) -> Card | None:
        return Card("jink", "", 0, (), self.id) if (await Judge(me, self.id)).is_red else None


class EightDiagram(Armor):
    id = "eight_diagram"
    skills = (EightDiagramSkill,)
