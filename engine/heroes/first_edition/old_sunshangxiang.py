"""孙尚香"""

from __future__ import annotations

from ...game import Game
from ...hero import Hero
from ...skill import Skill, changes
from ...state import Player


class OldQiankun(Skill, id="old_qiankun"):
    """乾坤 — The equipment of others has no effect between them and you: neither weapons nor horses nor armor."""

    @changes("ignores_equipment")
    def above_it(self, game: Game, me: Player, ignores: bool, who: Player, owner: Player) -> bool:
        return ignores or who is me


OLD_SUNSHANGXIANG = Hero("old_sunshangxiang", "shu+wu", 3, (OldQiankun,), "female", character="sunshangxiang")
