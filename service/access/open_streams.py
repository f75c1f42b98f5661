"""How many streams may be open at this server."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from ..config.settings import Settings
from ..errors import ServiceError
from .auth import Caller


class OpenStreams:
    """Of all callers together, and of each token, or key where there is no token; who has neither has no such bound."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.max_streams
        self._most_each = settings.max_streams_per_token
        self._open = 0
        self._each: dict[Hashable, int] = {}

    @contextmanager
    def opened(self, caller: Caller) -> Iterator[None]:
        """For as long as a stream is open. Raises LIMIT_REACHED."""
        who = caller.token or caller.key
        each = self._each.get(who, 0)
        if self._most and self._open >= self._most:
            raise ServiceError("LIMIT_REACHED", f"at most {self._most} streams at this server", limit="max_streams")
        if who and self._most_each and each >= self._most_each:
            said = f"at most {self._most_each} streams of one token or key"
            raise ServiceError("LIMIT_REACHED", said, limit="max_streams_per_token")
        self._open += 1
        self._each[who] = each + 1
        try:
            yield
        finally:
            self._open -= 1
            self._each[who] -= 1
            if not self._each[who]:
                del self._each[who]
