"""诸葛亮"""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.use import SLASHES, Aim
from ...game import Game
from ...hero import Hero
from ...responding import Respond
from ...skill import Skill, changes, on
from ...state import Player
from ...turn import Phase, in_phase
from ..standard.zhugeliang import gaze_at

SEEN = 3


class OldGuanxing(Skill, id="old_guanxing"):
    """观星 — Before your draw phase you may look at the top three cards and put any of them on top in any order, the
    others beneath the pile in any order."""

    @on(Phase.before, me="who", given=in_phase("draw"))
    async def gaze(self, game: Game, me: Player, phase: Phase) -> None:
        await gaze_at(game, me, self.id, SEEN)


def struck_in_a_duel(game: Game, me: Player, answer: Respond) -> bool:
    """The other of a Duel has played a Slash against who has no hand card."""
    duel = answer.about
    if me.hand or not (isinstance(duel, Aim) and duel.card.name == "duel"):
        return False
    return (answer.who, me) in ((duel.user, duel.target), (duel.target, duel.user))


class OldKongcheng(Skill, id="old_kongcheng"):
    """空城 — Without hand cards no Slash is anything to you, nor one that is played in a Duel."""

    @changes("may_be_target")
    def empty_fort(self, game: Game, me: Player, may: bool, card: Card, user: Player, target: Player) -> bool:
        return may and not (target is me and not me.hand and card.name in SLASHES)

    @on(Damage.before, me="target", given=lambda game, me, hit: hit.is_of_slash and not me.hand, compulsory=True)
    async def unhurt(self, game: Game, me: Player, hit: Damage) -> None:
        hit.stop()

    @on(Respond.answered, given=struck_in_a_duel, compulsory=True)
    async def end_duel(self, game: Game, me: Player, answer: Respond) -> None:
        answer.about.stop()


OLD_ZHUGELIANG = Hero("old_zhugeliang", "shu", 3, (OldGuanxing, OldKongcheng), character="zhugeliang")
