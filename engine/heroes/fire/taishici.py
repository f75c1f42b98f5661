"""太史慈"""

from __future__ import annotations

from ...card import Card
from ...deeds.pindian import Pindian
from ...deeds.skills import Linger
from ...deeds.use import SLASHES
from ...game import Game
from ...hero import Hero
from ...picks import has_hand, one_seat, other
from ...skill import Manner, Skill, active, changes
from ...state import Player


class Victorious(Skill, id="tianyi_won"):
    """What 天义 leaves until the end of the turn to who has won."""

    printed = False

    @changes("ignores_distance")
    def anywhere(self, game: Game, me: Player, may: bool, card: Card, who: Player, target: Player) -> bool:
        return may or who is me

    @changes("slash_quota")
    def once_more(self, game: Game, me: Player, n: int, who: Player) -> int:
        return n + 1 if who is me else n

    @changes("slash_targets")
    def one_more(self, game: Game, me: Player, n: int, who: Player, card: Card) -> int:
        return n + 1 if who is me else n


class Disarmed(Skill, id="tianyi_lost"):
    """What 天义 leaves until the end of the turn to who has not won."""

    printed = False

    @changes("may_lay_down")
    def refrain(self, game: Game, me: Player, may: bool, card: Card, who: Player, manner: Manner) -> bool:
        return may and not (who is me and manner == "use" and card.name in SLASHES)


class Tianyi(Skill):
    """天义 — Once in your play phase you may compare cards with another character. If you win, until the end of the
    turn your Slashes need no reach, you may use one more and each may have one more target; if not, you may use
    none."""

    lends = (Victorious, Disarmed)

    @active(once="phase", given=lambda game, me, _: bool(me.hand), target=one_seat(other, has_hand))
    async def prove(self, game: Game, me: Player, _: None, target: Player) -> None:
        won = await Pindian(me, target, self.id)
        await Linger(me, Victorious.id if won else Disarmed.id)


TAISHICI = Hero("taishici", "wu", 4, (Tianyi,))
