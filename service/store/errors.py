"""What can go wrong between the service and Redis: what was not sent may be tried again, what was sent may not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from redis.exceptions import (
    AskError,
    AuthenticationError,
    BusyLoadingError,
    ClusterCrossSlotError,
    ClusterDownError,
    ConnectionError,
    MasterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TimeoutError,
    TryAgainError,
)


class StoreError(Exception):
    """Base of the errors of the store."""


class StoreUnavailable(StoreError):
    """Redis cannot be reached, or refuses to serve. Nothing was written."""


class BadAddress(StoreError):
    """The address of the store cannot be read. The message never quotes it: it may hold a password."""


class OutcomeUnknown(StoreError):
    """A write was sent, and then the connection broke or too few replicas had it in time: it happened once or not at
    all, or happened and may yet be lost.

    Repeat the call with the same request: if the write happened, its stored reply is the answer.
    """


class BadPageToken(StoreError):
    """The page token was not given out by this store."""


class NotConnected(ConnectionError):
    """No connection was to be had, so the command never left this process."""


class NotReplicated(RedisError):
    """The write happened, but fewer replicas than were asked for had it in time."""


_BROKEN: Final = (ConnectionError, TimeoutError, NotReplicated)
_REFUSED: Final = (
    *(AuthenticationError, BusyLoadingError, ClusterDownError, MasterDownError, NoPermissionError, OutOfMemoryError),
    *(ReadOnlyError, TryAgainError, NotConnected),
)
# Refusals for which redis-py has no class of its own.
_REFUSED_CODES: Final = ("BUSY", "MISCONF", "NOREPLICAS")


# A node of a cluster that was not called as one.
_ASTRAY: Final = (AskError, ClusterCrossSlotError)


@contextmanager
def reading() -> Iterator[None]:
    """Translates what a read fails with; it has no outcome to be unsure about."""
    try:
        with writing():
            yield
    except OutcomeUnknown as error:
        raise StoreUnavailable(str(error)) from error


@contextmanager
def writing() -> Iterator[None]:
    """Translates what a write fails with."""
    try:
        yield
    except _ASTRAY as error:
        raise StoreUnavailable(f"{error}: the address of a Redis Cluster begins with redis+cluster://") from error
    except _REFUSED as error:
        raise StoreUnavailable(str(error)) from error
    except _BROKEN as error:
        raise OutcomeUnknown(str(error)) from error
    except ResponseError as error:
        if str(error).startswith(_REFUSED_CODES):
            raise StoreUnavailable(str(error)) from error
        raise
