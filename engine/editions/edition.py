"""What an edition decides; everything else is the same in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..packs import standard
from ..ruleset import Ruleset, UnknownRuleset
from ..state import Player, Step

if TYPE_CHECKING:
    from ..cards.kind import Kind
    from ..game import Game
    from ..pack import Pack

RoleTable = dict[int, tuple[int, int, int, int]]


class Edition:
    """The standard edition (texts 001, 003, 004); others override.

    `pack` is always in play, others may be where it `takes_packs`. `modes` and `options` are those that it goes with.
    The role tables give lords, loyalists, rebels and renegades by seats (docs/rulings/sources.md, Roles). Where it
    `discards_freely` hand cards may be discarded in one's own turn at will, and at its end more than one has to.
    """

    id: ClassVar[str] = "standard"
    pack: ClassVar[Pack] = standard.PACK
    takes_packs: ClassVar[bool] = True
    modes: ClassVar[tuple[str, ...]] = ("identity", "3v3")
    options: ClassVar[tuple[str, ...]] = (
        *("dual_renegade", "gods", "reincarnation", "dark_souls", "last_blood", "attrition"),
        *("competitive", "warm_seat", "lord_seat", "protected_seat"),
    )
    phases: ClassVar[tuple[str, ...]] = ("start", "judge", "draw", "play", "discard", "finish")
    direction: ClassVar[str] = "counter-clockwise"
    roles: ClassVar[RoleTable] = {
        4: (1, 1, 1, 1),
        5: (1, 1, 2, 1),
        6: (1, 1, 3, 1),
        7: (1, 2, 3, 1),
        8: (1, 2, 4, 1),
        9: (1, 3, 4, 1),
        10: (1, 3, 4, 2),
    }
    dual_renegade_roles: ClassVar[RoleTable] = {6: (1, 1, 2, 2), 8: (1, 2, 3, 2)}
    judged_first: ClassVar[str] = ""
    lord_bonus_from_seats: ClassVar[int] = 5
    never_lords: ClassVar[tuple[str, ...]] = ()
    discards_freely: ClassVar[bool] = False

    def prints(self, ruleset: Ruleset, name: str, rank: int) -> bool:
        """Whether a printed card is in the deck."""
        return True

    def selection(self, ruleset: Ruleset) -> list[Step]:
        """How heroes are chosen, once roles are dealt."""
        return [Step(kind) for kind in (("lord_selection", "selection") if ruleset.heroes else ("plain_heroes",))]

    def starting_hand(self, me: Player) -> int:
        return 4

    def kinds_in(self, ruleset: Ruleset) -> tuple[type[Kind], ...]:
        """Those that replace cards of the same name."""
        return ()

    def judge_order(self, game: Game, me: Player) -> list[int]:
        """In which order delayed tricks come due: that which is `judged_first`, then the newest first (seed 001 ◆)."""
        newest = me.judging[::-1]
        return sorted(newest, key=lambda card_id: game.name_lying(card_id) != self.judged_first)

    def rescuers(self, game: Game, who: Player) -> list[Player]:
        """Who is asked to save a character that is dying, in this order."""
        return game.from_turn()

    def lord_forfeits(self, lord: Player) -> list[int]:
        """What a lord discards who has killed a loyalist: all his cards (S92)."""
        return lord.own_cards

    def check(self, ruleset: Ruleset) -> None:
        """Raise `UnknownRuleset` where the edition does not go with the ruleset."""
        if ruleset.mode not in self.modes:
            raise UnknownRuleset("EDITION_AND_MODE", f"edition {self.id!r} is not played in mode {ruleset.mode!r}")
        if ruleset.packs and not self.takes_packs:
            raise UnknownRuleset("EDITION_AND_PACKS", f"edition {self.id!r} takes no further packs")
