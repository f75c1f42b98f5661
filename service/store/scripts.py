"""The Lua scripts. Each runs as one atomic step."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from redis.exceptions import NoScriptError

from service.store.topology import Topology


class Script:
    """A script with its flags (Redis 7): by them Redis decides beforehand whether it may run, so that it never stops
    half-way for want of memory or of the right to write. A `replicated` one waits for replicas where that is asked
    for; so it writes again what it answers a repeat with: WAIT covers only what its own connection has written.
    """

    def __init__(self, name: str, flags: str = "", *, replicated: bool = False) -> None:
        folder = files("service.store") / "lua"
        parts = [(folder / f"{part}.lua").read_text() for part in ("common", name)]
        self._text = "\n".join([f"#!lua flags={flags}", *parts]).encode()
        self._replicated = replicated
        self._hash = hashlib.sha1(self._text).hexdigest()

    async def run(self, topology: Topology, keys: Sequence[str], *arguments: str | bytes | int) -> Any:
        call = topology.call_replicated if self._replicated else topology.call
        try:
            return await call(keys[0], "EVALSHA", self._hash, len(keys), *keys, *arguments)
        except NoScriptError:  # nothing ran: the server was restarted, or is another one
            return await call(keys[0], "EVAL", self._text, len(keys), *keys, *arguments)


CREATE: Final = Script("create", replicated=True)
COMMIT: Final = Script("commit", replicated=True)
DELETE: Final = Script("delete", "allow-oom", replicated=True)
DELETE_EXPIRED: Final = Script("delete", "allow-oom")
CLAIM: Final = Script("claim", "allow-oom")  # else no sweep gets as far as deleting what has expired
LOAD: Final = Script("load", "no-writes")
EVENTS: Final = Script("events", "no-writes")
REPLY: Final = Script("reply", "allow-oom", replicated=True)
SAY: Final = Script("say", replicated=True)
SWAP: Final = Script("swap", replicated=True)
ANNOUNCE: Final = Script("announce", "allow-oom")
