"""A whole match of house players, as it reads to a person who sees every card and role: the log of `sgs watch`, and
between its lines who was asked what, with the options listed and the answer given."""

from __future__ import annotations

from sanguosha.v1 import match_service_pb2 as pb

from engine.chance import SEED_BYTES
from engine.events import RoundBegan
from engine.match import Decision, Match
from engine.questions import Answer
from engine.ruleset import Ruleset
from engine.view import EVERYTHING, view
from service.commands.chronicle import Chronicle, Line
from service.commands.watch import Telling
from service.commands.words import Language, Words
from service.convert import decisions, events, views
from service.convert.catalogue import catalogue
from service.house import choose


def transcript(ruleset: Ruleset, seed: int) -> str:
    """The match of that ruleset from that seed, from its beginning to its end."""
    match = Match.start(ruleset, seed.to_bytes(SEED_BYTES, "big"))
    lines = [f"A match of {ruleset.seats} seats from seed {seed}, played by the house. Every card and role is shown."]
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

    def __init__(self, match: Match, lines: list[str], language: Language = "en") -> None:
        self.match = match
        self.rules = match.game.rules
        self.words = Words(catalogue(()), language, match.game.ruleset.mode)
        self.lines = lines
        self._chronicle = Chronicle(self.words)
        self._telling = Telling(self._chronicle, lines.append)
        self._told = 0

    def tell_events(self) -> None:
        for ordinal, event in enumerate(self.match.game.events[self._told :], self._told + 1):
            message = events.unveiled(event, ordinal, self.rules)
            self._telling.tell(pb.Update(events=[message]))
            if isinstance(event, RoundBegan):
                self._tell_table()
        self._told = len(self.match.game.events)

    def _tell_table(self) -> None:
        seen = views.to_message(view(self.match.game, EVERYTHING), self.rules)
        seen.ClearField("turn_seat")
        self.lines += self.words.table(seen)

    def tell_decision(self, decision: Decision, answer: Answer) -> None:
        message = decisions.to_message(decision, self.rules)
        self.lines.append(self._chronicle.headed(Line(self.words, message).told(decision.question, answer)))
