"""周泰"""

from __future__ import annotations

from ...asking import choose_cards
from ...deeds.draw import TopCards
from ...deeds.dying import Dying
from ...deeds.hp import Recover
from ...deeds.move import Move
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, changes, on
from ...state import Player
from ...zones import DISCARD, Zone


def wanted(me: Player) -> int:
    """How many cards it takes at this hp (D16)."""
    return max(0, 1 - me.hp)


def excess(me: Player) -> int:
    """How many cards are too many."""
    return len(me.piles.get("buqu", ())) - wanted(me)


class Buqu(Skill):
    """不屈 — Each time you lose a hp that you have not, you may put the top card of the draw pile on your hero: as long
    as all ranks there differ you live on, else you are dying. When you recover the cards that are too many go."""

    piles = ("buqu",)

    @on(Dying.threatened, me="who")
    async def defy(self, game: Game, me: Player, dying: Dying) -> None:
        ids = await TopCards(-excess(me))
        await Move(ids, Zone("pile", me.seat, self.id), self.id)

    @changes("stays_alive")
    def unyielding(self, game: Game, me: Player, lives: bool, who: Player) -> bool:
        ranks = [card.rank for card in game.cards(me.piles.get(self.id, ()))]
        return lives or (who is me and not excess(me) and len(ranks) == len(dict.fromkeys(ranks)))

    @on(Recover.healed, me="who", given=lambda game, me, _: excess(me) > 0, compulsory=True, quiet=True)
    async def close_a_wound(self, game: Game, me: Player, healing: Recover) -> None:
        count = excess(me)
        reason = Reason(self.id, "buqu", me.seat, count=count)
        await Move(await choose_cards(me, reason, me.piles[self.id], count, count), DISCARD, self.id)


ZHOUTAI = Hero("zhoutai", "wu", 4, (Buqu,))
