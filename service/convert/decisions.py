"""Decisions out, answers in. A message names a candidate by its index within its pick, the engine by what it means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import assert_never

from sanguosha.v1 import decision_pb2

from engine.match import Decision
from engine.questions import (
    Answer,
    Assignment,
    Bucket,
    Candidate,
    Chosen,
    IllegalAnswer,
    Option,
    Pick,
    Question,
    Reason,
    Subset,
)
from engine.questions import Sequence as Ordering
from engine.rules import Rules

from .cards import SUIT_NAMES, SUIT_NUMBERS, faces

KIND_NUMBERS = {
    name.removeprefix("DECISION_KIND_"): number for name, number in decision_pb2.DecisionKind.items() if number
}


def to_message(decision: Decision, rules: Rules, deadline_ms: int = 0) -> decision_pb2.Decision:
    """The decision, with the face of every card that it names. `deadline_ms` is an instant; 0: there is none."""
    message = decision_pb2.Decision()
    fill(message, decision, rules, deadline_ms)
    return message


def fill(message: decision_pb2.Decision, decision: Decision, rules: Rules, deadline_ms: int = 0) -> None:
    """Make an empty message what `to_message` says."""
    message.MergeFromString(_without_deadline(decision.id, decision.question, rules))
    if deadline_ms:
        message.deadline.FromMilliseconds(deadline_ms)


# Bytes of messages that are joined are one message, with what is in each. So what is said again is made once: a
# decision in the reply to a seat's answer and on each of its streams, an option in most decisions of a phase.


@lru_cache(maxsize=512)
def _without_deadline(id: int, question: Question, rules: Rules) -> bytes:
    message = decision_pb2.Decision(
        id=id,
        seat=question.seat,
        kind=KIND_NUMBERS[question.kind],
        reason=_reason(question.reason),
        default_answer=_answer(id, question, question.default),
        withdrawable=question.withdrawable,
        faces=faces(dict.fromkeys(_cards_named(question)), rules),
    )
    return message.SerializeToString() + b"".join(map(_with_option, question.options))


@lru_cache(maxsize=4096)
def _with_option(option: Option) -> bytes:
    """A decision that has nothing but the option."""
    return decision_pb2.Decision(options=[_option(option)]).SerializeToString()


def from_message(question: Question, answer: decision_pb2.Answer) -> Answer:
    """What the answer means. Raises `IllegalAnswer` where it names what the question does not list; how many may be
    chosen is left to `Question.check`."""
    option = next((option for option in question.options if option.id == answer.option), None)
    if option is None:
        raise IllegalAnswer("OPTION_NOT_LISTED", "the decision does not list this option")
    given = {pick.pick: pick for pick in answer.picks}
    if len(given) != len(answer.picks) or given.keys() != {pick.id for pick in option.picks}:
        asked = ", ".join(pick.id for pick in option.picks) or "none"
        raise IllegalAnswer("PICKS_MISMATCH", f"the picks of option {option.id!r} are: {asked}")
    return Answer(option.id, tuple(_chosen(pick, given[pick.id]) for pick in option.picks))


def _reason(reason: Reason) -> decision_pb2.Reason:
    return decision_pb2.Reason(
        name=reason.name,
        prompt=reason.prompt,
        source=reason.source if reason.source >= 0 else None,
        target=reason.target if reason.target >= 0 else None,
        card=reason.card,
        count=reason.count,
    )


def _option(option: Option) -> decision_pb2.Option:
    return decision_pb2.Option(
        id=option.id,
        cards=option.cards,
        skill=option.skill,
        as_card=option.as_card if option.skill else "",
        targets=option.targets,
        picks=map(_pick, option.picks),
    )


def _pick(pick: Pick) -> decision_pb2.Pick:
    match pick:
        case Subset():
            subset = decision_pb2.Subset(of=_candidates(pick.of), min=pick.min, max=pick.max)
            return decision_pb2.Pick(id=pick.id, subset=subset)
        case Ordering():
            sequence = decision_pb2.Sequence(of=_candidates(pick.of), min=pick.min, max=pick.max)
            return decision_pb2.Pick(id=pick.id, sequence=sequence)
        case Assignment():
            buckets = [_bucket(n, bucket) for n, bucket in enumerate(pick.buckets)]
            assignment = decision_pb2.Assignment(
                items=_candidates(pick.items), buckets=buckets, min=pick.min, max=pick.max
            )
            return decision_pb2.Pick(id=pick.id, assignment=assignment)
        case _:
            assert_never(pick)


def _bucket(index: int, bucket: Bucket) -> decision_pb2.Bucket:
    return decision_pb2.Bucket(to=candidate_message(index, bucket.to), min=bucket.min, max=bucket.max)


def _candidates(listed: Sequence[Candidate]) -> list[decision_pb2.Candidate]:
    return [candidate_message(n, candidate) for n, candidate in enumerate(listed)]


def candidate_message(index: int, candidate: Candidate) -> decision_pb2.Candidate:
    kind, value = candidate
    match kind:
        case "card":
            return decision_pb2.Candidate(id=index, card=int(value))
        case "seat":
            return decision_pb2.Candidate(id=index, seat=int(value))
        case "hand":
            return decision_pb2.Candidate(id=index, hand=decision_pb2.BlindHand(seat=int(value)))
        case "number":
            return decision_pb2.Candidate(id=index, number=int(value))
        case "suit":
            return decision_pb2.Candidate(id=index, suit=SUIT_NUMBERS[str(value)])
        case "skill":
            return decision_pb2.Candidate(id=index, skill=str(value))
        case "hero":
            return decision_pb2.Candidate(id=index, hero=str(value))
        case "value":
            return decision_pb2.Candidate(id=index, value=str(value))
        case _:
            assert_never(kind)


def candidate_from_message(candidate: decision_pb2.Candidate) -> Candidate:
    """What the candidate means, whatever its number. Raises `ValueError` where it means nothing."""
    kind = candidate.WhichOneof("kind")
    match kind:
        case "card" | "seat" | "number" | "skill" | "hero" | "value":
            return Candidate(kind, getattr(candidate, kind))
        case "hand":
            return Candidate(kind, candidate.hand.seat)
        case "suit" if candidate.suit in SUIT_NAMES:
            return Candidate(kind, SUIT_NAMES[candidate.suit])
    raise ValueError("a candidate is of no known kind")


def _listed(pick: Pick) -> tuple[Candidate, ...]:
    return pick.items if isinstance(pick, Assignment) else pick.of


def _buckets(pick: Pick) -> list[Candidate]:
    return [bucket.to for bucket in pick.buckets] if isinstance(pick, Assignment) else []


def _answer(decision: int, question: Question, answer: Answer) -> decision_pb2.Answer:
    picks = [
        decision_pb2.PickAnswer(
            pick=pick.id,
            chosen=map(_listed(pick).index, chosen.items),
            bucket=map(_buckets(pick).index, chosen.buckets),
        )
        for pick, chosen in zip(question.option(answer.option).picks, answer.picks, strict=True)
    ]
    return decision_pb2.Answer(decision=decision, option=answer.option, picks=picks)


def _chosen(pick: Pick, given: decision_pb2.PickAnswer) -> Chosen:
    if len(given.bucket) != (len(given.chosen) if isinstance(pick, Assignment) else 0):
        raise IllegalAnswer("PICKS_MISMATCH", f"pick {pick.id!r} takes one bucket for each item of an assignment")
    if len(set(given.chosen)) != len(given.chosen):
        raise IllegalAnswer("CANDIDATE_REPEATED", f"pick {pick.id!r} names a candidate twice")
    return Chosen(_named(pick, _listed(pick), given.chosen), _named(pick, _buckets(pick), given.bucket))


def _named(pick: Pick, listed: Sequence[Candidate], indices: Sequence[int]) -> tuple[Candidate, ...]:
    for index in indices:
        if index >= len(listed):
            raise IllegalAnswer("CANDIDATE_NOT_LISTED", f"pick {pick.id!r} lists nothing of number {index}")
    return tuple(listed[index] for index in indices)


def _cards_named(question: Question) -> Iterator[int]:
    for option in question.options:
        yield from option.cards
        for pick in option.picks:
            yield from (int(value) for kind, value in (*_listed(pick), *_buckets(pick)) if kind == "card")
