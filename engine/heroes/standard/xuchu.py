"""许褚"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.skills import Linger
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player
from ...turn import DrawPhase


def by_own_blow(game: Game, me: Player, hit: Damage) -> bool:
    """By a Slash or Duel that he used himself."""
    aim = hit.aim
    return aim is not None and aim.user is me and (aim.is_slash or aim.card.name == "duel")


class Bared(Skill, id="luoyi_bared"):
    """What 裸衣 leaves until the end of the turn, whether or not its owner still has it."""

    printed = False

    @on(Damage.caused, me="source", given=by_own_blow, compulsory=True, quiet=True)
    async def harder(self, game: Game, me: Player, hit: Damage) -> None:
        hit.amount += 1


class Luoyi(Skill):
    """裸衣 — When you draw in your draw phase you may draw one less: until the end of the turn your Slashes and Duels
    deal 1 more."""

    lends = (Bared,)

    @on(DrawPhase.drawing, me="who")
    async def bare(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.count -= 1
        await Linger(me, Bared.id)


XUCHU = Hero("xuchu", "wei", 4, (Luoyi,))
