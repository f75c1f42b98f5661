"""What hp, cards and phases are worth to a house player."""

from __future__ import annotations

from math import ceil

from engine.outcome import Outcome
from engine.view import SeatView, View

DEATH = 100.0
PAIN = {1: 8.0, 2: 6.0}  # a point of hp, by how many are left
SLIGHT_PAIN = 3.0
CARD = 2.0
TURNED = 5.0  # a turn that does not take place
FRIEND = 0.5


class Prospects:
    """What an outcome is to one seat."""

    def __init__(self, seen: View, wish: list[float]) -> None:
        self.view = seen
        self.wish = wish
        self.me = seen.seats[seen.viewer]

    def own(self, outcome: Outcome) -> float:
        """What it is to oneself."""
        if outcome.mark and dict(self.me.marks).get(outcome.mark):
            return -0.5
        value = self.hp(outcome.hp) + self._max_hp(outcome.max_hp) + CARD * outcome.cards
        if outcome.nature and self.me.chained:
            value += self.along_the_chain()
        if outcome.turned:
            value += TURNED if self.me.face_down else -TURNED
        return value + sum(self._skipped(phase or self.view.phase) for phase in outcome.skips)

    def hp(self, change: float) -> float:
        if change >= 0:
            return SLIGHT_PAIN * min(change, self.me.max_hp - self.me.hp)
        left = self.me.hp - ceil(-change)
        return change * (DEATH if left < 1 else PAIN.get(left, SLIGHT_PAIN))

    def along_the_chain(self) -> float:
        """To be struck oneself by an element meant for another: nobody has to use it."""
        return -DEATH

    def _max_hp(self, change: int) -> float:
        if change >= 0:
            return 2.0 * change
        if self.me.max_hp + change < 1:
            return -DEATH
        falls = max(0, self.me.hp - (self.me.max_hp + change))
        return 1.5 * change + (self.hp(-falls) if falls else 0.0)

    def _skipped(self, phase: str) -> float:
        match phase:
            case "judge":
                return 5.0 * len(self.me.judging) - 0.1
            case "draw":
                return -6.0
            case "play":
                return -6.0
            case "discard":
                return 1.5 * max(0, len(self.me.hand) - max(self.me.hp, 0)) + 0.2
        return 0.0

    def of_others(self, outcome: Outcome) -> float:
        """What it does to everybody else."""
        if outcome.others < 0:
            return -outcome.others * self.attack()
        hurt = [seat for seat in self._others if seat.hp < seat.max_hp]
        return outcome.others * sum(SLIGHT_PAIN * self.wish[seat.seat] for seat in hurt)

    def kills(self, outcome: Outcome, seats: list[int]) -> float:
        """How far it matters to the characters named that they have no more hp to lose."""
        weak = [seat for seat in seats if outcome.them < 0 and self.view.seats[seat].hp <= -outcome.them]
        return sum(-4.0 * self.wish[seat] for seat in weak)

    def attack(self) -> float:
        """A point of hp of everybody else."""
        return -sum(self.hurt(seat) for seat in self._others)

    def hurt(self, seat: SeatView) -> float:
        """A point of hp of a seat; nobody gives a friend's for a stranger's."""
        wish = self.wish[seat.seat]
        return wish * (6.0 if seat.hp <= 1 else 3.0) * (2.0 if wish >= FRIEND else 1.0)

    @property
    def has_friends(self) -> bool:
        return any(self.wish[seat.seat] >= FRIEND for seat in self._others)

    @property
    def _others(self) -> list[SeatView]:
        return [seat for seat in self.view.seats if seat.alive and seat.seat != self.me.seat]
