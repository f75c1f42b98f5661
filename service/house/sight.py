"""What a house player sees, is asked and wishes, and what is what in it."""

from __future__ import annotations

from functools import cached_property
from random import Random
from zlib import crc32

import msgspec

from engine.questions import Candidate, Option, Question, Subset
from engine.rules import Rules
from engine.view import View

from .declared import Declared
from .prospects import Prospects
from .sides import goodwill
from .worth import judged_well, known_as, worth


class Sight:
    """One seat before one question."""

    def __init__(self, seen: View, question: Question, rules: Rules) -> None:
        self.view = seen
        self.question = question
        self.rules = rules
        self.me = seen.seats[seen.viewer]
        self.wish = goodwill(seen, rules.ruleset)
        self.declared = Declared(rules, question)
        self.prospects = Prospects(seen, self.wish)

    @cached_property
    def chance(self) -> Random:
        """Always the same for the same question at the same table."""
        return Random(crc32(msgspec.msgpack.encode(self.question)) ^ self.view.event_ordinal)

    @property
    def alive(self) -> int:
        return sum(seat.alive for seat in self.view.seats)

    @property
    def surplus(self) -> int:
        """How many cards would be discarded if the turn ended now."""
        return max(0, len(self.me.hand) - max(self.me.hp, 0))

    def exchanges(self, option: Option) -> bool:
        """A skill of the play phase that takes any number of one's own cards and names nobody."""
        only = option.picks[0] if len(option.picks) == 1 else None
        counts = isinstance(only, Subset) and only.min < only.max and all(map(self.is_mine, only.of))
        return counts and self.question.kind == "PLAY" and not option.as_card

    def paid(self, option: Option, chosen: list[Candidate]) -> list[int]:
        return [*option.cards, *(int(c.value) for c in chosen if self.is_mine(c) and c.value not in option.cards)]

    def is_mine(self, candidate: Candidate) -> bool:
        return candidate.kind == "card" and (candidate.value in self.me.hand or candidate.value in self.me.equipment)

    def known(self, card: str) -> str:
        """The name of the card that the house plays it like."""
        return known_as(self.rules.kinds[card]) if card in self.rules.kinds else card

    def wish_for(self, to: Candidate) -> float:
        return self.wish[int(to.value)] if to.kind == "seat" else 0.0

    def worth(self, card_id: int) -> float:
        name = self.rules.deck[card_id].name
        return worth(self.rules.kinds[name], self.names(self.me.hand).count(name))

    def names(self, ids: tuple[int, ...]) -> list[str]:
        return [self.rules.deck[card_id].name for card_id in ids]

    def is_black(self, option: Option) -> bool:
        return any(self.rules.deck[card_id].is_black for card_id in option.cards)

    @cached_property
    def delayed(self) -> str:
        """The delayed trick that is judged now, if one is."""
        lying = [i for i in self.view.processing if self.rules.kind_of(i).type == "delayed-trick"]
        return self.known(self.rules.deck[lying[0]].name) if lying and self.view.phase == "judge" else ""

    def helps_judgement(self, card_id: int) -> bool:
        judged = self.delayed
        return bool(judged) and judged_well(judged, self.rules.deck[card_id]) == (self.wish[self.view.turn] > 0)
