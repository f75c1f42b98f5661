"""Answers that are not listed, of every shape: each is refused by its own reason and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from grpc import StatusCode
from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine import questions
from engine.match import Match
from service.store import Store
from tests.service.planting import plant, stop_where
from tests.service.playing import any_filling
from tests.service.tables import Calls, Table, refusal
from tests.service.test_bad_input import unchanged

BEYOND = 2**32 - 1


class Wanted(NamedTuple):
    """An option of an open decision that has a pick of some shape."""

    seat: int
    decision: int
    option: str
    pick: int


def bounded(pick: questions.Pick) -> bool:
    """Too few and too many can be chosen."""
    listed = pick.items if isinstance(pick, questions.Assignment) else pick.of
    return pick.min > 0 and (isinstance(pick, questions.Sequence) or pick.max < len(listed) or len(listed) > 1)


def wanted(match: Match, shape: type) -> Wanted | None:
    for seat, decision in match.open.items():
        for option in decision.question.options:
            for n, pick in enumerate(option.picks):
                if isinstance(pick, shape) and bounded(pick):
                    return Wanted(seat, decision.id, option.id, n)
    return None


class Case(NamedTuple):
    name: str
    answer: decision_pb2.Answer
    reason: str


def spoilt(decision: decision_pb2.Decision, option_id: str, n: int) -> Iterator[Case]:
    """Everything that can be wrong with an answer to the decision, its pick number `n` above all."""
    [option] = [option for option in decision.options if option.id == option_id]
    picks = [any_filling(Random(1), pick) for pick in option.picks]
    shape: Any = getattr(option.picks[n], str(option.picks[n].WhichOneof("shape")))
    assigning = option.picks[n].HasField("assignment")
    listed = list(shape.items if assigning else shape.of)
    place = next((m for m, bucket in enumerate(shape.buckets) if bucket.max), 0) if assigning else 0

    def answer(picks: list[decision_pb2.PickAnswer], id: int = decision.id, option: str = option.id) -> Any:
        return decision_pb2.Answer(decision=id, option=option, picks=picks)

    def filled(chosen: list[int], bucket: list[int] | None = None) -> Any:
        if bucket is None:
            bucket = [place] * len(chosen) if assigning else []
        pick = decision_pb2.PickAnswer(pick=option.picks[n].id, chosen=chosen, bucket=bucket)
        return answer([*picks[:n], pick, *picks[n + 1 :]])

    chosen = list(range(shape.min))
    yield Case("no answer", decision_pb2.Answer(), "DECISION_UNKNOWN")
    yield Case("decision 0", answer(picks, id=0), "DECISION_UNKNOWN")
    yield Case("a later decision", answer(picks, id=decision.id + 1), "DECISION_UNKNOWN")
    yield Case("no such decision", answer(picks, id=BEYOND), "DECISION_UNKNOWN")
    yield Case("no option", answer(picks, option=""), "OPTION_NOT_LISTED")
    yield Case("no such option", answer(picks, option="no such"), "OPTION_NOT_LISTED")
    yield Case("an option in capitals", answer(picks, option=option.id.upper()), "OPTION_NOT_LISTED")
    yield Case("a long option", answer(picks, option="x" * 50_000), "OPTION_NOT_LISTED")
    yield Case("no picks", answer([]), "PICKS_MISMATCH")
    yield Case("a pick too many", answer([*picks, decision_pb2.PickAnswer(pick="more")]), "PICKS_MISMATCH")
    yield Case("a pick twice", answer([*picks, picks[n]]), "PICKS_MISMATCH")
    yield Case("many picks", answer([decision_pb2.PickAnswer(pick=str(m)) for m in range(5_000)]), "PICKS_MISMATCH")
    renamed = decision_pb2.PickAnswer(pick="", chosen=picks[n].chosen, bucket=picks[n].bucket)
    yield Case("a pick of another name", answer([*picks[:n], renamed, *picks[n + 1 :]]), "PICKS_MISMATCH")
    yield Case("the next candidate", filled([*chosen[1:], len(listed)]), "CANDIDATE_NOT_LISTED")
    yield Case("no such candidate", filled([*chosen[1:], BEYOND]), "CANDIDATE_NOT_LISTED")
    yield Case("a candidate twice", filled([*chosen, chosen[0]]), "CANDIDATE_REPEATED")
    yield Case("a candidate very often", filled([0] * 20_000), "CANDIDATE_REPEATED")
    yield Case("too few", filled(chosen[1:]), "PICK_OUT_OF_BOUNDS")
    if shape.max < len(listed):
        yield Case("too many", filled(list(range(shape.max + 1))), "PICK_OUT_OF_BOUNDS")
    if assigning:
        yield Case("no bucket", filled(chosen, []), "PICKS_MISMATCH")
        yield Case("a bucket too many", filled(chosen, [place] * (len(chosen) + 1)), "PICKS_MISMATCH")
        yield Case("the next bucket", filled(chosen, [len(shape.buckets)] * len(chosen)), "CANDIDATE_NOT_LISTED")
        yield Case("no such bucket", filled(chosen, [BEYOND] * len(chosen)), "CANDIDATE_NOT_LISTED")
    else:
        yield Case("a bucket where there is none", filled(chosen, [0] * len(chosen)), "PICKS_MISMATCH")


@pytest.mark.parametrize("shape", [questions.Subset, questions.Sequence, questions.Assignment])
async def test_whatever_is_not_listed_is_refused_and_leaves_the_match_as_it_was(
    calls: Calls, records: Store, shape: type
) -> None:
    live = stop_where(lambda match: wanted(match, shape) is not None)
    where = wanted(live, shape)
    assert where is not None
    table = await plant(calls, records, live)
    [decision] = (await table.view(where.seat)).decisions
    cases = list(spoilt(decision, where.option, where.pick))
    assert len(cases) >= 18
    async with unchanged(records, table.id):
        for case in cases:
            refused = await refusal(table.act(where.seat, case.answer))
            assert refused[:2] == (StatusCode.INVALID_ARGUMENT, case.reason), case.name
    await mended(table, decision, where)


async def mended(table: Table, decision: decision_pb2.Decision, where: Wanted) -> None:
    [option] = [option for option in decision.options if option.id == where.option]
    picks = [any_filling(Random(1), pick) for pick in option.picks]
    response = await table.act(where.seat, decision_pb2.Answer(decision=decision.id, option=option.id, picks=picks))
    assert response.outcome == pb.OUTCOME_APPLIED
