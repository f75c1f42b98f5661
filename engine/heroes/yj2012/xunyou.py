"""荀攸"""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.show import Show
from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...picks import exactly, in_hand
from ...questions import Reason
from ...skill import Skill, on, view_as
from ...state import Player


def still_to_come(game: Game, me: Player, about: object) -> bool:
    """Of one's own accord, and not used in this phase."""
    return about is None and "qice" not in me.this_phase


class Qice(Skill):
    """奇策 — Once in your play phase you may use all your hand cards, at least one, as any trick that is not
    delayed."""

    @view_as(
        types=("trick",),
        cards=exactly(lambda game, me: max(1, len(me.hand)), in_hand),
        when=("use",),
        given=still_to_come,
    )
    async def as_any_trick(self, game: Game, me: Player, card: Card) -> None:
        me.this_phase[self.id] = 1


class Zhiyu(Skill):
    """智愚 — Each time you suffer damage you may draw a card and then show your hand: if all of it is of one colour,
    the source discards a hand card."""

    @on(Damage.suffered, me="target")
    async def feign(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)
        await Show(me, me.hand, self.id)
        foe = hit.source
        if foe is not None and len(dict.fromkeys(card.colour for card in game.cards(me.hand))) == 1:
            await must_discard(game, foe, foe.hand, 1, Reason(self.id, "discard", me.seat, foe.seat))


XUNYOU = Hero("xunyou", "wei", 3, (Qice, Zhiyu))
