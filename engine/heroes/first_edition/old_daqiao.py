"""大乔"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...hero import Hero
from ...picks import one, suited
from ...skill import Skill, view_as
from ...state import Player
from ..standard.daqiao import Liuli


class OldGuose(Skill, id="old_guose"):
    """国色 — In your play phase you may use a diamond card as Indulgence."""

    @view_as("old_indulgence", cards=one(suited("diamond")), when=("use",))
    async def as_indulgence(self, game: Game, me: Player, card: Card) -> None: ...


class OldLiuli(Liuli, id="old_liuli"):
    """流离 — When a Slash strikes you, not one in a Duel, you may discard a card and turn it to another character
    within your attack range, who is not its user."""


OLD_DAQIAO = Hero("old_daqiao", "wu", 3, (OldGuose, OldLiuli), "female", character="daqiao")
