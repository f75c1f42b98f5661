"""鲁肃"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ...deeds.move import Move, exchange
from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...numbers import spendable
from ...outcome import Outcome
from ...picks import exactly, in_hand, one_seat, other
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...turn import DrawPhase
from ...zones import hand_of

PLENTY = 5


def poorest(game: Game, me: Player, player: Player, deed: Any) -> bool:
    """Of the others nobody has fewer hand cards."""
    return len(player.hand) == min(len(another.hand) for another in game.others(me))


class Haoshi(Skill):
    """好施 — When you draw in your draw phase you may draw two more; if you then have more than five hand cards, give
    half of them, rounded down, to another character with the fewest hand cards."""

    @on(DrawPhase.drawing, me="who")
    async def draw_more(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.count += 2
        me.this_phase[self.id] = 1

    @on(
        DrawPhase.drawn,
        me="who",
        given=lambda game, me, drawing: "haoshi" in me.this_phase and len(me.hand) > PLENTY,
        compulsory=True,
        cards=exactly(lambda game, me: len(me.hand) // 2, in_hand),
        target=one_seat(other, poorest),
        outcome=Outcome(them=1),
    )
    async def share(self, game: Game, me: Player, drawing: DrawPhase, cards: list[int], target: Player) -> None:
        await Move(cards, hand_of(target.seat), "give")


def difference(one: Player, another: Player) -> int:
    return abs(len(one.hand) - len(another.hand))


def affordable(game: Game, me: Player) -> list[tuple[Player, ...]]:
    """Two others, the difference of whose hands he can pay for."""
    pairs = combinations(game.others(me), 2)
    most = len(spendable(game, me, me.own_cards, "discard"))
    return [pair for pair in pairs if difference(*pair) <= most]


class Dimeng(Skill):
    """缔盟 — Once in your play phase you may name two others and discard as many cards as their hands differ by: they
    exchange their hands."""

    @active(once="phase", each=affordable, outcome=Outcome(cards=-1))
    async def ally(self, game: Game, me: Player, _: None, players: list[Player]) -> None:
        one, another = players
        await must_discard(game, me, me.own_cards, difference(one, another), Reason(self.id, "discard", me.seat))
        await exchange(game, hand_of(one.seat), hand_of(another.seat), self.id)


LUSU = Hero("lusu", "wu", 3, (Haoshi, Dimeng))
