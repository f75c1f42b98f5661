"""凌统 (2012)"""

from __future__ import annotations

from typing import Any

from ...asking import choose_card_of, choose_seat
from ...deeds.move import Move, discard
from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...picks import one_seat
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase

ENOUGH_DISCARDED = 2


def whirls(game: Game, me: Player, deed: Move | Phase) -> bool:
    """At the loss of equipment, and at the end of his discard phase where he discarded enough in it."""
    if isinstance(deed, Move):
        return bool(deed.lost_equipment(me))
    own = [card for card in game.discarded if card.seat == me.seat and card.place in ("hand", "equipment")]
    return deed.who is me and deed.name == "discard" and len(own) >= ENOUGH_DISCARDED


def has_cards(game: Game, me: Player, player: Player, deed: Any) -> bool:
    return bool(player.own_cards)


class Xuanfeng(Skill, id="xuanfeng_r"):
    """旋风 — Each time you lose equipment, and when you have discarded two or more cards in your discard phase, you may
    discard two cards in all of one or two characters, one after the other."""

    @on(Move.moved, Phase.ended, given=whirls, target=one_seat(has_cards))
    async def whirl(self, game: Game, me: Player, deed: Move | Phase, target: Player) -> None:
        await self._sweep(game, me, target)
        left = [player for player in game.from_turn() if me.alive and player.own_cards]
        second = await choose_seat(me, Reason(self.id, "xuanfeng_r.second", me.seat), left, game)
        if second is not None:
            await self._sweep(game, me, second)

    async def _sweep(self, game: Game, me: Player, target: Player) -> None:
        if target is me:
            await must_discard(game, me, me.own_cards, 1, Reason(self.id, "discard", me.seat, me.seat))
        else:
            reason = Reason(self.id, "choose_card_of", me.seat, target.seat)
            await discard(await choose_card_of(game, me, target, reason))


LINGTONG_R = Hero("lingtong_r", "wu", 4, (Xuanfeng,), replaces="lingtong")
