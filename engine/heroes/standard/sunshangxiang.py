"""孙尚香"""

from __future__ import annotations

from ...deeds.draw import Draw
from ...deeds.hp import Recover
from ...deeds.move import Move, discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import exactly, in_hand, male, one_seat, other, to_discard, wounded
from ...skill import Skill, active, on
from ...state import Player


class Jieyin(Skill):
    """结姻 — Once in your play phase you may discard two hand cards and name a wounded man: you and he recover 1."""

    @active(
        once="phase",
        cards=exactly(2, in_hand, to_discard),
        target=one_seat(other, male, wounded),
        outcome=Outcome(hp=1, them=1),
    )
    async def marry(self, game: Game, me: Player, _: None, cards: list[int], target: Player) -> None:
        await discard(cards)
        for player in (me, target):
            await Recover(player, source=me)


class Xiaoji(Skill):
    """枭姬 — For each card you lose from your equipment area you may draw two."""

    @on(
        Move.moved,
        given=lambda game, me, move: bool(move.lost_equipment(me)),
        times=lambda me, move: len(move.lost_equipment(me)),
    )
    async def arm(self, game: Game, me: Player, move: Move) -> None:
        await Draw(me, 2)


SUNSHANGXIANG = Hero("sunshangxiang", "wu", 3, (Jieyin, Xiaoji), "female")
