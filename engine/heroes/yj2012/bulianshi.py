"""步练师"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ...asking import random_hand_card
from ...deeds.death import Death
from ...deeds.draw import Draw
from ...deeds.hp import Recover
from ...deeds.move import obtain
from ...deeds.show import Show
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import one_seat
from ...skill import Skill, active, on
from ...state import Player

LEGACY = 3


def unequal(game: Game, me: Player) -> list[tuple[Player, ...]]:
    """Two others, of whom one has fewer hand cards."""
    return [(one, other) for one, other in combinations(game.others(me), 2) if len(one.hand) != len(other.hand)]


class Anxu(Skill):
    """安恤 — Once in your play phase you may name two others whose hands differ in number: the one with fewer cards
    obtains a hand card of the other and shows it; unless it is a spade you draw a card."""

    @active(once="phase", each=unequal, outcome=Outcome(cards=1))
    async def even_out(self, game: Game, me: Player, _: None, players: list[Player]) -> None:
        poorer, richer = sorted(players, key=lambda player: len(player.hand))
        card = random_hand_card(game, richer)
        await obtain(poorer, [card])
        await Show(poorer, [card], self.id)
        if game.card(card).suit != "spade":
            await Draw(me)


def no_killer(game: Game, me: Player, player: Player, death: Any) -> bool:
    return player is not death.killer


class Zhuiyi(Skill):
    """追忆 — When you die you may name a character other than your killer: it draws three cards and recovers 1."""

    @on(Death.died, me="who", target=one_seat(no_killer), outcome=Outcome(them=1))
    async def be_remembered(self, game: Game, me: Player, death: Death, target: Player) -> None:
        await Draw(target, LEGACY)
        await Recover(target, source=me)


BULIANSHI = Hero("bulianshi", "wu", 3, (Anxu, Zhuiyi), "female")
