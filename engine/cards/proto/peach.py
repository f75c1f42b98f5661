"""桃"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...numbers import may_be_target
from ...state import Player
from ..basic import peach
from ..kind import Targeting, one_of


class Peach(peach.Peach):
    """In your turn: any wounded character recovers 1. Or: you are about to be at 0 and recover 1. Not when only two are
    left."""

    id = "proto_peach"
    saves = "oneself"

    def may_act(self, game: Game, me: Player) -> bool:
        return more_than_two(game)

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        wounded = [player for player in (me, *game.others(me)) if player.wounds > 0]
        return one_of([player for player in wounded if may_be_target(game, card, me, player)])


def more_than_two(game: Game) -> bool:
    """Whether a Peach may be used at all."""
    return len(game.living) > 2
