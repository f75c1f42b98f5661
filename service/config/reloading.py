"""Files that are taken up when they change, so that renewing what they hold takes no restart."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import structlog

from ..telemetry.metrics import Metrics
from .unusable_file import UnusableFile

POLL = 2.0  # seconds

T = TypeVar("T")
Stamp = tuple[int, ...]

log = structlog.get_logger(__name__)


class Reloading(Generic[T]):
    """Some files that belong together. `read` is called in a thread, and `take` in the event loop with what it returns;
    what cannot be used leaves things as they are."""

    def __init__(
        self, what: str, files: Sequence[str], read: Callable[[], T], take: Callable[[T], None], metrics: Metrics
    ) -> None:
        """Takes them up now. Raises `UnusableFile`."""
        self._what = what
        self._files = files
        self._read = read
        self._take = take
        self._metrics = metrics
        self._stamps = stamps(files)
        take(read())

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(POLL)
            await self.look()

    async def look(self) -> None:
        """Take the files up if any of them is another than before; once for each change, also where it fails."""
        found = await asyncio.to_thread(stamps, self._files)
        if found == self._stamps:
            return
        self._stamps = found
        outcome = "failed"
        try:
            self._take(await asyncio.to_thread(self._read))
            outcome = "taken"
            log.info("reloaded", what=self._what)
        except UnusableFile as error:
            log.error("reload_failed", what=self._what, said=str(error))
        except Exception as error:  # whatever it was: what is in use goes on, and is looked at again
            log.error("reload_failed", what=self._what, said=type(error).__name__)
        finally:
            self._metrics.reloads[self._what, outcome].inc()


def stamps(files: Sequence[str]) -> list[Stamp]:
    """Others as soon as the files are."""
    return [_stamp(file) for file in files]


def _stamp(file: str) -> Stamp:
    """Of what the path leads to: mounted secrets are links that are turned to another folder."""
    try:
        found = os.stat(file)
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_ino, found.st_size
