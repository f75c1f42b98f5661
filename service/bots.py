"""House players: legal, quick and not suicidal. They see what their seat sees, and no more."""

from __future__ import annotations

from engine.match import Match
from engine.questions import Answer


def choose(live: Match, seat: int) -> Answer:
    """The answer of the house to the seat's open decision."""
    return live.open[seat].question.default
