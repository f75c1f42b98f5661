"""吕布"""

from __future__ import annotations

from ...deeds.use import Aim
from ...discarding import may_discard
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...responding import Respond
from ...skill import Skill, on
from ...state import Player
from ..standard.lvbu import TWICE

AREA_ATTACKS = ("savage_assault", "archery_attack")


def own_area_attack(game: Game, me: Player, answer: Respond) -> bool:
    """The answer is the target's own, not that of who plays a card for it."""
    aim = answer.about
    return isinstance(aim, Aim) and aim.user is me and aim.target is answer.who and aim.card.name in AREA_ATTACKS


class OldWushuang(Skill, id="old_wushuang"):
    """无双 — Your Slash takes two Jinks to dodge; who answers your Savage Assault or Archery Attack discards one more
    hand card, or it was in vain."""

    @on(Aim.confirmed, me="user", given=lambda game, me, aim: aim.is_slash, compulsory=True)
    async def unmatched(self, game: Game, me: Player, aim: Aim) -> None:
        aim.jinks = TWICE

    @on(Respond.answered, given=own_area_attack, compulsory=True)
    async def overrun(self, game: Game, me: Player, answer: Respond) -> None:
        reason = Reason(self.id, "old_wushuang", me.seat, answer.who.seat)
        if not await may_discard(game, answer.who, answer.who.hand, 1, reason):
            answer.void = True


OLD_LVBU = Hero("old_lvbu", "qun", 4, (OldWushuang,), character="lvbu")
