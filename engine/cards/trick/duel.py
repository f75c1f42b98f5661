"""决斗"""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.use import SLASHES, Aim
from ...game import Game
from ...questions import Reason
from ...responding import Respond
from ...state import Player
from ..kind import Targeting, Trick, one_of


class Duel(Trick):
    """On any other character. Target first, both play a Slash in turn; who stops takes 1 damage from the other."""

    id = "duel"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return one_of(self.others(game, me, card))

    async def effect(self, game: Game, aim: Aim) -> None:
        assert aim.user is not None
        striker, foe = aim.target, aim.user
        while await self._strikes(game, aim, striker, foe):
            if aim.stopped:  # the Slash was nothing to the other (空城: text 000)
                return
            striker, foe = foe, striker
        if striker.alive:
            await Damage(foe, striker, 1, "normal", aim.card, aim if striker is aim.target else None)

    async def _strikes(self, game: Game, aim: Aim, striker: Player, foe: Player) -> bool:
        needed = game.fold("duel_slashes", 1, striker, foe)
        for wanted in range(needed, 0, -1):
            reason = Reason("duel", "respond_slash", foe.seat, striker.seat, aim.card.name, wanted)
            if await Respond(striker, SLASHES, "play", reason, aim) is None:
                return False
        return striker.alive  # a foe who died meanwhile strikes no more, and takes no damage
