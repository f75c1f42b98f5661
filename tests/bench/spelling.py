"""What a rule costs to say: `await` against `yield`, and what it costs on the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator
from types import CoroutineType, GeneratorType
from typing import Any

from engine.game import Game
from engine.match import Match
from engine.ruleset import Ruleset
from engine.table import Table
from engine.words import Deed, Timing

from .report import Figure, Part

HOW = (
    "The same rule says the same deed many times over. The first two rows share one loop, without the table's checks, "
    "and differ in the spelling alone; the others run on the table of a real match. CPU time each, the least of the "
    "rounds."
)


class Awaited(Deed[None]):
    """Its rule is a coroutine, as almost every rule is."""

    done = Timing()

    async def resolve(self, game: Game) -> None:
        return None


class Plain(Deed[None]):
    """Its rule is a function: it neither asks nor causes anything."""

    def resolve(self, game: Game) -> None:
        return None


class Yielded:
    """The same deed in the other spelling."""

    def resolve(self, game: Game) -> Generator[Any, Any, None]:
        return None
        yield


def run(quick: bool, runs: int) -> Part:
    count, rounds = (100, 1) if quick else (20_000, 2 * runs + 1)
    match = Match.start(Ruleset(5), bytes(16))
    game, table = match.game, Table(match.game)

    def on_table(rule: Callable[[int], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        def work() -> None:
            table.begin(rule(count))
            table.advance()

        return work

    awaiting, yielding = (
        _nanoseconds(lambda: _loop(game, _await_deeds(count), CoroutineType), count, rounds),
        _nanoseconds(lambda: _loop(game, _yield_deeds(count), GeneratorType), count, rounds),
    )
    return Part(
        HOW,
        [
            Figure("a deed, `await`", f"{awaiting:.0f} ns"),
            Figure("a deed, `yield`", f"{yielding:.0f} ns"),
            Figure("· what `await` adds", f"{awaiting - yielding:.0f} ns"),
            Figure("a deed on the table", f"{_nanoseconds(on_table(_await_deeds), count, rounds):.0f} ns"),
            Figure("a deed that is a function", f"{_nanoseconds(on_table(_await_plain), count, rounds):.0f} ns"),
            Figure("a moment nobody waits for", f"{_nanoseconds(on_table(_await_moments), count, rounds):.0f} ns"),
            Figure(
                "a coroutine made and run out",
                f"{_nanoseconds(lambda: _exhaust(_coroutine, count), count, rounds):.0f} ns",
            ),
            Figure(
                "a generator made and run out",
                f"{_nanoseconds(lambda: _exhaust(_generator, count), count, rounds):.0f} ns",
            ),
        ],
    )


async def _await_deeds(count: int) -> None:
    for _ in range(count):
        await Awaited()


async def _await_plain(count: int) -> None:
    for _ in range(count):
        await Plain()


async def _await_moments(count: int) -> None:
    deed = Awaited()
    for _ in range(count):
        await deed.done


def _yield_deeds(count: int) -> Generator[Any, Any, None]:
    for _ in range(count):
        yield Yielded()


def _loop(game: Game, rule: Any, kind: type) -> None:
    """The shortest loop that performs deeds."""
    stack, value = [rule], None
    while stack:
        try:
            word = stack[-1].send(value)
        except StopIteration as end:
            stack.pop()
            value = end.value
            continue
        value = word.resolve(game)
        if isinstance(value, kind):
            stack.append(value)
            value = None


async def _coroutine() -> None:
    return None


def _generator() -> Generator[Any, Any, None]:
    return None
    yield


def _exhaust(make: Callable[[], Any], count: int) -> None:
    for _ in range(count):
        rule = make()
        try:
            rule.send(None)
        except StopIteration:
            continue


def _nanoseconds(work: Callable[[], None], count: int, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - began)
    return min(times) / count
