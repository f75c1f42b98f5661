"""Cursors: what a client has of a match, opaque to it."""

from __future__ import annotations

import re
from typing import NamedTuple
from zlib import crc32

from ..errors import ServiceError

BEGINNING = "0"
_FORM = re.compile(r"(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([0-9a-f]{8})", re.ASCII)


class Cursor(NamedTuple):
    """How many events and which revision of the match a client has, when the last message that it has was said (ms),
    and of which match all that is."""

    ordinal: int
    revision: int
    heard_ms: int
    tag: str

    def __str__(self) -> str:
        return f"{self.ordinal}.{self.revision}.{self.heard_ms}.{self.tag}"


def tag_of(match_id: str) -> str:
    """Tells the matches of one client apart; no secret."""
    return f"{crc32(match_id.encode()):08x}"


def read(text: str, match_id: str) -> Cursor | None:
    """None where the client has nothing. Raises FIELD_INVALID."""
    if not text:
        return None
    if text == BEGINNING:
        return Cursor(0, 0, 0, tag_of(match_id))
    form = _FORM.fullmatch(text)
    if form is None:
        raise ServiceError("FIELD_INVALID", "the cursor was not given by this server", field="cursor")
    ordinal, revision, heard_ms, tag = form.groups()
    return Cursor(int(ordinal), int(revision), int(heard_ms), tag)
