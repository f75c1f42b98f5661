"""Answers to a decision: the default one, any one, one that is chosen by what it means, and all there are.

Whoever knows no rules can play with these: every choice that a decision lists is accepted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from random import Random
from typing import NoReturn, TypeAlias

from sanguosha.v1 import decision_pb2

from .errors import IllegalChoice

Choice: TypeAlias = decision_pb2.Candidate | int | str
"""A candidate, or what it is: the number of a card, a seat, a skill, a hero, a value; for a card of a hand that is not
seen, the seat whose hand it is. Never the index of the candidate."""
Picked: TypeAlias = Choice | Iterable[Choice] | Mapping[int | str, Choice] | Iterable[tuple[Choice, Choice]]
"""What fills a pick: one choice or several, in order where that matters. For an assignment, a mapping of items to
buckets, or pairs of them."""


def default(decision: decision_pb2.Decision) -> decision_pb2.Answer:
    """What is answered for the seat when the deadline passes."""
    return decision.default_answer


def random(decision: decision_pb2.Decision, rng: Random, option: str = "") -> decision_pb2.Answer:
    """Any answer, or any one by this option. Raises `IllegalChoice` for an option that is not listed."""
    taken = option_of(decision, option) if option else rng.choice(decision.options)
    picks = [_any_filling(pick, rng) for pick in taken.picks]
    return decision_pb2.Answer(decision=decision.id, option=taken.id, picks=picks)


def choose(
    decision: decision_pb2.Decision, option: decision_pb2.Option | str, /, **picks: Picked
) -> decision_pb2.Answer:
    """The answer by an option, with each of its picks filled: `choose(decision, "slash#38", targets=2)`. A pick that
    may be empty may be left out. Raises `IllegalChoice` for what is not listed."""
    taken = option_of(decision, option if isinstance(option, str) else option.id)
    where = _Where(decision, taken)
    if unknown := picks.keys() - {pick.id for pick in taken.picks}:
        where.refuse(f"it has no pick {_listed(unknown)}; there are {_listed(pick.id for pick in taken.picks)}")
    filled = [_filled(pick, picks.get(pick.id, ()), where) for pick in taken.picks]
    answer = decision_pb2.Answer(decision=decision.id, option=taken.id, picks=filled)
    check(decision, answer)
    return answer


def option_of(decision: decision_pb2.Decision, id: str) -> decision_pb2.Option:
    """The option of this id. Raises `IllegalChoice`."""
    for option in decision.options:
        if option.id == id:
            return option
    ids = _listed(option.id for option in decision.options)
    raise IllegalChoice(f"decision {decision.id} has no option {id!r}; there are {ids}")


def check(decision: decision_pb2.Decision, answer: decision_pb2.Answer) -> None:
    """Raises `IllegalChoice` for an answer that the server would refuse."""
    if answer.decision != decision.id:
        raise IllegalChoice(f"the answer is to decision {answer.decision}, not to decision {decision.id}")
    option = option_of(decision, answer.option)
    where = _Where(decision, option)
    given = {pick.pick: pick for pick in answer.picks}
    wanted = {pick.id: pick for pick in option.picks}
    if given.keys() != wanted.keys() or len(given) != len(answer.picks):
        where.refuse(f"each of the picks {_listed(wanted)} is filled once; not {_listed(p.pick for p in answer.picks)}")
    for id, pick in wanted.items():
        _check_pick(pick, given[id], where)


def legal(decision: decision_pb2.Decision) -> Iterator[decision_pb2.Answer]:
    """Every answer, each once, the options in their order. There may be very many: take what you need."""
    for option in decision.options:
        for picks in _all_filled(option.picks):
            yield decision_pb2.Answer(decision=decision.id, option=option.id, picks=picks)


# -- inside


class _Where:
    """What an error is about."""

    def __init__(self, decision: decision_pb2.Decision, option: decision_pb2.Option) -> None:
        self._text = f"decision {decision.id}, option {option.id!r}"

    def refuse(self, why: str, pick: str = "") -> NoReturn:
        raise IllegalChoice(f"{self._text}{f', pick {pick!r}' if pick else ''}: {why}")


def candidates_of(pick: decision_pb2.Pick) -> Sequence[decision_pb2.Candidate]:
    """What there is to choose from: the candidates, or the items of an assignment."""
    if pick.HasField("assignment"):
        return pick.assignment.items
    return pick.sequence.of if pick.HasField("sequence") else pick.subset.of


def value_of(candidate: decision_pb2.Candidate) -> int | str:
    """What a candidate is, as a `Choice`."""
    kind = candidate.WhichOneof("kind")
    if kind is None:
        return candidate.id  # of a kind that this version does not know
    value = candidate.hand.seat if kind == "hand" else getattr(candidate, kind)
    return value if isinstance(value, str) else int(value)


def bounds_of(pick: decision_pb2.Pick) -> tuple[int, int]:
    """How many candidates or items are chosen at least, and at most."""
    if pick.HasField("assignment"):
        return pick.assignment.min, pick.assignment.max
    shape = pick.sequence if pick.HasField("sequence") else pick.subset
    return shape.min, shape.max


def _filled(pick: decision_pb2.Pick, picked: Picked, where: _Where) -> decision_pb2.PickAnswer:
    if isinstance(picked, decision_pb2.Candidate | int | str):
        picked = [picked]
    answer = decision_pb2.PickAnswer(pick=pick.id)
    buckets = [bucket.to for bucket in pick.assignment.buckets]
    for choice in picked.items() if isinstance(picked, Mapping) else picked:
        if isinstance(choice, tuple) != pick.HasField("assignment"):
            where.refuse("an assignment takes pairs of an item and a bucket, and nothing else does", pick.id)
        item, *into = choice if isinstance(choice, tuple) else (choice,)
        answer.chosen.append(_find(item, candidates_of(pick), answer.chosen, where, pick.id))
        answer.bucket.extend(_find(bucket, buckets, (), where, pick.id) for bucket in into)
    return answer


def _find(
    choice: Choice,
    candidates: Sequence[decision_pb2.Candidate],
    taken: Sequence[int],
    where: _Where,
    pick: str,
) -> int:
    """The id of the candidate that is meant: of several alike, one that is not taken."""
    if isinstance(choice, decision_pb2.Candidate):
        found = [candidate for candidate in candidates if candidate == choice]
    else:
        found = [candidate for candidate in candidates if value_of(candidate) == choice]
    if not found:
        where.refuse(f"{_told(choice)} is not listed; there are {_listed(map(_told, candidates))}", pick)
    if len({candidate.WhichOneof("kind") for candidate in found}) > 1:
        where.refuse(f"{choice!r} may be {_listed(map(_told, found))}: give the candidate itself", pick)
    free = [candidate.id for candidate in found if candidate.id not in taken]
    if not free:
        where.refuse(f"{_told(choice)} is chosen twice", pick)
    return free[0]


def _check_pick(pick: decision_pb2.Pick, answer: decision_pb2.PickAnswer, where: _Where) -> None:
    least, most = bounds_of(pick)
    if len(set(answer.chosen)) < len(answer.chosen):
        where.refuse("a candidate is chosen twice", pick.id)
    if strange := set(answer.chosen) - {candidate.id for candidate in candidates_of(pick)}:
        where.refuse(f"no candidate has the id {_listed(strange)}", pick.id)
    if not least <= len(answer.chosen) <= most:
        where.refuse(f"it takes {_between(least, most)}, not {len(answer.chosen)}", pick.id)
    buckets = pick.assignment.buckets
    if len(answer.bucket) != (len(answer.chosen) if pick.HasField("assignment") else 0):
        where.refuse("each item of an assignment goes into one bucket, and nothing else does", pick.id)
    if strange := {index for index in answer.bucket if index >= len(buckets)}:
        where.refuse(f"there is no bucket {_listed(strange)}", pick.id)
    for index, bucket in enumerate(buckets):
        count = list(answer.bucket).count(index)
        if not bucket.min <= count <= bucket.max:
            where.refuse(f"{_told(bucket.to)} takes {_between(bucket.min, bucket.max)}, not {count}", pick.id)


def _any_filling(pick: decision_pb2.Pick, rng: Random) -> decision_pb2.PickAnswer:
    count = rng.randint(*bounds_of(pick))
    chosen = rng.sample([candidate.id for candidate in candidates_of(pick)], count)
    buckets = pick.assignment.buckets
    must = [index for index, bucket in enumerate(buckets) for _ in range(bucket.min)]
    may = [index for index, bucket in enumerate(buckets) for _ in range(bucket.max - bucket.min)]
    places = must + rng.sample(may, count - len(must)) if buckets else []
    return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen, bucket=places)


def _all_filled(picks: Sequence[decision_pb2.Pick]) -> Iterator[tuple[decision_pb2.PickAnswer, ...]]:
    if not picks:
        yield ()
        return
    for first in _fillings(picks[0]):
        for others in _all_filled(picks[1:]):
            yield (first, *others)


def _fillings(pick: decision_pb2.Pick) -> Iterator[decision_pb2.PickAnswer]:
    least, most = bounds_of(pick)
    ids = [candidate.id for candidate in candidates_of(pick)]
    ways = permutations if pick.HasField("sequence") else combinations
    for count in range(least, most + 1):
        for chosen in ways(ids, count):
            for bucket in _placings(pick, count):
                yield decision_pb2.PickAnswer(pick=pick.id, chosen=chosen, bucket=bucket)


def _placings(pick: decision_pb2.Pick, count: int) -> Iterator[tuple[int, ...]]:
    """The ways to put so many items, in order, into the buckets; for other picks, the one without any."""
    buckets = pick.assignment.buckets
    if not pick.HasField("assignment"):
        yield ()
        return
    for placing in product(range(len(buckets)), repeat=count):
        counts = Counter(placing)
        if all(bucket.min <= counts[index] <= bucket.max for index, bucket in enumerate(buckets)):
            yield placing


def _told(choice: Choice) -> str:
    if not isinstance(choice, decision_pb2.Candidate):
        return repr(choice)
    return f"{choice.WhichOneof('kind') or 'candidate'} {value_of(choice)!r}"


def _listed(names: Iterable[object]) -> str:
    return ", ".join(map(str, names)) or "none"


def _between(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
