"""Matches that cannot be brought up: told to the operator, of each of them once."""

from __future__ import annotations

import structlog
from grpc import StatusCode

from ..errors import ServiceError
from ..recent import Recent
from .metrics import Metrics

MOST = 1000  # matches remembered

log = structlog.get_logger(__name__)


class UnusableMatches:
    """Counts and logs a match once for each of its commits, however often it is called for."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._noted = Recent[str, bytes](MOST)

    def note(self, match_id: str, commit: bytes, error: ServiceError) -> None:
        if self._noted.get(match_id) == commit:
            return
        self._noted[match_id] = commit
        self._metrics.count_fault(error)
        if error.code == StatusCode.UNAVAILABLE:  # another server may have what it takes
            log.warning("match_waits", match=match_id, reason=error.reason)
        else:
            log.error("match_unusable", match=match_id, reason=error.reason)
