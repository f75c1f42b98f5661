"""One server's calls, transport-neutral: for every method of the contract, who serves it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from google.protobuf import message_factory
from google.protobuf.descriptor import ServiceDescriptor
from sanguosha.v1 import (
    catalogue_service_pb2,
    lobby_service_pb2,
    match_service_pb2,
    replay_service_pb2,
    series_service_pb2,
    server_service_pb2,
    table_service_pb2,
)

from .access.auth import Keyring
from .backend import Backend
from .calls.about import About
from .calls.lifecycle import Lifecycle
from .calls.lobby import Lobby
from .calls.play import Play
from .calls.replays import Replays
from .calls.series import Contests
from .calls.tables import Tables
from .calls.watching import Watching
from .config.settings import Settings
from .fleet.handover import HandOver
from .method import Method
from .store import Store
from .telemetry.metrics import Metrics

SERVICES: tuple[ServiceDescriptor, ...] = tuple(
    service
    for file in (
        match_service_pb2,
        lobby_service_pb2,
        series_service_pb2,
        table_service_pb2,
        replay_service_pb2,
        catalogue_service_pb2,
        server_service_pb2,
    )
    for service in file.DESCRIPTOR.services_by_name.values()
)


class Application:
    """Every call checks its caller and its input before anything else."""

    def __init__(self, store: Store, keyring: Keyring, settings: Settings, metrics: Metrics) -> None:
        self.backend = Backend(store, keyring, settings, metrics)
        self.hand_over = HandOver(self.backend)
        self.play = Play(self.backend)
        self._calls = (
            Lifecycle(self.backend),
            self.play,
            Watching(self.backend, self.play),
            Lobby(self.backend),
            Contests(self.backend),
            Tables(self.backend),
            Replays(self.backend),
            About(self.backend),
        )

    def methods(self) -> Iterator[Method]:
        """Every method of the contract. Raises `LookupError` where nobody serves one."""
        for service in SERVICES:
            for descriptor in service.methods:
                request_class = message_factory.GetMessageClass(descriptor.input_type)
                yield self.hand_over.around(Method(descriptor, request_class, self.call(descriptor.name)))

    def call(self, method: str) -> Callable[..., Any]:
        """The implementation of a method: it is called as the method is, in Python's spelling."""
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", method).lower()
        for calls in self._calls:
            if hasattr(calls, name):
                implementation: Callable[..., Any] = getattr(calls, name)
                return implementation
        raise LookupError(f"nobody serves {method}")
