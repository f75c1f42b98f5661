"""韩当"""

from __future__ import annotations

from ...asking import confirm
from ...card import Card
from ...deeds.damage import Damage
from ...deeds.dying import Dying, in_danger
from ...deeds.use import SLASHES, Use
from ...events import SkillInvoked
from ...game import Game
from ...hero import Hero
from ...numbers import may_be_target
from ...outcome import Outcome
from ...picks import EQUIPMENT, of_type, one
from ...questions import Reason
from ...responding import has_source
from ...skill import Skill, changes, on, view_as
from ...state import Player
from ...striking import strike

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
    """While that may still save: another may have done so."""
    current = game.current
    if current is me or not current.alive or not in_danger(game, dying.who):
        return False
    return unprotected(game, me, current, SLASH) and has_source(game, me, SLASHES, "use", None)


def is_meant_to_save(game: Game, me: Player, hit: Damage) -> bool:
    return hit.aim is not None and hit.aim.use is not None and isinstance(hit.aim.use.within, Dying)


class Jiefan(Skill):
    """解烦 — When somebody is dying you may use a Slash on the character whose turn it is: its damage is prevented, and
    it is as if you used a Peach on the dying character."""

    choices = (("accept", Outcome(them=1)),)

    @on(Dying.entered, given=may_strike_whose_turn_it_is, quiet=True)
    async def break_through(self, game: Game, me: Player, dying: Dying) -> None:
        if await confirm(me, Reason(self.id, "jiefan", me.seat, dying.who.seat)):
            game.emit(SkillInvoked(me.seat, self.id, (dying.who.seat,)))
            reason = Reason(self.id, "jiefan.strike", dying.who.seat, game.current.seat)
            await strike(game, me, game.current, reason, unprotected, within=dying)

    @on(Damage.caused, me="source", given=is_meant_to_save, compulsory=True)
    async def save(self, game: Game, me: Player, hit: Damage) -> None:
        hit.stop()
        assert hit.aim is not None
        assert hit.aim.use is not None
        dying = hit.aim.use.within
        assert isinstance(dying, Dying)
        if in_danger(game, dying.who) and game.fold("may_rescue", True, "peach", me, dying.who):
            await Use(me, Card("peach", "", 0, (), self.id), [dying.who], saves=True)


HANDANG = Hero("handang", "wu", 4, (Gongqi, Jiefan))
