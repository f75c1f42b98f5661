"""An answer put together by small choices out of a fixed number, so that a policy with a fixed output can give any.

First an option is chosen, then each of its picks is filled: an item, of an assignment its bucket too, then the next
item, until DONE is chosen or no more fit. Each small choice is the index of a row, and the rows are what the decision
lists. Where a single choice is left it is taken at once, so that nobody is asked what is no choice.

More than SLOTS things do not fit: then the first of them are offered, those of the default answer before all others.
What is chosen makes room for the next, so a pick of many can always be filled, and the default answer always be given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sanguosha.v1 import decision_pb2

SLOTS = 32
"""The most rows. In 330 matches, of chance and of the house, no decision listed more than 17 options, no pick
more than 12 candidates, and no assignment more than 10 buckets."""
DONE = SLOTS
"""The choice that ends a pick."""
CHOICES = SLOTS + 1

Stage = Literal["option", "item", "bucket"]
Row = decision_pb2.Option | decision_pb2.Candidate | decision_pb2.Bucket


class Draft:
    """The answer to one decision, as far as it is chosen.

    `answer` is None until it is complete; until then `stage` tells what is chosen next, `rows` are the things listed,
    at most SLOTS, `legal` the choices that may be taken, in ascending order and never only one, and `taken` the rows
    that the pick has already. `filling` is the pick that is being filled.
    """

    def __init__(self, decision: decision_pb2.Decision) -> None:
        self.decision = decision
        self.answer: decision_pb2.Answer | None = None
        self.option: decision_pb2.Option | None = None
        self.filling: Filling | None = None
        self.stage: Stage = "option"
        self.rows: list[Row] = []
        self.legal: list[int] = []
        self.taken: list[int] = []
        self._listed: list[int] = []  # the index, in the decision, of each row
        self._filled: list[decision_pb2.PickAnswer] = []
        self._settle()

    @property
    def filled(self) -> int:
        """How many picks are done."""
        return len(self._filled)

    def take(self, choice: int) -> None:
        """Make the next small choice. Raises `ValueError`, and then has changed nothing, unless it is legal."""
        if choice not in self.legal:
            raise ValueError(f"choice {choice} is not one of {self.legal}")
        self._take(choice)
        self._settle()

    def _settle(self) -> None:
        """Go on to where there is something to choose."""
        self._list()
        while self.answer is None and len(self.legal) == 1:
            self._take(self.legal[0])
            self._list()

    def _take(self, choice: int) -> None:
        if self.option is None:
            self.option = self.decision.options[self._listed[choice]]
        elif self.filling is not None and choice == DONE:
            self._filled.append(self.filling.answer())
            self.filling = None
        elif self.filling is not None:
            self.filling.take(self._listed[choice])
        if self.filling is None:
            self._next_pick()

    def _next_pick(self) -> None:
        assert self.option is not None
        if len(self._filled) < len(self.option.picks):
            self.filling = Filling(self.option.picks[len(self._filled)], self._default_filling())
        else:
            self.answer = decision_pb2.Answer(decision=self.decision.id, option=self.option.id, picks=self._filled)

    def _default_filling(self) -> decision_pb2.PickAnswer:
        """What the default answer fills the next pick with; nothing where it takes another option."""
        default, n = self.decision.default_answer, len(self._filled)
        mine = self.option is not None and default.option == self.option.id
        return default.picks[n] if mine else decision_pb2.PickAnswer()

    def _list(self) -> None:
        self.rows, self.legal, self.taken, self._listed = [], [], [], []
        if self.answer is not None:
            return
        things: Sequence[Row]
        if self.filling is None:
            self.stage = "option"
            things = self.decision.options
            open_ones = list(range(len(things)))
            first = [n for n in open_ones if things[n].id == self.decision.default_answer.option]
        else:
            self.stage, things = self.filling.stage, self.filling.things
            open_ones, first = self.filling.open, self.filling.first
        self._listed = list(range(len(things))) if len(things) <= SLOTS else offered(open_ones, first)
        self.rows = [things[n] for n in self._listed]
        self.legal = [row for row, n in enumerate(self._listed) if n in open_ones]
        if self.filling is not None:
            if self.stage == "item":
                self.taken = [row for row, n in enumerate(self._listed) if n in self.filling.chosen]
            if self.filling.enough:
                self.legal.append(DONE)


class Filling:
    """What fills one pick: the indices `chosen`, and of an assignment, in parallel, the bucket of each, `placed`."""

    def __init__(self, pick: decision_pb2.Pick, default: decision_pb2.PickAnswer) -> None:
        self.pick = pick
        self.default = default
        self.assigning = pick.WhichOneof("shape") == "assignment"
        self.items: Sequence[decision_pb2.Candidate]
        self.buckets: Sequence[decision_pb2.Bucket] = ()
        if self.assigning:
            self.items, self.buckets = pick.assignment.items, pick.assignment.buckets
            self.min, self.max = pick.assignment.min, pick.assignment.max
        else:
            shape = pick.sequence if pick.HasField("sequence") else pick.subset
            self.items, self.min, self.max = shape.of, shape.min, shape.max
        self.chosen: list[int] = []
        self.placed: list[int] = []

    @property
    def stage(self) -> Stage:
        return "bucket" if self.assigning and len(self.placed) < len(self.chosen) else "item"

    @property
    def things(self) -> Sequence[Row]:
        return self.buckets if self.stage == "bucket" else self.items

    @property
    def open(self) -> list[int]:
        """The indices that may be chosen now, such that the pick can still be filled."""
        if self.stage == "bucket":
            return self._buckets_with_room(len(self.chosen))
        if len(self.chosen) == self.max or (self.assigning and not self._buckets_with_room(len(self.chosen) + 1)):
            return []
        left = [n for n in range(len(self.items)) if n not in self.chosen]
        all_must = self.min - len(self.chosen) == len(left) and not self.pick.HasField("sequence")
        return left[:1] if all_must else left  # where all are taken and no order matters, none is a choice

    @property
    def first(self) -> list[int]:
        """The indices that the default answer would choose, the next one first."""
        if self.stage == "item":
            return [n for n in self.default.chosen if n not in self.chosen]
        given = zip(self.default.chosen, self.default.bucket, strict=True)
        return [bucket for item, bucket in given if item == self.chosen[-1]]

    @property
    def enough(self) -> bool:
        """Whether the pick may be left as it is."""
        return self.stage == "item" and len(self.chosen) >= self.min and self._missing() == 0

    def take(self, index: int) -> None:
        (self.placed if self.stage == "bucket" else self.chosen).append(index)

    def answer(self) -> decision_pb2.PickAnswer:
        return decision_pb2.PickAnswer(pick=self.pick.id, chosen=self.chosen, bucket=self.placed)

    def _buckets_with_room(self, items: int) -> list[int]:
        """Where the last of so many items may go: what other buckets must have at least is left for them."""
        left = min(self.max, len(self.items)) - items
        room = [n for n, bucket in enumerate(self.buckets) if self.placed.count(n) < bucket.max]
        missing = self._missing()
        return [n for n in room if missing - (self.placed.count(n) < self.buckets[n].min) <= left]

    def _missing(self) -> int:
        """How many items the buckets still need at least."""
        return sum(max(0, bucket.min - self.placed.count(n)) for n, bucket in enumerate(self.buckets))


def offered(open_ones: Sequence[int], first: Sequence[int]) -> list[int]:
    """At most SLOTS of the indices in ascending order, those of `first` before the others."""
    kept = [n for n in first if n in open_ones][:SLOTS]
    others = [n for n in open_ones if n not in kept]
    return sorted(kept + others[: SLOTS - len(kept)])
