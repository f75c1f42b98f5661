"""A match that remembers what was asked, and every time somebody's play phase came to rest.

A play phase in which nothing can be done ends by itself, so a match may have gone on beyond the state that a scenario
speaks of: it is kept here.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.codec import decode_snapshot, encode_snapshot
from engine.game import Game
from engine.match import Match
from engine.questions import Question
from engine.rules import rules_of
from engine.state import Snapshot
from engine.words import Suspension


class Asked(NamedTuple):
    """A question that was open, and how many events came before it."""

    question: Question
    events: int


class Rest(NamedTuple):
    """Between two actions of a play phase: the stored state, and how many events and questions came before."""

    seat: int
    stored: bytes
    events: int
    asked: int

    def game(self) -> Game:
        snapshot = decode_snapshot(self.stored)
        return Game(rules_of(snapshot.ruleset), snapshot)


class WatchedMatch(Match):
    """A match with its questions and rests in the order they came."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__(snapshot)
        self.asked: list[Asked] = []
        self.rests: list[Rest] = []

    def suspend(self, suspension: Suspension) -> None:
        before = len(self.game.events)
        if suspension.kind == "PLAY":
            stored = encode_snapshot(self.game.snapshot())
            self.rests.append(Rest(suspension.seats[0], stored, before, len(self.asked)))
        super().suspend(suspension)
        self.asked += [Asked(decision.question, before) for _, decision in sorted(self.open.items())]
