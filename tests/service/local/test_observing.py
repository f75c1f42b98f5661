"""The numbers of an observation are those of the seat's view and decision, each in its place."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from sanguosha.v1 import decision_pb2, view_pb2

from service.local import LocalMatch
from service.local.drafting import CHOICES, SLOTS, Draft
from service.local.layout import ASKED, CARDS, HEROES, PHASES, ROLES, ROW, SEAT, SIZE, SLICES, STAGES, SUITS, TABLE
from service.local.observing import Numbers, mask, observe
from tests.service.playing import any_answer


def some(seed: int, answers: int) -> LocalMatch:
    match, rng = LocalMatch.of(5, seed=seed), Random(seed)
    for _ in range(answers):
        decision = match.decisions()[0]
        match.answer(any_answer(rng, decision), decision.seat)
    return match


def seat_rows(numbers: Numbers) -> Numbers:
    return numbers[SLICES["seats"]].reshape(-1, SEAT.width)


def rows(numbers: Numbers) -> Numbers:
    return numbers[SLICES["rows"]].reshape(SLOTS, ROW.width)


def test_the_parts_are_side_by_side() -> None:
    ends = [0]
    for part in SLICES.values():
        assert part.start == ends[-1]
        ends.append(part.stop)
    assert ends[-1] == SIZE


def test_seats_count_from_the_viewer() -> None:
    match = some(1, 30)
    for viewer in range(5):
        seen = match.view(viewer)
        numbers = observe(seen, None)
        table = numbers[SLICES["table"]]
        assert table[TABLE.at["turn"] + (seen.turn_seat - viewer) % 5] == 1
        assert table[TABLE.at["phase"] + PHASES[seen.phase]] == 1
        assert table[TABLE.at["draw_pile"]] == seen.draw_pile_count
        for seat in seen.seats:
            row = seat_rows(numbers)[(seat.seat - viewer) % 5]
            assert (row[SEAT.at["hp"]], row[SEAT.at["hand"]]) == (seat.hp, seat.hand_count)
            assert row[SEAT.at["hero"] + HEROES[seat.hero]] == 1
            roles = row[SEAT.at["role"] : SEAT.at["role"] + len(ROLES)]
            assert roles.sum() == bool(seat.role)
            assert not seat.role or roles[ROLES[seat.role]] == 1
        assert not seat_rows(numbers)[5:].any()
        assert numbers[SLICES["hand"]].sum() == len(seen.seats[viewer].hand)
        for face in seen.seats[viewer].hand:
            assert numbers[SLICES["hand"]][CARDS[face.name] * SUITS + face.suit - 1] >= 1


def test_who_is_not_asked_sees_no_decision() -> None:
    numbers = observe(some(1, 30).view(0), None)
    assert not numbers[SLICES["asked"]].any()
    assert not rows(numbers).any()
    assert not mask(None).any()
    assert len(mask(None)) == CHOICES


def test_rows_are_what_is_listed_and_the_mask_what_is_legal() -> None:
    match = some(1, 30)
    decision = match.decisions()[0]
    assert len(decision.options) > 1
    draft = Draft(decision)
    numbers = observe(match.view(decision.seat), draft)
    assert rows(numbers)[:, ROW.at["present"]].sum() == len(decision.options)
    assert np.flatnonzero(mask(draft)).tolist() == draft.legal
    asked = numbers[SLICES["asked"]]
    assert asked[ASKED.at["asked"]] == 1
    assert asked[ASKED.at["kind"] + decision.kind - 1] == 1
    assert asked[ASKED.at["stage"] + STAGES["option"]] == 1


def test_what_is_beyond_a_number_counts_as_the_most() -> None:
    seats = [view_pb2.SeatView(seat=0, hp=-1000, hand_count=1000)]
    seen = view_pb2.MatchView(viewer=0, draw_pile_count=10_000, seats=seats)
    numbers = observe(seen, None)
    assert numbers[SLICES["table"]][TABLE.at["draw_pile"]] == 127
    assert (seat_rows(numbers)[0][SEAT.at["hp"]], seat_rows(numbers)[0][SEAT.at["hand"]]) == (-128, 127)


def test_a_word_that_is_not_known_is_passed_over() -> None:
    seats = [view_pb2.SeatView(seat=0, hero="of a later pack", skills=["new"])]
    option = decision_pb2.Option(id="new", skill="new", as_card="new")
    decision = decision_pb2.Decision(
        id=1, kind=decision_pb2.DECISION_KIND_PLAY, options=[option, decision_pb2.Option(id="pass")]
    )
    numbers = observe(view_pb2.MatchView(viewer=0, phase="new", seats=seats), Draft(decision))
    assert rows(numbers)[0].sum() == 1
    assert rows(numbers)[1][ROW.at["declines"]] == 1


def test_a_spectator_makes_no_observation() -> None:
    with pytest.raises(ValueError, match="spectator"):
        observe(some(1, 0).view(), None)
