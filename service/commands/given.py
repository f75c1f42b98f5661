"""Files and folders that a command is given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class BadPath(Exception):
    """One that cannot be read or written; the message says which option or argument gave it, and why."""


@contextmanager
def given(by: str, path: Path) -> Iterator[None]:
    """Raises `BadPath` where something is done to the path that cannot be done."""
    try:
        yield
    except OSError as error:
        raise BadPath(f"{by}: {path}: {error.strerror or error}") from error
