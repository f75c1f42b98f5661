"""庞德"""

from __future__ import annotations

from ...asking import choose_card_of
from ...deeds.move import discard
from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ..standard.machao import Mashu


def escaped_with_cards(game: Game, me: Player, aim: Aim) -> bool:
    """The target dodged, and has a card to lose."""
    return aim.is_dodged and aim.target.alive and bool(aim.target.own_cards)


class Mengjin(Skill):
    """猛进 — Your Slash was dodged by its target: you may discard one of the target's cards."""

    @on(Aim.dodged, me="user", given=escaped_with_cards)
    async def press_on(self, game: Game, me: Player, aim: Aim) -> None:
        reason = Reason(self.id, "choose_card_of", me.seat, aim.target.seat)
        await discard(await choose_card_of(game, me, aim.target, reason))


PANGDE = Hero("pangde", "qun", 4, (Mashu, Mengjin))
