"""What using a card is worth to a house player, by the card's name."""

from __future__ import annotations

from collections.abc import Iterable

from engine.deeds.use import SLASHES
from engine.numbers import BORROWED
from engine.questions import Option
from engine.view import SeatView

from .sight import Sight
from .worth import known_as, rank

DAMAGE = 5.0
BARE_HANDED = 1.0
ELEMENTAL = ("fire_slash", "thunder_slash")


class Uses:
    """Of the cards that one seat may use or answer with."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.view = sight.view
        self.me = sight.me
        self.wish = sight.wish
        self.prospects = sight.prospects

    def of(self, option: Option, seats: list[int]) -> float:
        """What using the card does, by the card's name."""
        me, kind = self.me, self.sight.rules.kinds[option.as_card]
        if kind.slot:
            worn = next((k for i in me.equipment if (k := self.sight.rules.kind_of(i)).slot == kind.slot), None)
            return 8.0 if worn is None else 2.0 * (rank(kind) - rank(worn))
        match known_as(kind):
            case "savage_assault" | "archery_attack":
                return self.prospects.attack()
            case "god_salvation":
                return self._salvation()
            case "peach" | "ex_nihilo":
                return 12.0 * sum(self.wish[seat] for seat in seats or [me.seat])
            case "amazing_grace":
                return 2.0 + sum(self.wish[seat.seat] for seat in self.view.seats if seat.alive)
            case "lightning":
                return -2.0 * sum(self.wish[seat.seat] for seat in self.view.seats if seat.alive)
            case "collateral":
                return -2.0 * sum(self.wish[seat] for seat in seats)
        return sum(self.on(option, seat) for seat in seats)

    def on(self, option: Option, seat: int) -> float:
        """What it is to the viewer that the card is used on the seat."""
        them, wish = self.view.seats[seat], self.wish[seat]
        kind, worn = self.sight.rules.kinds[option.as_card], self.sight.names(them.equipment)
        match known_as(kind):
            case "peach":
                return wish * (1.0 + (them.hp <= 1))
            case "snatch" | "dismantlement" if wish > 0:
                return 6.0 * wish if them.judging and getattr(kind, "judging", True) else -5.0 * wish
            case "snatch" | "dismantlement":
                return -7.0 * wish if them.hand_count or them.equipment else 6.0 * wish
            case "indulgence":
                return -3.0 * wish * min(3, them.hand_count)
            case "supply_shortage":
                return -6.0 * wish
            case "old_collateral":
                return self._borrowed(them)
            case "iron_chain":
                return (2.0 if them.chained else -2.0) * wish
            case "fire_attack" if seat == self.me.seat:
                return self.prospects.along_the_chain()
            case "fire_attack":
                return -wish * DAMAGE / 2 + self.along_the_chain(seat) / 2
            case "slash" if "vine" in worn:
                return 0.0
            case "slash" | "fire_slash" | "thunder_slash" if "nioh_shield" in worn and self.sight.is_black(option):
                return 0.0
            case name if name in ELEMENTAL:
                return -wish * (DAMAGE + 4.0 * (them.hp <= 1)) + self.along_the_chain(seat)
            case "duel":
                risk = 0.3 * them.hand_count - sum(name == "slash" for name in self.sight.names(self.me.hand))
                return -wish * (DAMAGE + 4.0 * (them.hp <= 1)) - max(0.0, risk)
        return -wish * (DAMAGE + 4.0 * (them.hp <= 1))

    def _borrowed(self, lender: SeatView) -> float:
        """A weapon for the rest of the turn: something where a Slash may still be used, which it serves better than
        those at hand."""
        at_hand = (card for name, _, cards in self.me.piles if name == BORROWED for card in cards)
        mine, theirs = self._best_weapon((*self.me.equipment, *at_hand)), self._best_weapon(lender.equipment)
        slashes = any(option.as_card in SLASHES for option in self.sight.question.options)
        return 2.0 if slashes and theirs > mine else -1.0

    def _best_weapon(self, cards: Iterable[int]) -> float:
        kinds = map(self.sight.rules.kind_of, cards)
        return max((rank(kind) for kind in kinds if kind.slot == "weapon"), default=BARE_HANDED)

    def along_the_chain(self, struck: int) -> float:
        """What elemental damage does to the others that are chained, oneself among them."""
        if not self.view.seats[struck].chained:
            return 0.0
        chained = [seat for seat in self.view.seats if seat.alive and seat.chained and seat.seat != struck]
        own = self.prospects.along_the_chain()
        return sum(own if seat.seat == self.me.seat else -self.prospects.hurt(seat) for seat in chained)

    def _salvation(self) -> float:
        return sum(3.0 * self.wish[seat.seat] for seat in self.view.seats if seat.alive and seat.hp < seat.max_hp)
