"""Who may call, and how often: what every call of every transport passes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..config.settings import Settings
from ..errors import ServiceError
from .auth import Caller, Keyring
from .rates import Buckets


class Credentials(NamedTuple):
    """What a call carries. `peer` tells the address that it comes from, which only some calls are counted by."""

    authorization: str
    api_key: str
    peer: Callable[[], str]

    def __repr__(self) -> str:
        return "Credentials(...)"


class Admission:
    """Counts a call for the token it carries, else for its key, else for where it comes from."""

    def __init__(self, keyring: Keyring, settings: Settings) -> None:
        self._keyring = keyring
        self._seats = Buckets("calls_per_second", settings.calls_per_second)
        self._hosts = Buckets("host_calls_per_second", settings.host_calls_per_second)

    def admit(self, credentials: Credentials) -> Caller:
        """Raises TOKEN_INVALID, KEY_REQUIRED and RATE_EXCEEDED."""
        try:
            caller = self._keyring.caller(credentials.authorization, credentials.api_key)
        except ServiceError:
            self.count_peer(credentials)  # whoever tries out keys is slowed down
            raise
        if caller.introduced:
            return caller  # the server that hands the call over has counted it
        if caller.token is not None:
            self._seats.take(caller.token)
        elif caller.key:
            self._hosts.take(caller.key)
        else:
            self.count_peer(credentials)
        return caller

    def count_message(self, caller: Caller) -> None:
        """One more message on a stream of a seat. Raises RATE_EXCEEDED."""
        self._seats.take(caller.token)

    def count_peer(self, credentials: Credentials) -> None:
        """What is nobody's call. Raises RATE_EXCEEDED."""
        self._hosts.take(credentials.peer())
