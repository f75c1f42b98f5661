"""Matches that this server cannot bring up, since they are in the midst of something that other rules have begun.

A server with those rules serves them. Where none is there a match waits, or it is taken back to its last quiet point
and goes on by the rules of today, if the operator has said so.
"""

from __future__ import annotations

import structlog

from engine.match import Match

from ..backend import Backend
from ..errors import ServiceError
from ..hosting import Hosted, Step
from ..matches.steps import played
from ..matches.stored import NOBODY, REWOUND, happening
from .announcing import Announcement
from .rules_version import rules_version

REASONS = ("RULES_VERSION_UNAVAILABLE", "PACK_UNAVAILABLE")
LEFT_MS = 60_000

log = structlog.get_logger(__name__)


async def who_can(backend: Backend, error: ServiceError) -> list[Announcement]:
    """The others that can serve it; none where this server can, now that the match was taken back. Raises the error
    where nobody can."""
    if error.reason not in REASONS:
        raise error
    await backend.reaching(backend.fleet.look_around())
    found = backend.fleet.who_can(error)
    if not found and not await _taken_back(backend, error):
        raise error
    return found


async def leave(backend: Backend, error: ServiceError, match_id: str) -> None:
    """Leave a due match to those who can serve it. Raises the error where nobody can."""
    for other in (await who_can(backend, error))[:1]:
        await backend.reaching(backend.store.servers.leave(match_id, other.rules_version, LEFT_MS))


async def _taken_back(backend: Backend, error: ServiceError) -> bool:
    match_id = error.metadata.get("name", "").removeprefix("matches/")
    if backend.settings.on_drift != "rewind" or error.reason != "RULES_VERSION_UNAVAILABLE" or not match_id:
        return False
    if not backend.fleet.has_lost(error.metadata["rules_version"]):
        return False

    def take_back(hosted: Hosted) -> Step | None:
        record = hosted.stored.record
        if record is None or hosted.fault is None or hosted.fault.reason != error.reason:
            return None  # somebody else was faster
        if hosted.stored.over:  # nothing follows the end of a match, not even for who wants to look at it
            raise hosted.fault.with_traceback(None)
        live = Match.rewind(record)
        return played(live, hosted.stored, (happening(REWOUND, NOBODY, rules_version()),))

    try:
        await backend.host.step(match_id, None, take_back)
    except ServiceError:
        raise
    except Exception as failed:  # what other rules have stored may not be read by ours at all
        log.error("rewind_failed", match=match_id, exc_info=failed)
        return False
    log.warning("match_rewound", match=match_id, rules_version=error.metadata.get("rules_version"))
    backend.metrics.rewinds.inc()
    return True
