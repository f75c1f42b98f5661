"""A whole match of house players, as it reads to a person who sees every card and role: the log of `sgs watch`, and
between its lines who was asked what, with the options listed and the answer given."""

from __future__ import annotations

from collections.abc import Sequence

from sanguosha.v1 import decision_pb2, event_pb2, view_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.chance import SEED_BYTES
from engine.codec import encode_event
from engine.events import Event, RoundBegan
from engine.match import Decision, Match
from engine.questions import Answer, Assignment, Chosen, Pick, Question
from engine.ruleset import Ruleset
from engine.view import SPECTATOR, view
from service.catalogue import catalogue
from service.commands.asking import Asking
from service.commands.narrator import Narrator
from service.commands.watch import Telling
from service.commands.words import Words
from service.convert import decisions, events, views
from service.house import choose

PACKS = ("ex",)


def transcript(seats: int, seed: int) -> str:
    """The match of that many seats from that seed, from its beginning to its end."""
    match = Match.start(Ruleset(seats, packs=PACKS), seed.to_bytes(SEED_BYTES, "big"))
    lines = [f"A match of {seats} seats from seed {seed}, played by the house. Every card and role is shown."]
    reader = Reader(match, lines)
    while not match.over:
        reader.tell_events()
        seat = min(match.open)
        answer = choose(match, seat)
        reader.tell_decision(match.open[seat], answer)
        match.answer(seat, match.open[seat].id, answer)
    reader.tell_events()
    return "\n".join(lines) + "\n"


class Reader:
    """Reads on in a match, and writes down what is new."""

    def __init__(self, match: Match, lines: list[str]) -> None:
        self.match = match
        self.rules = match.game.rules
        self.words = Words(catalogue(()), "en")
        self.lines = lines
        self._chronicle = Chronicle(self.words)
        self._telling = Telling(self._chronicle, lines.append)
        self._told = 0

    def tell_events(self) -> None:
        for ordinal, event in enumerate(self.match.game.events[self._told :], self._told + 1):
            message = events.to_message(event, ordinal, witness(event, len(self.match.game.players)), self.rules)
            self._telling.tell(pb.Update(events=[message]))
            if isinstance(event, RoundBegan):
                self._tell_table()
        self._told = len(self.match.game.events)

    def _tell_table(self) -> None:
        seen = views.to_message(view(self.match.game, SPECTATOR), self.rules)
        seen.ClearField("turn_seat")
        for seat, player in zip(seen.seats, self.match.game.players, strict=True):
            seat.role = player.role
        self.lines += self.words.table(seen)

    def tell_decision(self, decision: Decision, answer: Answer) -> None:
        message = decisions.to_message(decision, self.rules)
        self.lines.append(self._chronicle.headed(Line(self.words, message).told(decision.question, answer)))


def witness(event: Event, seats: int) -> int:
    """Who sees most of the event: everybody, where it is public."""
    return max((SPECTATOR, *range(seats)), key=lambda viewer: len(encode_event(event.seen_by(viewer))))


class Chronicle(Narrator):
    """The log with its rounds and phases; a phase is named before the first line that is told of it."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._heading = ""

    def line(self, event: event_pb2.Event) -> str:
        match event.WhichOneof("event"):
            case "round_began":
                return f"\n==== Round {event.round_began.round}"
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
    """A decision on one line: who is asked, what, the options with what they take, and the answer."""

    def __init__(self, words: Words, decision: decision_pb2.Decision) -> None:
        super().__init__(words, view_pb2.MatchView(), decision, input, print)

    def told(self, question: Question, answer: Answer) -> str:
        offered = " | ".join(map(self._offered, self.decision.options))
        given = next(n for n, option in enumerate(question.options) if option.id == answer.option)
        picks = zip(self.decision.options[given].picks, question.options[given].picks, answer.picks, strict=True)
        filled = [self._filled(*pick) for pick in picks]
        answered = ": ".join([self._label(self.decision.options[given]), *filter(None, ["; ".join(filled)])])
        return f"   ? {self.words.seat(self.decision.seat)}: {self._sentence()} {offered} -> {answered}"

    def _offered(self, option: decision_pb2.Option) -> str:
        picks = "; ".join(map(self._takes, option.picks))
        return f"{self._label(option)} ({picks})" if picks else self._label(option)

    def _takes(self, pick: decision_pb2.Pick) -> str:
        shape = _shape(pick)
        count = str(shape.min) if shape.min == shape.max else f"{shape.min}-{shape.max}"
        places = ", ".join(self._short(bucket.to) for bucket in pick.assignment.buckets)
        return f"{count} of {', '.join(map(self._short, _listed(pick)))}" + (f" to {places}" if places else "")

    def _filled(self, told: decision_pb2.Pick, pick: Pick, chosen: Chosen) -> str:
        things = pick.items if isinstance(pick, Assignment) else pick.of
        items = [self.words.candidate(_listed(told)[things.index(item)], self.faces) for item in chosen.items]
        if not isinstance(pick, Assignment):
            return self.words.listed(items)
        places = [bucket.to for bucket in pick.buckets]
        takers = [told.assignment.buckets[places.index(to)].to for to in chosen.buckets]
        return self.words.listed([f"{item} to {self._short(to)}" for item, to in zip(items, takers, strict=True)])

    def _short(self, candidate: decision_pb2.Candidate) -> str:
        """Seats by their number alone."""
        if candidate.HasField("seat"):
            return f"[{candidate.seat}]"
        return "a hand card" if candidate.HasField("hand") else self.words.candidate(candidate, self.faces)


def _shape(pick: decision_pb2.Pick) -> decision_pb2.Subset | decision_pb2.Sequence | decision_pb2.Assignment:
    return pick.subset if pick.HasField("subset") else pick.sequence if pick.HasField("sequence") else pick.assignment


def _listed(pick: decision_pb2.Pick) -> Sequence[decision_pb2.Candidate]:
    return pick.assignment.items if pick.HasField("assignment") else _shape(pick).of
