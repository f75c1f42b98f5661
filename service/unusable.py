"""Matches that cannot be brought up: an alarm to the operator, for each of them once."""

from __future__ import annotations

from collections import OrderedDict

import structlog

from .errors import ServiceError
from .metrics import Metrics

MOST = 1000  # matches remembered

log = structlog.get_logger(__name__)


class Unusable:
    """Counts and logs a match once for each of its commits, however often it is called for."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._noted: OrderedDict[str, bytes] = OrderedDict()

    def note(self, match_id: str, commit: bytes, error: ServiceError) -> None:
        if self._noted.get(match_id) == commit:
            return
        self._noted[match_id] = commit
        while len(self._noted) > MOST:
            self._noted.popitem(last=False)
        self._metrics.count_fault(error)
        log.error("match_unusable", match=match_id, reason=error.reason)
