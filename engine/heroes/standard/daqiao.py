"""大乔"""

from __future__ import annotations

from typing import Any

from ...card import Card
from ...deeds.move import discard
from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...numbers import in_attack_range, may_be_target
from ...picks import one, one_seat, suited, to_discard
from ...skill import Skill, on, view_as
from ...state import Player


class Guose(Skill):
    """国色 — In your play phase you may use a diamond card as Indulgence."""

    @view_as("indulgence", cards=one(suited("diamond")), when=("use",))
    async def as_indulgence(self, game: Game, me: Player, card: Card) -> None: ...


def may_take_over(game: Game, me: Player, player: Player, aim: Any) -> bool:
    """In her range, not the user, and not protected from this slash; already being a target is no bar (D40)."""
    return (
        player is not aim.user and in_attack_range(game, me, player) and may_be_target(game, aim.card, aim.user, player)
    )


class Liuli(Skill):
    """流离 — When you become the target of a Slash you may discard a card and turn it to another character within your
    attack range, who is not its user."""

    @on(
        Aim.confirming,
        me="target",
        given=lambda game, me, aim: aim.is_slash,
        cards=one(to_discard),
        target=one_seat(may_take_over),
    )
    async def deflect(self, game: Game, me: Player, aim: Aim, cards: int, target: Player) -> None:
        await discard([cards])
        aim.turn_to(game, target)


DAQIAO = Hero("daqiao", "wu", 3, (Guose, Liuli), "female")
