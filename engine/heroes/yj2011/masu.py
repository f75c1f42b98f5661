"""马谡"""

from __future__ import annotations

from ...asking import choose_cards, order_on_top
from ...deeds.death import Death
from ...deeds.draw import Arrange, LookAtTop
from ...deeds.move import obtain
from ...discarding import discard_all
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...zones import DRAW

LOOKED_AT = 3


class Xinzhan(Skill):
    """心战 — Once a turn in your play phase, with more hand cards than your maximum hp, you may look at the top three
    cards, show and obtain any hearts among them, and put the others back on top in any order."""

    @active(once="turn", given=lambda game, me, _: len(me.hand) > me.max_hp)
    async def win_hearts(self, game: Game, me: Player, _: None) -> None:
        ids = await LookAtTop(me, LOOKED_AT)
        hearts = [card_id for card_id in ids if game.card(card_id).suit == "heart"]
        reason = Reason(self.id, "xinzhan", me.seat)
        await obtain(me, await choose_cards(me, reason, hearts, 1, len(hearts), unseen=True), shown=True)
        left = [card_id for card_id in ids if game.where[card_id] == DRAW]
        await Arrange(await order_on_top(me, Reason(self.id, "xinzhan.order", me.seat), left), [])


class Huilei(Skill):
    """挥泪 — Locked: who kills you discards all its cards."""

    tags = ("locked",)

    @on(Death.died, me="who", given=lambda game, me, death: death.killer is not None)
    async def be_wept_over(self, game: Game, me: Player, death: Death) -> None:
        assert death.killer is not None
        await discard_all(game, death.killer)


MASU = Hero("masu", "shu", 3, (Xinzhan, Huilei))
