"""The prototype, version 1.0 (text 002)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..cards.proto.peach import more_than_two
from ..packs import proto
from ..ruleset import Ruleset
from ..state import Player, Step
from .edition import Edition, RoleTable

if TYPE_CHECKING:
    from ..game import Game

MOST_SEATS = 9


class Proto(Edition):
    """80 cards, heroes without skills, who are chosen one after the other; clockwise."""

    id = "proto-1.0"
    pack = proto.PACK
    takes_packs = False
    modes = ("identity",)
    options = ()
    phases = ("judge", "draw", "play", "discard")
    direction = "clockwise"
    roles: ClassVar[RoleTable] = {seats: counts for seats, counts in Edition.roles.items() if seats <= MOST_SEATS}
    judged_first = "lightning"  # D38
    lord_bonus_from_seats = 4
    discards_freely = True

    def selection(self, ruleset: Ruleset) -> list[Step]:
        return [Step(kind) for kind in (("lord_selection", "open_selection") if ruleset.heroes else ("plain_heroes",))]

    def starting_hand(self, me: Player) -> int:
        """As many as hp (R203)."""
        return me.hp

    def rescuers(self, game: Game, who: Player) -> list[Player]:
        """Oneself alone, and nobody when only two are left (R206, R208)."""
        return [who] if more_than_two(game) else []

    def lord_forfeits(self, lord: Player) -> list[int]:
        """The hand alone (text 002)."""
        return lord.hand
