"""Playing without knowing the rules: any listed choice, by chance or one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb, perm, prod
from random import Random

from engine.match import Match
from engine.questions import Answer, Assignment, Chosen, Pick, Question, Subset
from engine.ruleset import Ruleset

MOST_ANSWERS = 20_000  # far beyond any match of random play; a match that passes it does not end


def random_answer(rng: Random, question: Question) -> Answer:
    option = rng.choice(question.options)
    return Answer(option.id, tuple(random_filling(rng, pick) for pick in option.picks))


def random_filling(rng: Random, pick: Pick) -> Chosen:
    things = pick.items if isinstance(pick, Assignment) else pick.of
    items = tuple(rng.sample(things, rng.randint(pick.min, pick.max)))
    if not isinstance(pick, Assignment):
        return Chosen(items)
    must = [bucket.to for bucket in pick.buckets for _ in range(bucket.min)]
    may = [bucket.to for bucket in pick.buckets for _ in range(bucket.max - bucket.min)]
    places = must + rng.sample(may, len(items) - len(must))
    rng.shuffle(places)
    return Chosen(items, tuple(places))


def fillings(pick: Pick) -> Iterator[Chosen]:
    """Every way to fill the pick."""
    for count in range(pick.min, pick.max + 1):
        if isinstance(pick, Assignment):
            places = [bucket.to for bucket in pick.buckets]
            for items in combinations(pick.items, count):
                for buckets in product(places, repeat=count):
                    if all(bucket.min <= buckets.count(bucket.to) <= bucket.max for bucket in pick.buckets):
                        yield Chosen(items, buckets)
        elif isinstance(pick, Subset):
            yield from (Chosen(items) for items in combinations(pick.of, count))
        else:
            yield from (Chosen(items) for items in permutations(pick.of, count))


def every_answer(question: Question) -> Iterator[Answer]:
    """The whole product: each option with each filling of each of its picks."""
    for option in question.options:
        for picks in product(*(list(fillings(pick)) for pick in option.picks)):
            yield Answer(option.id, picks)


def count_answers(question: Question) -> int:
    """How many `every_answer` gives; an upper bound where a bucket has bounds of its own."""
    return sum(prod(map(_count_fillings, option.picks)) for option in question.options)


def _count_fillings(pick: Pick) -> int:
    counts = range(pick.min, pick.max + 1)
    if isinstance(pick, Assignment):
        return sum(comb(len(pick.items), n) * len(pick.buckets) ** n for n in counts)
    return sum((comb if isinstance(pick, Subset) else perm)(len(pick.of), n) for n in counts)


def answer_one(match: Match, rng: Random) -> None:
    """One of the seats that are asked answers by chance."""
    seat = rng.choice(list(match.open))
    decision = match.open[seat]
    match.answer(seat, decision.id, random_answer(rng, decision.question))


def stops(match: Match, rng: Random) -> Iterator[Match]:
    """The match at each of its stops, played by chance until it is over; the last stop is the end."""
    yield match
    for _ in range(MOST_ANSWERS):
        if match.over:
            return
        answer_one(match, rng)
        yield match
    raise AssertionError(f"the match goes on after {MOST_ANSWERS} answers")


def many_stops(ruleset: Ruleset) -> Iterator[Match]:
    """The stops of many matches, for a test that waits for one of a kind."""
    for seed in range(100):
        yield from stops(Match.start(ruleset, seed.to_bytes(16, "big")), Random(seed))
