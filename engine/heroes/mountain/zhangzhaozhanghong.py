"""张昭 and 张纮"""

from __future__ import annotations

from typing import Any

from ...asking import choose_cards, choose_seat, confirm
from ...card import Card
from ...deeds.draw import Draw
from ...deeds.move import Move, obtain
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import EQUIPMENT, in_hand, of_type, one
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...turn import Phase
from ...zones import DISCARD, equipment_of


def unequipped(game: Game, me: Player, card: Card) -> list[Player]:
    """The others whose slot for this piece of equipment is free."""
    slot = game.rules.kinds[card.name].slot
    return [player for player in game.others(me) if game.equipped(player, slot) is None]


def somebody_lacks_it(game: Game, me: Player, card: Card, deed: Any) -> bool:
    return bool(unequipped(game, me, card))


class Zhijian(Skill):
    """直谏 — In your play phase you may put equipment from your hand into the equipment area of another, where its slot
    is free, and draw a card."""

    @active(card=one(in_hand, of_type(*EQUIPMENT), somebody_lacks_it), outcome=Outcome(cards=1, them=1))
    async def admonish(self, game: Game, me: Player, _: None, card: int) -> None:
        reason = Reason(self.id, "zhijian.to", me.seat)
        target = await choose_seat(me, reason, unequipped(game, me, game.card(card)), game)
        assert target is not None
        await Move([card], equipment_of(target.seat), self.id)
        await Draw(me)


def discarded_in_this_phase(game: Game) -> list[int]:
    """What was discarded in it and still lies in the discard pile."""
    ids = dict.fromkeys(discarded.card for discarded in game.discarded)
    return [card_id for card_id in ids if game.where[card_id] == DISCARD]


def after_anothers_discards(game: Game, me: Player, phase: Phase) -> bool:
    """Of who lives: to the dead nothing returns."""
    who = phase.who
    return who is not me and who.alive and phase.name == "discard" and bool(discarded_in_this_phase(game))


class Guzheng(Skill):
    """固政 — At the end of another's discard phase you may return one of the cards discarded in it to his hand; then
    you may obtain the others."""

    @on(Phase.ended, given=after_anothers_discards)
    async def restore(self, game: Game, me: Player, phase: Phase) -> None:
        reason = Reason(self.id, "guzheng.returned", me.seat, phase.who.seat)
        await obtain(phase.who, await choose_cards(me, reason, discarded_in_this_phase(game), 1, 1))
        rest = discarded_in_this_phase(game)
        reason = Reason(self.id, "guzheng.rest", me.seat, phase.who.seat, count=len(rest))
        if rest and await confirm(me, reason):
            await obtain(me, rest)


ZHANGZHAOZHANGHONG = Hero("zhangzhaozhanghong", "wu", 3, (Zhijian, Guzheng))
