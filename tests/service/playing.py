"""A client that knows no rules: it reads messages and answers by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from google.protobuf.message import Message
from sanguosha.v1 import card_pb2, decision_pb2

from engine.match import Match
from engine.ruleset import Ruleset
from service.convert import decisions

MOST_ANSWERS = 20_000


def any_answer(rng: Random, decision: decision_pb2.Decision) -> decision_pb2.Answer:
    option = rng.choice(decision.options)
    picks = [any_filling(rng, pick) for pick in option.picks]
    rng.shuffle(picks)
    return decision_pb2.Answer(decision=decision.id, option=option.id, picks=picks)


def any_filling(rng: Random, pick: decision_pb2.Pick) -> decision_pb2.PickAnswer:
    if pick.WhichOneof("shape") != "assignment":
        shape = pick.sequence if pick.HasField("sequence") else pick.subset
        chosen = rng.sample([candidate.id for candidate in shape.of], rng.randint(shape.min, shape.max))
        return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen)
    items = pick.assignment
    chosen = rng.sample([item.id for item in items.items], rng.randint(items.min, items.max))
    must = [bucket.to.id for bucket in items.buckets for _ in range(bucket.min)]
    may = [bucket.to.id for bucket in items.buckets for _ in range(bucket.max - bucket.min)]
    buckets = must + rng.sample(may, len(chosen) - len(must))
    return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen, bucket=buckets)


def stops(ruleset: Ruleset, seed: int) -> Iterator[Match]:
    """A match at each of its stops, played through messages until it is over."""
    rng = Random(seed)
    match = Match.start(ruleset, bytes([seed]) * 16)
    for _ in range(MOST_ANSWERS):
        yield match
        if match.over:
            return
        seat = rng.choice(list(match.open))
        decision = match.open[seat]
        answer = any_answer(rng, decisions.to_message(decision, match.game.rules))
        match.answer(seat, decision.id, decisions.from_message(decision.question, answer))
    raise AssertionError(f"the match goes on after {MOST_ANSWERS} answers")


def cards_in(message: Message) -> set[int]:
    """The number of every card that the message names, however deep."""
    if isinstance(message, card_pb2.CardFace):
        return {message.id}
    named: set[int] = set()
    if isinstance(message, decision_pb2.Option):
        named.update(message.cards)
    if isinstance(message, decision_pb2.Candidate) and message.WhichOneof("kind") == "card":
        named.add(message.card)
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if field.is_repeated else [value]:
                named |= cards_in(part)
    return named
