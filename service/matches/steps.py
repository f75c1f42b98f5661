"""Steps that several calls take: what a match comes to when it is started, answered, or its seats change hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.match import Match
from engine.ruleset import UnknownRuleset

from ..errors import ServiceError, without_pack
from ..fleet.rules_version import rules_version
from ..hosting import Hosted, Step
from .results import result_of
from .stored import ABANDONED, NOBODY, STARTED, LogEntry, State, Stored, happening


def played(live: Match, stored: Stored, log: Sequence[LogEntry] = (), kinds: Sequence[str] = ()) -> Step:
    """The match as it runs now, over or not. `kinds` are those of the decisions answered, one for each answer in the
    log."""
    stored = msgspec.structs.replace(stored, record=live.record(), rules_version=rules_version())
    if live.over and not stored.over:
        stored = revised(stored, state=State.FINISHED, result=result_of(live), paused=False, pause_requests=())
    return Step(stored, live, log=log, kinds=kinds)


def started(stored: Stored) -> Step:
    """A match in the lobby, run to its first questions. Raises PACK_UNAVAILABLE."""
    try:
        live = Match.start(stored.ruleset, stored.seed)
    except UnknownRuleset as error:
        raise without_pack(stored.rules_version, error) from error
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
    return revised(privately(stored, seat, **changed))


def revised(stored: Stored, **changed: Any) -> Stored:
    """With something changed that everybody sees in the match resource."""
    return msgspec.structs.replace(stored, revision=stored.revision + 1, **changed)


def returned(stored: Stored, seat: int, *, openly: bool = True) -> Stored:
    """The seat's player is there; everybody is told, unless that would tell that the seat was asked. Raises
    SEAT_CONCEDED."""
    found = stored.seats[seat]
    if found.conceded:
        raise ServiceError("SEAT_CONCEDED", "the seat has conceded")
    if found.away and openly:
        return seated(stored, seat, away=False, absent=False, missed=0)
    return privately(stored, seat, absent=False, missed=0) if found.absent or found.missed else stored


def unattended(stored: Stored, live: Match | None, seat: int, **changed: Any) -> Stored:
    """The house plays the seat for its player, and everybody is told. Without any player at the table a pause would
    have no end."""
    stored = no_pause_asked(seated(stored, seat, **{"away": True, "absent": True, **changed}), seat)
    return msgspec.structs.replace(stored, paused=stored.paused and bool(players(stored, live)))


def players(stored: Stored, live: Match | None) -> set[int]:
    """The living seats that somebody plays, as far as everybody knows: whose consent a pause takes."""
    alive = [player.seat for player in live.game.players if player.alive] if live else []
    return {seat for seat in alive if stored.seats[seat].has_player}


def no_pause_asked(stored: Stored, seat: int) -> Stored:
    """With the seat's request for a pause taken back, if there was one."""
    asking = tuple(other for other in stored.pause_requests if other != seat)
    return msgspec.structs.replace(stored, pause_requests=asking)


def privately(stored: Stored, seat: int, **changed: Any) -> Stored:
    """With something of one seat changed that nobody else sees."""
    seats = list(stored.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **changed)
    return msgspec.structs.replace(stored, seats=tuple(seats))
