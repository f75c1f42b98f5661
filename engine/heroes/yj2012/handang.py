"""韩当"""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.dying import Dying, in_danger
from ...deeds.use import SLASHES, Use
from ...game import Game
from ...hero import Hero
from ...numbers import may_be_target
from ...outcome import Outcome
from ...picks import EQUIPMENT, of_type, one, one_seat
from ...questions import Reason
from ...responding import has_source
from ...skill import Skill, changes, on, view_as
from ...state import Player
from ...striking import strike
from ..yj2011.wuguotai import who_is_dying

SLASH = Card("slash", "", 0, ())


class Gongqi(Skill):
    """弓骑 — You may use or play a piece of equipment as a Slash; the Slash you use so has no distance limit."""

    @view_as("slash", cards=one(of_type(*EQUIPMENT)))
    async def as_slash(self, game: Game, me: Player, card: Card) -> None: ...

    @changes("ignores_distance")
    def far(self, game: Game, me: Player, ignores: bool, card: Card, user: Player, target: Player) -> bool:
        return ignores or card.skill == self.id


def unprotected(game: Game, me: Player, target: Player, slash: Card) -> bool:
    return may_be_target(game, slash, me, target)


def may_strike_whose_turn_it_is(game: Game, me: Player, dying: Dying) -> bool:
    current = game.current
    if current is me or not current.alive or not game.has_turn(current) or not unprotected(game, me, current, SLASH):
        return False
    return has_source(game, me, SLASHES, "use", None)


def is_meant_to_save(game: Game, me: Player, hit: Damage) -> bool:
    return hit.use is not None and isinstance(hit.use.within, Dying)


class Jiefan(Skill):
    """解烦 — When somebody is dying you may use a Slash on the character whose turn it is: its damage is prevented, and
    it is as if you used a Peach on the dying character."""

    @on(
        Dying.entered,
        given=may_strike_whose_turn_it_is,
        target=one_seat(who_is_dying),
        outcome=Outcome(them=1),
    )
    async def break_through(self, game: Game, me: Player, dying: Dying, target: Player) -> None:
        reason = Reason(self.id, "jiefan.strike", target.seat, game.current.seat)
        await strike(game, me, game.current, reason, unprotected, within=dying)

    @on(Damage.caused, me="source", given=is_meant_to_save, compulsory=True)
    async def save(self, game: Game, me: Player, hit: Damage) -> None:
        hit.stop()
        dying = hit.use.within if hit.use else None
        assert isinstance(dying, Dying)
        if in_danger(game, dying.who) and game.fold("may_rescue", True, "peach", me, dying.who):
            await Use(me, Card("peach", "", 0, (), self.id), [dying.who], saves=True)


HANDANG = Hero("handang", "wu", 4, (Gongqi, Jiefan))
