"""A replica that dies between two calls of its store."""

from __future__ import annotations

import asyncio
from typing import Any

from service.store import OutcomeUnknown, Store, StoreUnavailable
from tests.service.replica import Replica

WRITES = ("create", "commit", "swap", "delete")


class Dying:
    """A store that fails at its nth call, before or after the call has happened, and from then on."""

    def __init__(self, store: Store, alive: int, happens: bool) -> None:
        self._store = store
        self._alive = alive
        self._happens = happens
        self.died = False

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if not asyncio.iscoroutinefunction(found):
            return found

        async def call(*which: Any, **how: Any) -> Any:
            if self.died:
                raise StoreUnavailable("dead")
            if self._alive == 0:
                self.died = True
                if self._happens:
                    await found(*which, **how)
                    raise OutcomeUnknown("died") if name in WRITES else StoreUnavailable("died")
                raise StoreUnavailable("died")
            self._alive -= 1
            return await found(*which, **how)

        return call


def dying_replica(store: Store, alive: int, happens: bool) -> tuple[Replica, Dying]:
    dying = Dying(store, alive, happens)
    return Replica(dying), dying
