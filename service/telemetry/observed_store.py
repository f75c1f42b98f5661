"""The store's calls, timed, and their faults counted."""

from __future__ import annotations

import inspect
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from redis.exceptions import RedisError

from ..store import OutcomeUnknown, Store, StoreUnavailable
from ..store.open_count import OpenCount
from ..store.servers import Servers
from .metrics import Metrics

P = ParamSpec("P")
T = TypeVar("T")


def _operations_of(kind: type[Store | Servers | OpenCount]) -> list[str]:
    found = inspect.getmembers(kind, inspect.iscoroutinefunction)
    return [name for name, _ in found if not name.startswith("_") and name != "close"]


OPERATIONS = tuple(sorted(name for kind in (Store, Servers, OpenCount) for name in _operations_of(kind)))
UNAVAILABLE, UNKNOWN, FAILED = "unavailable", "unknown", "failed"


def observe(store: Store, metrics: Metrics) -> None:
    """From now on, every call of this store is counted."""
    wrap_operations(store, lambda call, operation: _observed(call, operation, metrics))


def wrap_operations(store: Store, wrap: Callable[[Any, str], Any]) -> None:
    """From now on, every call of this store is what `wrap` makes of it and its name."""
    for part in (store, store.servers, store.open_matches, store.open_series):
        for operation in _operations_of(type(part)):
            setattr(part, operation, wrap(getattr(part, operation), operation))


def _observed(call: Callable[P, Awaitable[T]], operation: str, metrics: Metrics) -> Callable[P, Awaitable[T]]:
    seconds = metrics.store_seconds[(operation,)]
    errors = {outcome: metrics.store_errors[operation, outcome] for outcome in (UNAVAILABLE, UNKNOWN, FAILED)}

    @wraps(call)
    async def observed(*given: P.args, **named: P.kwargs) -> T:
        began = time.perf_counter()
        try:
            return await call(*given, **named)
        except StoreUnavailable:
            errors[UNAVAILABLE].inc()
            raise
        except OutcomeUnknown:
            errors[UNKNOWN].inc()
            raise
        except RedisError:
            errors[FAILED].inc()
            raise
        finally:
            seconds.observe(time.perf_counter() - began)

    return observed
