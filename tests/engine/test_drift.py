"""A replay that does not find what was stored says so, and never guesses."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engine.codec import Given, Record
from engine.match import Drift, Match
from engine.questions import Answer, Option, Question
from engine.ruleset import Ruleset
from tests.engine.playing import answer_one, every_answer, many_stops

replace = msgspec.structs.replace


def at_a_stop_with_a_tail() -> tuple[Record, Question, Given]:
    """A stored match, the last question that its tail answers, and that answer."""
    for match in many_stops(Ruleset(5)):
        if match.game.round and match.tail and len(match.open) == 1:
            (question,) = (decision.question for decision in match.open.values())
            copy = Match.resume(match.record())
            answer_one(copy, Random(0))
            if len(copy.tail) == len(match.tail) + 1:
                return copy.record(), question, copy.tail[-1]
    raise AssertionError("no such stop")


RECORD, QUESTION, LAST = at_a_stop_with_a_tail()


def with_last(given: Given) -> Record:
    return replace(RECORD, tail=(*RECORD.tail[:-1], given))


def test_the_record_as_it_was_stored_resumes() -> None:
    assert Match.resume(RECORD).record() == RECORD


def test_another_answer_in_the_tail_is_drift() -> None:
    others = [answer for answer in every_answer(QUESTION) if answer != LAST.answer]
    assert others
    for answer in others:
        with pytest.raises(Drift):
            Match.resume(with_last(replace(LAST, answer=answer)))


def test_an_answer_that_is_not_listed_is_drift() -> None:
    with pytest.raises(Drift, match="not listed"):
        Match.resume(with_last(replace(LAST, answer=Answer("no such option"))))


def test_an_answer_of_another_seat_is_drift() -> None:
    with pytest.raises(Drift, match="not asked"):
        Match.resume(with_last(replace(LAST, seat=(LAST.seat + 1) % 5)))


def test_an_answer_with_another_mark_is_drift() -> None:
    with pytest.raises(Drift, match="another question"):
        Match.resume(with_last(replace(LAST, mark=bytes(8))))


def test_a_missing_and_a_doubled_answer_are_drift() -> None:
    for tail in (RECORD.tail[:-1], RECORD.tail[1:], (*RECORD.tail, RECORD.tail[-1]), ()):
        with pytest.raises(Drift):
            Match.resume(replace(RECORD, tail=tail))


def test_other_open_questions_are_drift() -> None:
    (seat, decision, mark), *rest = RECORD.open
    for first in [(seat, decision, bytes(8)), (seat, decision + 1, mark), ((seat + 1) % 5, decision, mark)]:
        with pytest.raises(Drift, match="open questions"):
            Match.resume(replace(RECORD, open=(first, *rest)))
    with pytest.raises(Drift, match="open questions"):
        Match.resume(replace(RECORD, open=()))


def test_other_events_are_drift() -> None:
    with pytest.raises(Drift, match="events"):
        Match.resume(replace(RECORD, digest=bytes(8)))
    with pytest.raises(Drift, match="events"):
        Match.resume(replace(RECORD, event_count=RECORD.event_count + 1))


def test_a_rule_that_asks_otherwise_today_is_drift(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a stored match meets another version of the rules."""

    def reworded(option_id: str, *fields: object, **named: object) -> Option:
        return Option("stop" if option_id == "end" else option_id, *fields, **named)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr("engine.playing.Option", reworded)
    with pytest.raises(Drift):
        Match.resume(RECORD)


def test_a_rule_that_tells_otherwise_today_is_drift(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.match.encode_event", lambda event: repr(event).encode())
    with pytest.raises(Drift, match="events"):
        Match.resume(RECORD)
