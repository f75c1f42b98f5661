"""Steps that several calls take: what a match comes to when it is started, answered, or its seats change hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.match import Match

from .errors import ServiceError
from .hosting import Hosted, Step
from .results import result_of
from .rules_version import rules_version
from .stored import ABANDONED, NOBODY, STARTED, LogEntry, State, Stored, happening


def played(live: Match, stored: Stored, log: Sequence[LogEntry] = ()) -> Step:
    """The match as it runs now, over or not."""
    stored = msgspec.structs.replace(stored, record=live.record(), rules_version=rules_version())
    if live.over and not stored.over:
        stored = revised(stored, state=State.FINISHED, result=result_of(live), paused=False, pause_requests=())
    return Step(stored, live, log=log)


def started(stored: Stored) -> Step:
    """A match in the lobby, run to its first questions."""
    live = Match.start(stored.ruleset, stored.seed)
    entry = happening(STARTED, NOBODY, rules_version())
    return played(live, revised(stored, state=State.PLAYING), (entry,))


def started_if_full(step: Step) -> Step:
    """The same step, followed by the start of a match that starts by itself when its seats are taken."""
    stored = step.stored
    full = stored.state == State.LOBBY and all(seat.taken for seat in stored.seats)
    return started(stored) if full and stored.terms.auto_start else step


def abandoned(hosted: Hosted) -> Step:
    """A match that cannot be brought up can be broken off all the same."""
    stored = revised(hosted.stored, state=State.ABANDONED, paused=False, pause_requests=())
    return Step(stored, hosted.sound, log=(happening(ABANDONED, NOBODY, rules_version()),))


def seated(stored: Stored, seat: int, **changed: Any) -> Stored:
    """With something of one seat changed."""
    seats = list(stored.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **changed)
    return revised(stored, seats=tuple(seats))


def revised(stored: Stored, **changed: Any) -> Stored:
    """With something changed that everybody sees in the match resource."""
    return msgspec.structs.replace(stored, revision=stored.revision + 1, **changed)


def returned(stored: Stored, seat: int) -> Stored:
    """The seat's player is there. Raises SEAT_CONCEDED."""
    found = stored.seats[seat]
    if found.conceded:
        raise ServiceError("SEAT_CONCEDED", "the seat has conceded")
    if found.away:
        return seated(stored, seat, away=False, missed=0)
    return missing(stored, seat, 0) if found.missed else stored


def unattended(stored: Stored, seat: int, **changed: Any) -> Stored:
    """The house plays the seat for its player. Without any player at the table a pause would have no end."""
    stored = no_pause_asked(seated(stored, seat, **{"away": True, **changed}), seat)
    return msgspec.structs.replace(stored, paused=stored.paused and not all(each.by_house for each in stored.seats))


def no_pause_asked(stored: Stored, seat: int) -> Stored:
    """With the seat's request for a pause taken back, if there was one."""
    asking = tuple(other for other in stored.pause_requests if other != seat)
    return msgspec.structs.replace(stored, pause_requests=asking)


def missing(stored: Stored, seat: int, missed: int) -> Stored:
    """The seat has missed that many deadlines in a row, which nobody else sees."""
    seats = list(stored.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], missed=missed)
    return msgspec.structs.replace(stored, seats=tuple(seats))
