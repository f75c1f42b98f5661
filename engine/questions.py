"""The decision contract: a question is plain data that lists every legal choice.

The law every question keeps: any listed option, with each of its picks filled by any choice within that pick's own
bounds, independently of the other picks, is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from typing import Literal, NamedTuple

import msgspec

PASS = "pass"

QuestionKind = Literal["SETUP", "PLAY", "RESPOND", "INVOKE", "CHOOSE", "DISCARD"]
CandidateKind = Literal["card", "seat", "hand", "skill", "suit", "hero", "number", "value"]


class Candidate(NamedTuple):
    """One thing that may be picked. `hand` is an unseen hand card of the seat in `value`."""

    kind: CandidateKind
    value: int | str


class Subset(msgspec.Struct, frozen=True, tag="subset"):
    """Any `min` to `max` of the candidates, in no order."""

    id: str
    of: tuple[Candidate, ...]
    min: int
    max: int

    @property
    def listed(self) -> tuple[Candidate, ...]:
        """What may be chosen."""
        return self.of


class Sequence(msgspec.Struct, frozen=True, tag="sequence"):
    """`min` to `max` distinct candidates, in an order that matters."""

    id: str
    of: tuple[Candidate, ...]
    min: int
    max: int

    @property
    def listed(self) -> tuple[Candidate, ...]:
        """What may be chosen."""
        return self.of


class Bucket(msgspec.Struct, frozen=True, array_like=True):
    """A place items may be assigned to, and how many it takes."""

    to: Candidate
    min: int
    max: int


class Assignment(msgspec.Struct, frozen=True, tag="assignment"):
    """`min` to `max` of the items, each put into one bucket; the others stay where they are."""

    id: str
    items: tuple[Candidate, ...]
    buckets: tuple[Bucket, ...]
    min: int
    max: int

    @property
    def listed(self) -> tuple[Candidate, ...]:
        """What may be chosen."""
        return self.items


Pick = Subset | Sequence | Assignment


class Option(msgspec.Struct, frozen=True):
    """One thing a seat may do. For front ends, `cards`, `skill` and `as_card` say what it does it with, and `targets`
    whom it is aimed at without a choice."""

    id: str
    picks: tuple[Pick, ...] = ()
    cards: tuple[int, ...] = ()
    skill: str = ""
    as_card: str = ""
    targets: tuple[int, ...] = ()


class Reason(msgspec.Struct, frozen=True):
    """Why a question is asked: a skill, card, phase or rule, the seats it is about, and a prompt with its arguments."""

    name: str
    prompt: str
    source: int = -1
    target: int = -1
    card: str = ""
    count: int = 0


class Chosen(msgspec.Struct, frozen=True, array_like=True):
    """What fills one pick: candidates; of an assignment the items with, in parallel, the bucket of each."""

    items: tuple[Candidate, ...]
    buckets: tuple[Candidate, ...] = ()


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """A choice by meaning: an option's id and the filling of each of its picks, in order."""

    option: str
    picks: tuple[Chosen, ...] = ()


