"""吴国太"""

from __future__ import annotations

from itertools import combinations

from ...asking import choose_cards, random_hand_card
from ...deeds.dying import Dying, in_danger
from ...deeds.hp import Recover
from ...deeds.move import discard, exchange
from ...deeds.show import Show
from ...game import Game
from ...hero import Hero
from ...numbers import spendable
from ...outcome import Outcome
from ...picks import has_hand, one_seat
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...zones import equipment_of


def matched(game: Game, me: Player) -> list[tuple[Player, ...]]:
    """Two of whom one has equipment, and whose equipment differs in number by no more than the hp she has lost."""
    counted = ((pair, [len(player.equipment) for player in pair]) for pair in combinations(game.from_turn(), 2))
    return [pair for pair, counts in counted if any(counts) and max(counts) - min(counts) <= me.wounds]


class Ganlu(Skill):
    """甘露 — Once a turn in your play phase you may have two characters exchange all their equipment, where it differs
    in number by no more than the hp you have lost."""

    @active(once="turn", each=matched)
    async def betroth(self, game: Game, me: Player, _: None, players: list[Player]) -> None:
        one, another = players
        await exchange(game, equipment_of(one.seat), equipment_of(another.seat), self.id)


def who_is_dying(game: Game, me: Player, player: Player, dying: Dying) -> bool:
    return player is dying.who and in_danger(game, player)


class Buyi(Skill):
    """补益 — When a character comes to be dying you may show a hand card of it: unless it is a basic card the character
    discards it and recovers 1."""

    @on(Dying.entered, target=one_seat(who_is_dying, has_hand), outcome=Outcome(them=1))
    async def nourish(self, game: Game, me: Player, dying: Dying, target: Player) -> None:
        if target is me:
            ids = await choose_cards(me, Reason(self.id, "buyi", me.seat), me.hand, 1, 1)
        else:
            ids = [random_hand_card(game, target)]
        await Show(target, ids, self.id)
        if game.rules.kinds[game.card(ids[0]).name].category != "basic":
            await discard(spendable(game, target, ids, "discard"))
            await Recover(target, source=me)


WUGUOTAI = Hero("wuguotai", "wu", 3, (Ganlu, Buyi), "female")
