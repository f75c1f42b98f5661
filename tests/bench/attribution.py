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
    """`spent` has nanoseconds by part. A wrapped call inside another wrapped call is charged to its own part alone."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._part = ""
        self._since = perf_counter_ns()

    def enter(self, part: str) -> str:
        """Charge what passes from now on to a part; the part that was charged until now."""
        now = perf_counter_ns()
        before, self._part = self._part, part
        self.spent[before] += now - self._since
        self._since = now
        return before

    def wrapped(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def charged(*arguments: Any, **named: Any) -> Any:
            before = self.enter(part)
            try:
                return function(*arguments, **named)
            finally:
                self.enter(before)

        return charged


@contextmanager
def attributed(parts: Mapping[str, Iterable[Callable[..., Any]]]) -> Iterator[Attribution]:
    """Wrap functions and methods, wherever the engine refers to them, while the context lasts; everything else is
    charged to the part "". Not for async functions: calling one does nothing yet."""
    attribution = Attribution()
    charged = {function: attribution.wrapped(part, function) for part, some in parts.items() for function in some}
    replaced = [
        (holder, name, function)
        for holder in _holders()
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


def plain_functions(*modules: ModuleType) -> list[Callable[..., Any]]:
    """The functions that the modules define, without those that are async."""
    return [
        function
        for module in modules
        for function in vars(module).values()
        if isfunction(function) and function.__module__ == module.__name__ and not iscoroutinefunction(function)
    ]


def _holders() -> list[Any]:
    """The modules of the engine and their classes."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "engine"]
    classes = [
        found
        for module in modules
        for found in vars(module).values()
        if getattr(found, "__module__", "") == module.__name__
    ]
    return [*modules, *filter(isclass, classes)]
