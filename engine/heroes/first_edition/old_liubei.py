"""刘备"""

from __future__ import annotations

from ...deeds.hp import Recover
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import Gift, in_hand, other, seats, some
from ...skill import Skill, active
from ...state import Player
from ..standard.liubei import Jijiang, give_away

EACH = 2


class OldRende(Skill, id="old_rende"):
    """仁德 — In your play phase you may give any hand cards to others; for every two given in the phase you
    gain 1 hp."""

    @active(gift=Gift(some(in_hand), seats(1, 1, other)), outcome=Outcome(them=1))
    async def give(self, game: Game, me: Player, _: None, gift: list[tuple[int, Player]]) -> None:
        before, given = await give_away(game, me, self.id, gift)
        if gained := given // EACH - before // EACH:
            await Recover(me, gained, source=me)


class OldJijiang(Jijiang, id="old_jijiang"):
    """激将 — Lord: when you need a Slash you may ask the heroes of Shu to play one for you; they need not."""


OLD_LIUBEI = Hero("old_liubei", "shu", 4, (OldRende, OldJijiang), character="liubei")
