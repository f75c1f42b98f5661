"""A player who knows no rule: whatever is listed will do."""

from __future__ import annotations

from random import Random

from sanguosha.v1 import decision_pb2


def any_answer(decision: decision_pb2.Decision, chance: Random) -> decision_pb2.Answer:
    """Any listed choice, every pick filled within its own bounds."""
    option = chance.choice(decision.options)
    picks = [_any_filling(pick, chance) for pick in option.picks]
    return decision_pb2.Answer(decision=decision.id, option=option.id, picks=picks)


def _any_filling(pick: decision_pb2.Pick, chance: Random) -> decision_pb2.PickAnswer:
    if not pick.HasField("assignment"):
        shape = pick.subset if pick.HasField("subset") else pick.sequence
        chosen = chance.sample([candidate.id for candidate in shape.of], chance.randint(shape.min, shape.max))
        return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen)
    handed = pick.assignment
    chosen = chance.sample([item.id for item in handed.items], chance.randint(handed.min, handed.max))
    places = [n for n, bucket in enumerate(handed.buckets) for _ in range(bucket.min)]
    spare = [n for n, bucket in enumerate(handed.buckets) for _ in range(bucket.max - bucket.min)]
    places += chance.sample(spare, len(chosen) - len(places))
    return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen, bucket=places)
