"""高顺"""

from __future__ import annotations

import msgspec

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.pindian import Pindian
from ...deeds.skills import Linger
from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...numbers import UNLIMITED
from ...picks import has_hand, one_seat, other
from ...skill import Skill, active, changes, filters
from ...state import Player
from ...zones import Zone, hand_of
from ..fire.taishici import Disarmed


def exposed_to(game: Game, me: Player, foe: Player | None) -> bool:
    return foe in game.laid_by(me, Exposed.id)


def wielder(about: object) -> Player | None:
    """Whose card or damage it is that armor would stop."""
    match about:
        case Aim():
            return about.user
        case Damage():
            return about.source
        case _:
            return None


class Exposed(Skill, id="xianzhen_won"):
    """What 陷阵 leaves until the end of the turn on whom its owner has won against."""

    printed = False

    @changes("distance")
    def within_reach(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        return n - UNLIMITED if b is me and exposed_to(game, me, a) else n

    @changes("armor_holds")
    def unarmored(self, game: Game, me: Player, holds: bool, wearer: Player, about: object) -> bool:
        return holds and not (wearer is me and exposed_to(game, me, wielder(about)))

    @changes("slash_counts")
    def any_number(self, game: Game, me: Player, counts: bool, user: Player, target: Player) -> bool:
        return counts and not (target is me and exposed_to(game, me, user))


class Xianzhen(Skill):
    """陷阵 — Once a turn in your play phase you may compare cards with another character. If you win, until the end of
    the turn you ignore the distance to it and its armor, and may use any number of Slashes on it. If not, you may use
    no Slash."""

    lends = (Exposed, Disarmed)

    @active(once="turn", given=lambda game, me, _: bool(me.hand), target=one_seat(other, has_hand))
    async def charge(self, game: Game, me: Player, _: None, target: Player) -> None:
        if await Pindian(me, target, self.id):
            await Linger(target, Exposed.id, "turn", me)
        else:
            await Linger(me, Disarmed.id)


class Jinjiu(Skill):
    """禁酒 — Locked: your Analeptics are Slashes."""

    tags = ("locked",)

    @filters()
    def as_slash(self, game: Game, me: Player, card: Card, zone: Zone) -> Card:
        if zone != hand_of(me.seat) or card.name != "analeptic":
            return card
        return msgspec.structs.replace(card, name="slash", skill=self.id)


GAOSHUN = Hero("gaoshun", "qun", 4, (Xianzhen, Jinjiu))
