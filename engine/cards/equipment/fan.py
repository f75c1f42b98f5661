"""朱雀羽扇"""

from __future__ import annotations

import msgspec

from ...deeds.use import Use
from ...game import Game
from ...outcome import Outcome
from ...skill import Skill, on
from ...state import Player
from ..kind import Weapon


class FanSkill(Skill, id="fan"):
    """You may use an ordinary Slash as a fire Slash.

    It is asked about once the Slash is declared, on the targets that a fire Slash would have as well. Everybody was
    told of the Slash by then; that the Fan is invoked tells them what became of it.
    """

    @on(
        Use.declared,
        me="user",
        given=lambda game, me, use: use.card.name == "slash",
        outcome=Outcome(nature="fire"),
    )
    async def kindle(self, game: Game, me: Player, use: Use) -> None:
        use.card = msgspec.structs.replace(use.card, name="fire_slash")


class Fan(Weapon):
    id = "fan"
    attack_range = 4
    skills = (FanSkill,)
