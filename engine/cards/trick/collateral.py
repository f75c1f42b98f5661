"""借刀杀人"""

from __future__ import annotations

from ...card import Card
from ...deeds.move import obtain
from ...deeds.use import Aim
from ...game import Game
from ...questions import Reason, Subset, seats_of
from ...state import Player
from ...striking import strike
from ..basic.slash import may_strike, whom_to_strike
from ..kind import Targeting, Trick


class Collateral(Trick):
    """On another character with a weapon: it uses a Slash on a character you name, or you obtain the weapon."""

    id = "collateral"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        slash = Card("slash", "", 0, ())
        listed = []
        for wielder in self.others(game, me, card):
            if game.equipped(wielder, "weapon") is None:
                continue
            struck = whom_to_strike(game, wielder, game.from_turn(), slash)
            if struck:
                pick = Subset("second", seats_of(player.seat for player in struck), 1, 1)
                listed.append(Targeting((wielder.seat,), (pick,), f"@{wielder.seat}"))
        return listed

    async def effect(self, game: Game, aim: Aim) -> None:
        assert aim.use is not None
        assert aim.use.second is not None
        wielder, victim, user = aim.target, aim.use.second, aim.use.user
        reason = Reason(self.id, "collateral", user.seat, victim.seat, self.id)
        if victim.alive and await strike(game, wielder, victim, reason, may_strike):
            return
        weapon = game.equipped(wielder, "weapon")
        if weapon is not None and user.alive:
            await obtain(user, [weapon])
