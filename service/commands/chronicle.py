"""A match with its decisions, for people: the narrator's lines, and between them who was asked what and said what."""

from __future__ import annotations

from collections.abc import Sequence

from sanguosha.v1 import decision_pb2, event_pb2, view_pb2

from engine.questions import Answer, Assignment, Chosen, Pick, Question

from .asking import Asking
from .narrator import Narrator
from .words import Words


class Chronicle(Narrator):
    """The log with its rounds and phases; a phase is named before the first line that is told of it."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._heading = ""

    def line(self, event: event_pb2.Event) -> str:
        match event.WhichOneof("event"):
            case "round_began":
                number = event.round_began.round
                return f"\n==== {self.words.either(f'第 {number} 轮', f'Round {number}')}"
            case "phase_began":
                self._heading = f" -- {self.words.term('phase', event.phase_began.phase)}\n"
            case "turn_ended" | "match_ended":
                self._heading = ""
        line = super().line(event)
        return self.headed(line) if line else ""

    def headed(self, line: str) -> str:
        """The line, beneath the name of a phase that was not told yet."""
        heading, self._heading = self._heading, ""
        return heading + line


class Line(Asking):
    """A decision on one line: who was asked, what, and the answer."""

    def __init__(self, words: Words, decision: decision_pb2.Decision) -> None:
        super().__init__(words, view_pb2.MatchView(), decision, input, print)

    def told(self, question: Question, answer: Answer) -> str:
        """With the options, and what they take."""
        offered = " | ".join(map(self._offered, self.decision.options))
        return f"{self._asked()} {offered} -> {self._given(question, answer)}"

    def answered(self, question: Question, answer: Answer, by: str) -> str:
        """With who answered."""
        return f"{self._asked()} -> {self._given(question, answer)} ({by})"

    def _asked(self) -> str:
        return f"   ? {self.words.seat(self.decision.seat)}: {self._sentence()}"

    def _given(self, question: Question, answer: Answer) -> str:
        given = next(n for n, option in enumerate(question.options) if option.id == answer.option)
        picks = zip(self.decision.options[given].picks, question.options[given].picks, answer.picks, strict=True)
        filled = [self._filled(*pick) for pick in picks]
        return ": ".join([self._label(self.decision.options[given]), *filter(None, ["; ".join(filled)])])

    def _offered(self, option: decision_pb2.Option) -> str:
        picks = "; ".join(map(self._takes, option.picks))
        return f"{self._label(option)} ({picks})" if picks else self._label(option)

    def _takes(self, pick: decision_pb2.Pick) -> str:
        shape = _shape(pick)
        count = str(shape.min) if shape.min == shape.max else f"{shape.min}-{shape.max}"
        places = ", ".join(self._short(bucket.to) for bucket in pick.assignment.buckets)
        return f"{count} of {', '.join(map(self._short, _listed(pick)))}" + (f" to {places}" if places else "")

    def _filled(self, told: decision_pb2.Pick, pick: Pick, chosen: Chosen) -> str:
        items = [self.words.candidate(_listed(told)[pick.listed.index(item)], self.faces) for item in chosen.items]
        if not isinstance(pick, Assignment):
            return self.words.listed(items)
        places = [bucket.to for bucket in pick.buckets]
        takers = [self._short(told.assignment.buckets[places.index(to)].to) for to in chosen.buckets]
        to = self.words.either("给", " to ")
        return self.words.listed([f"{item}{to}{taker}" for item, taker in zip(items, takers, strict=True)])

    def _short(self, candidate: decision_pb2.Candidate) -> str:
        """Seats by their number alone."""
        if candidate.HasField("seat"):
            return f"[{candidate.seat}]"
        if candidate.HasField("hand"):
            return self.words.either("一张手牌", "a hand card")
        return self.words.candidate(candidate, self.faces)


def _shape(pick: decision_pb2.Pick) -> decision_pb2.Subset | decision_pb2.Sequence | decision_pb2.Assignment:
    return pick.subset if pick.HasField("subset") else pick.sequence if pick.HasField("sequence") else pick.assignment


def _listed(pick: decision_pb2.Pick) -> Sequence[decision_pb2.Candidate]:
    shape = _shape(pick)
    return shape.items if isinstance(shape, decision_pb2.Assignment) else shape.of
