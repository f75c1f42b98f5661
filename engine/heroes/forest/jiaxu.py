"""贾诩"""

from __future__ import annotations

from ...game import Game
from ...skill import Skill, changes
from ...state import Player


class Wansha(Skill):
    """完杀 — Locked: in your turn only you and who is dying may use a Peach."""

    tags = ("locked",)

    @changes("may_rescue")
    def no_help(self, game: Game, me: Player, may: bool, name: str, saver: Player, dying: Player) -> bool:
        return may and not (name == "peach" and game.current is me and saver not in (me, dying))
