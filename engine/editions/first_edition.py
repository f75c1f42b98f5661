"""The first printed edition (text 000)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..cards.first_edition.weapons import ADVANCED
from ..packs import first_edition
from ..ruleset import Ruleset
from ..state import Player
from .edition import Edition, RoleTable

if TYPE_CHECKING:
    from ..cards.kind import Kind
    from ..game import Game

HIGHEST_OF_A_FIRST_GAME = 10


class FirstEdition(Edition):
    """Four phases, cards and heroes of its own. Weapons have the advanced skills by an option; a first game leaves
    jacks, queens and kings out."""

    id = "first-edition"
    pack = first_edition.PACK
    takes_packs = False
    modes = ("identity",)
    options = ("dual_renegade", "advanced_weapons", "first_game", "reincarnation", "lord_seat")
    phases = ("judge", "draw", "play", "discard")
    roles: ClassVar[RoleTable] = {  # the printed columns are lord, loyalists, renegades, rebels
        4: (1, 1, 1, 1),
        5: (1, 1, 2, 1),
        6: (1, 2, 2, 1),
        7: (1, 2, 3, 1),
        8: (1, 2, 4, 1),
        9: (1, 3, 4, 1),
        10: (1, 3, 4, 2),
    }
    dual_renegade_roles: ClassVar[RoleTable] = {6: (1, 1, 2, 2), 8: (1, 2, 3, 2)}  # 8: misprinted as the first one
    lord_bonus_from_seats = 4
    never_lords = ("old_ganning",)

    def prints(self, ruleset: Ruleset, name: str, rank: int) -> bool:
        return not ruleset.first_game or rank <= HIGHEST_OF_A_FIRST_GAME

    def kinds_in(self, ruleset: Ruleset) -> tuple[type[Kind], ...]:
        return ADVANCED if ruleset.advanced_weapons else ()

    def judge_order(self, game: Game, me: Player) -> list[int]:
        """A Lightning first."""
        return sorted(me.judging, key=lambda card_id: game.name_lying(card_id) != "old_lightning")
