"""What every call works with."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from .access.admission import Admission
from .access.auth import Caller, Keyring
from .access.open_streams import OpenStreams
from .config.settings import Settings
from .errors import ServiceError
from .fleet.announcing import Fleet
from .hosting import Host, Hosted
from .store import OutcomeUnknown, Store, StoreUnavailable
from .telemetry.metrics import Metrics
from .telling.spectators import Spectators

T = TypeVar("T")


class Backend:
    """One server's store, keys and settings, and whether it is stopping."""

    def __init__(self, store: Store, keyring: Keyring, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.keyring = keyring
        self.settings = settings
        self.metrics = metrics
        self.admission = Admission(keyring, settings)
        self.streams = OpenStreams(settings)
        self.host = Host(store, settings, metrics)
        metrics.max_streams.set(settings.max_streams)
        self.spectators = Spectators(store)
        self.fleet = Fleet(store)
        self.draining = False

    def drain(self) -> None:
        """Let every wait and stream end: their clients go on elsewhere."""
        self.draining = True
        self.store.wake_all()

    def require_creator(self, hosted: Hosted, caller: Caller) -> None:
        """A key for administration is as good as the creator's. Raises KEY_REQUIRED and NOT_CREATOR."""
        if self.keyring.require_host(caller) != hosted.stored.host and not caller.admin:
            raise ServiceError("NOT_CREATOR", "only the creator of the match may do this")

    async def now_ms(self) -> int:
        return await self.reaching(self.store.now_ms())

    async def reaching(self, call: Awaitable[T]) -> T:
        """A call of the store; raises STORE_UNAVAILABLE."""
        try:
            return await call
        except OutcomeUnknown as error:
            raise ServiceError(
                "STORE_UNAVAILABLE", "the outcome is unknown: repeat with the same request_id"
            ) from error
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error
