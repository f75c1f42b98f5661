"""Reading what Redis answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def ms_of(time: tuple[bytes, bytes]) -> int:
    """The answer to TIME, in milliseconds."""
    seconds, microseconds = map(int, time)
    return seconds * 1000 + microseconds // 1000


def pairs(flat: list[Any]) -> Iterable[tuple[Any, Any]]:
    """The answer to WITHSCORES: members with their scores."""
    return zip(flat[::2], flat[1::2], strict=True)
