"""The Lua scripts. Each runs as one atomic step."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from redis.exceptions import NoScriptError

from service.store.wire import Wire


class Script:
    """A script with its flags (Redis 7): by them Redis decides beforehand whether it may run, so that it never stops
    half-way for want of memory or of the right to write."""

    def __init__(self, name: str, flags: str = "") -> None:
        folder = files("service.store") / "lua"
        parts = [(folder / f"{part}.lua").read_text() for part in ("common", name)]
        self._text = "\n".join([f"#!lua flags={flags}", *parts]).encode()
        self._hash = hashlib.sha1(self._text).hexdigest()

    async def run(self, wire: Wire, keys: Sequence[str], *arguments: str | bytes | int) -> Any:
        try:
            return await wire.call("EVALSHA", self._hash, len(keys), *keys, *arguments)
        except NoScriptError:  # nothing ran: the server was restarted, or is another one
            return await wire.call("EVAL", self._text, len(keys), *keys, *arguments)


CREATE: Final = Script("create")
COMMIT: Final = Script("commit")
DELETE: Final = Script("delete", "allow-oom")
CLAIM: Final = Script("claim")
LOAD: Final = Script("load", "no-writes")
EVENTS: Final = Script("events", "no-writes")
SAY: Final = Script("say")
SWAP: Final = Script("swap")
ANNOUNCE: Final = Script("announce")
