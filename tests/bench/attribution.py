"""Where the time of a run goes: each wrapped function is charged what passes in it and in no other one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from inspect import isclass, iscoroutinefunction, isfunction
from time import perf_counter_ns
from types import ModuleType
from typing import Any


class Attribution:
    """`spent` has nanoseconds by part. A wrapped call inside another wrapped call is charged to its own part alone. An
    async call is charged with what its task waits for, so there must be one such task at a time."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.spent: Counter[str] = Counter()
        self._called: Counter[str] = Counter()  # how often a part was entered by a wrapped call
        self._calling: Counter[str] = Counter()  # how often a part has made one
        self._clock = clock
        self._part = ""
        self._since = clock()

    def enter(self, part: str) -> str:
        """Charge what passes from now on to a part; the part that was charged until now."""
        now = self._clock()
        before, self._part = self._part, part
        self.spent[before] += now - self._since
        self._since = now
        return before

    def has_called(self, part: str) -> bool:
        return self._called[part] > 0

    def clear(self) -> None:
        for counter in (self.spent, self._called, self._calling):
            counter.clear()

    def net(self) -> Counter[str]:
        """What was spent, without what the wrapping itself takes: of a call some falls into it, some to its caller."""
        within, around = _of_a_call(self._clock)
        return Counter(
            {
                part: max(0, spent - round(within * self._called[part] + around * self._calling[part]))
                for part, spent in self.spent.items()
            }
        )

    def wrapped(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        if iscoroutinefunction(function):
            return self._wrapped_async(part, function)

        @wraps(function)
        def charged(*arguments: Any, **named: Any) -> Any:
            before = self._enter_called(part)
            try:
                return function(*arguments, **named)
            finally:
                self.enter(before)

        return charged

    def _enter_called(self, part: str) -> str:
        self._called[part] += 1
        self._calling[self._part] += 1
        return self.enter(part)

    def _wrapped_async(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        async def charged(*arguments: Any, **named: Any) -> Any:
            before = self._enter_called(part)
            try:
                return await function(*arguments, **named)
            finally:
                self.enter(before)

        return charged


CALLS = 10_000


def _of_a_call(clock: Callable[[], int]) -> tuple[float, float]:
    """Nanoseconds that wrapping adds to a call: within it, and to its caller."""

    def nothing() -> None:
        return None

    def calls(call: Callable[[], None]) -> None:
        for _ in range(CALLS):
            call()

    attribution = Attribution(clock)
    attribution.wrapped("outer", lambda: calls(attribution.wrapped("inner", nothing)))()
    plain = Attribution(clock)
    plain.wrapped("outer", lambda: calls(nothing))()
    within = attribution.spent["inner"] / CALLS
    return within, (attribution.spent["outer"] - plain.spent["outer"]) / CALLS


@contextmanager
def attributed(
    parts: Mapping[str, Iterable[Callable[..., Any]]], clock: Callable[[], int] = perf_counter_ns
) -> Iterator[Attribution]:
    """Wrap functions and methods, wherever the engine and the service refer to them, while the context lasts;
    everything else is charged to the part "". Raises `RuntimeError` for a part that was never called."""
    attribution = Attribution(clock)
    charged = {function: attribution.wrapped(part, function) for part, some in parts.items() for function in some}
    replaced = [
        (holder, name, function)
        for holder in _holders("engine", "service")
        for name, function in vars(holder).items()
        if isfunction(function) and function in charged
    ]
    for holder, name, function in replaced:
        setattr(holder, name, charged[function])
    try:
        yield attribution
    finally:
        for holder, name, function in replaced:
            setattr(holder, name, function)
    if never := [part for part in parts if not attribution.has_called(part)]:
        raise RuntimeError(f"never called: {', '.join(never)}")


def plain_functions(*modules: ModuleType) -> list[Callable[..., Any]]:
    """The functions that the modules define, without those that are async."""
    return [
        function
        for module in modules
        for function in vars(module).values()
        if isfunction(function) and function.__module__ == module.__name__ and not iscoroutinefunction(function)
    ]


def _holders(*packages: str) -> list[Any]:
    """Their modules and classes."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] in packages]
    classes = [
        found
        for module in modules
        for found in vars(module).values()
        if getattr(found, "__module__", "") == module.__name__
    ]
    return [*modules, *filter(isclass, classes)]
