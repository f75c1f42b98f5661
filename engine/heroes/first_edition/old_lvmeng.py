"""吕蒙"""

from __future__ import annotations

from ...game import Game
from ...hero import Hero
from ...numbers import UNLIMITED
from ...skill import changes
from ...state import Player
from ..standard.lvmeng import SLASHED, SlashNoted


class OldKeji(SlashNoted, id="old_keji"):
    """克己 — If you neither used nor played a Slash in your play phase you discard nothing in the discard phase of this
    turn."""

    @changes("hand_limit")
    def keep_all(self, game: Game, me: Player, n: int, who: Player) -> int:
        in_time = who is me and game.current is me and game.phase == "discard"
        return UNLIMITED if in_time and not me.this_turn.get(SLASHED) else n


OLD_LVMENG = Hero("old_lvmeng", "wu", 4, (OldKeji,), character="lvmeng")