class IllegalAnswer(Exception):
    """An answer that its question does not list. `reason` is stable and upper case."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class Question(msgspec.Struct, frozen=True):
    """What one seat is asked. `default` is complete: it is what a timeout plays."""

    seat: int
    kind: QuestionKind
    reason: Reason
    options: tuple[Option, ...]
    default: Answer
    withdrawable: bool = False

    def option(self, option_id: str) -> Option:
        for option in self.options:
            if option.id == option_id:
                return option
        raise IllegalAnswer("OPTION_NOT_LISTED", f"option {option_id!r} is not listed")

    def accept(self, answer: Answer) -> Answer:
        """The answer in its one form: a subset in the order of its candidates, since its own means nothing. Raises
        `IllegalAnswer`."""
        picks = self.check(answer).picks
        return Answer(answer.option, tuple(map(_in_one_form, picks, answer.picks))) if picks else answer

    def check(self, answer: Answer) -> Option:
        """The option of the answer. Raises `IllegalAnswer` unless it is one of the listed choices."""
        option = self.option(answer.option)
        if len(answer.picks) != len(option.picks):
            raise IllegalAnswer("PICKS_MISMATCH", f"{len(option.picks)} picks are asked, {len(answer.picks)} given")
        for pick, chosen in zip(option.picks, answer.picks, strict=True):
            _check_pick(pick, chosen)
        return option

    def forced(self) -> Answer | None:
        """The answer, when there is exactly one."""
        if len(self.options) != 1 or not all(map(_has_one_filling, self.options[0].picks)):
            return None
        return first_answer(self.options[0])

    def mark(self) -> bytes:
        """A hash of what the question means, never of its presentation or order."""
        options = sorted((option.id, sorted(map(_meaning, option.picks))) for option in self.options)
        meaning = (self.seat, self.kind, self.reason.name, self.reason.source, self.reason.target, options)
        return blake2b(msgspec.msgpack.encode(meaning), digest_size=8).digest()


def _meaning(pick: Pick) -> tuple[object, ...]:
    buckets = pick.buckets if isinstance(pick, Assignment) else ()
    return (
        pick.id,
        type(pick).__name__,
        sorted(pick.listed),
        sorted((bucket.to, bucket.min, bucket.max) for bucket in buckets),
        pick.min,
        pick.max,
    )


def _has_one_filling(pick: Pick) -> bool:
    if pick.max == 0:
        return True
    if isinstance(pick, Assignment):
        return not pick.items or (pick.min == len(pick.items) and len(pick.buckets) == 1)
    if pick.min < len(pick.of):
        return False
    return isinstance(pick, Subset) or len(pick.of) < 2


def _check_pick(pick: Pick, chosen: Chosen) -> None:
    items, buckets = chosen.items, chosen.buckets
    if not pick.min <= len(items) <= pick.max:
        raise IllegalAnswer("PICK_OUT_OF_BOUNDS", f"pick {pick.id!r} takes {pick.min} to {pick.max}")
    for n, candidate in enumerate(items):
        if candidate not in pick.listed:
            raise IllegalAnswer("CANDIDATE_NOT_LISTED", f"pick {pick.id!r} does not list {tuple(candidate)!r}")
        if candidate in items[:n]:
            raise IllegalAnswer("CANDIDATE_REPEATED", f"pick {pick.id!r} names {tuple(candidate)!r} twice")
    if not isinstance(pick, Assignment):
        if buckets:
            raise IllegalAnswer("PICKS_MISMATCH", f"pick {pick.id!r} takes no buckets")
        return
    if len(buckets) != len(items):
        raise IllegalAnswer("PICKS_MISMATCH", f"pick {pick.id!r} takes one bucket for each item")
    for bucket in pick.buckets:
        if not bucket.min <= buckets.count(bucket.to) <= bucket.max:
            raise IllegalAnswer("PICK_OUT_OF_BOUNDS", f"bucket {bucket.to.value!r} takes {bucket.min} to {bucket.max}")
    if any(to not in [bucket.to for bucket in pick.buckets] for to in buckets):
        raise IllegalAnswer("CANDIDATE_NOT_LISTED", f"pick {pick.id!r} does not list such a bucket")


def _in_one_form(pick: Pick, chosen: Chosen) -> Chosen:
    if isinstance(pick, Subset):
        return Chosen(tuple(candidate for candidate in pick.of if candidate in chosen.items))
    if isinstance(pick, Assignment):
        places = dict(zip(chosen.items, chosen.buckets, strict=True))
        items = tuple(item for item in pick.items if item in places)
        return Chosen(items, tuple(places[item] for item in items))
    return chosen


def first_answer(option: Option) -> Answer:
    """The option with the least and first of every pick: a complete, legal choice."""
    return Answer(option.id, tuple(_first_filling(pick) for pick in option.picks))


def _first_filling(pick: Pick) -> Chosen:
    if not isinstance(pick, Assignment):
        return Chosen(pick.of[: pick.min])
    places = [bucket.to for bucket in pick.buckets for _ in range(bucket.min)]
    spare = [bucket.to for bucket in pick.buckets for _ in range(bucket.max - bucket.min)]
    places += spare[: max(0, pick.min - len(places))]
    return Chosen(pick.items[: len(places)], tuple(places))


class Reply:
    """An accepted answer, as the rule that asked reads it."""

    __slots__ = ("_picked", "option")

    def __init__(self, question: Question, answer: Answer) -> None:
        self.option = question.option(answer.option)
        self._picked = {pick.id: chosen for pick, chosen in zip(self.option.picks, answer.picks, strict=True)}

    @property
    def passed(self) -> bool:
        return self.option.id == PASS

    def picked(self, pick_id: str) -> tuple[Candidate, ...]:
        """What was chosen of a pick; empty when the option has no such pick."""
        chosen = self._picked.get(pick_id)
        return chosen.items if chosen else ()

    def numbers(self, pick_id: str) -> list[int]:
        """The same, for candidates that are cards, seats or numbers."""
        return [int(candidate.value) for candidate in self.picked(pick_id)]

    def pairs(self, pick_id: str) -> list[tuple[int, int]]:
        """An assignment as (item, bucket) numbers."""
        chosen = self._picked[pick_id]
        return [(int(item.value), int(to.value)) for item, to in zip(chosen.items, chosen.buckets, strict=True)]


@cache
def _candidate(kind: CandidateKind, value: int) -> Candidate:
    return Candidate(kind, value)


def cards_of(ids: Iterable[int]) -> tuple[Candidate, ...]:
    return tuple([_candidate("card", card_id) for card_id in ids])


def seats_of(seats: Iterable[int]) -> tuple[Candidate, ...]:
    return tuple([_candidate("seat", seat) for seat in seats])
