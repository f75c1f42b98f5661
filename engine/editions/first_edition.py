"""The first printed edition (text 000)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..cards.first_edition.weapons import ADVANCED
from ..packs import first_edition
from ..ruleset import Ruleset
from .edition import Edition, RoleTable

if TYPE_CHECKING:
    from ..cards.kind import Kind

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
    roles: ClassVar[RoleTable] = Edition.roles | {6: (1, 2, 2, 1)}
    judged_first = "old_lightning"
    lord_bonus_from_seats = 4
    never_lords = ("old_ganning",)

    def prints(self, ruleset: Ruleset, name: str, rank: int) -> bool:
        return not ruleset.first_game or rank <= HIGHEST_OF_A_FIRST_GAME

    def kinds_in(self, ruleset: Ruleset) -> tuple[type[Kind], ...]:
        return ADVANCED if ruleset.advanced_weapons else ()
