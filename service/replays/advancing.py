"""A match played again from its log."""

from __future__ import annotations

from engine.match import Match, NotAsked
from engine.questions import IllegalAnswer
from engine.ruleset import Ruleset

from ..errors import ServiceError
from ..matches.stored import ABANDONED, CONCEDED, ELAPSED, REWOUND, STARTED, LogEntry


def advance(live: Match | None, entry: LogEntry, ruleset: Ruleset, seed: bytes) -> tuple[Match | None, bool]:
    """The match after one more entry of its log, and whether it is over. Raises DRIFT where the entry does not fit."""
    try:
        return advanced(live, entry, ruleset, seed)
    except (NotAsked, IllegalAnswer) as error:
        raise ServiceError("DRIFT", "the logged answers do not lead through the match") from error


def advanced(live: Match | None, entry: LogEntry, ruleset: Ruleset, seed: bytes) -> tuple[Match | None, bool]:
    """The same, for who wants to say what does not fit. Raises `NotAsked` and `IllegalAnswer`."""
    what = entry.answer.option if not entry.decision else ""
    if what == ABANDONED:
        return live, True
    if what == STARTED:
        if live is not None:
            raise NotAsked("the match has started already")
        live = Match.start(ruleset, seed)
    elif live is None:
        raise NotAsked("the match has not started")
    elif what == ELAPSED:
        live.elapse()
    elif what == REWOUND:
        live = Match.rewind(live.record())
    elif what == CONCEDED:
        live.concede(entry.seat)
    else:
        live.answer(entry.seat, entry.decision, entry.answer)
    return live, live.over
