"""What the source may not contain, and that each guard would see it."""

from __future__ import annotations

from statistics import median

import pytest

from tests.laws import guards
from tests.laws.guards import Source

MOST_LINES = 400
MEDIAN_SKILL = 10
ENGINE = guards.sources("engine")
# What the snippets below are read together with, so that names mean what they mean in the engine.
WORDS = """
class Deed: ...
class Suspension: ...
class Timing: ...
class Ask(Suspension): ...
class Damage(Deed[bool]):
    suffered = Timing()
    async def resolve(self, game): ...
async def skip(game): ...
def discard(ids) -> Damage:
    return Damage(ids)
"""


def snippet(body: str, path: str = "engine/snippet.py") -> list[Source]:
    return [Source("engine/words.py", WORDS), Source(path, body)]


def in_rule(*lines: str) -> list[Source]:
    return snippet("async def rule(self, game, me):\n" + "".join(f"    {line}\n" for line in lines))


def test_everything_made_is_awaited() -> None:
    assert guards.unawaited(ENGINE) == []


@pytest.mark.parametrize(
    "forgotten",
    [
        "Damage(me)",
        "Ask(me)",
        "discard(me)",
        "skip(game)",
        "self.suffered",
        "done = Damage(me)",
        "return Damage(me)",
        "return skip(game)",
        "return Damage(me).card",
        "assert Damage(me)",
        "hits = [skip(game)]",
    ],
)
def test_a_forgotten_await_is_seen(forgotten: str) -> None:
    assert len(guards.unawaited(in_rule(forgotten))) == 1


@pytest.mark.parametrize(
    "used",
    [
        "await Damage(me)",
        "await Damage(me).suffered",
        "return await Ask(me)",
        "hit = Damage(me); await hit",
        "await self.suffered",
        "self.hits = [Damage(foe) for foe in me]",
        "await skip(Damage(me))",
    ],
)
def test_what_is_awaited_now_or_later_is_no_fault(used: str) -> None:
    assert guards.unawaited(in_rule(used)) == []


def test_no_order_hangs_on_a_hash_seed() -> None:
    assert guards.sets(ENGINE) == []


@pytest.mark.parametrize(
    "unordered",
    [
        "for seat in {1, 2}: pass",
        "seats = set(me)",
        "seats = {p.seat for p in me}",
        "return sorted(frozenset(me))",
        "return me.keys() & game.keys()",
    ],
)
def test_a_set_in_a_rule_is_seen(unordered: str) -> None:
    assert len(guards.sets(in_rule(unordered))) == 1


def test_a_constant_set_may_be_asked_and_not_walked() -> None:
    constant = "OPEN = frozenset({'hand'})\n"
    assert guards.sets(snippet(constant + "def f(x): return x in OPEN")) == []
    assert len(guards.sets(snippet(constant + "def f(x): return [y for y in OPEN]"))) == 1


def test_the_engine_reaches_nothing_outside() -> None:
    assert guards.impure(ENGINE) == []


@pytest.mark.parametrize(
    "outside",
    [
        *("import time", "import random", "from datetime import datetime", "import asyncio", "import os"),
        *("from service import app", "import service.store", "import redis", "from secrets import token_bytes"),
        *("print(1)", "open('x')", "hash('x')", "id(self)"),
    ],
)
def test_a_way_outside_is_seen(outside: str) -> None:
    assert len(guards.impure(in_rule(outside))) == 1


def test_no_rule_keeps_anything_open_across_an_await() -> None:
    assert guards.kept_across_await(ENGINE) == []


@pytest.mark.parametrize(
    "kept",
    [
        "try: await Ask(me)\n    finally: me.stop()",
        "with game.without(1): await Ask(me)",
        "async with game: pass",
        "async for x in game: pass",
        "try: pass\n    except: pass",
        "yield 1",
    ],
)
def test_what_is_kept_across_an_await_is_seen(kept: str) -> None:
    assert len(guards.kept_across_await(in_rule(kept))) == 1


def test_a_finally_without_an_await_is_no_fault() -> None:
    assert guards.kept_across_await(in_rule("with game.without(1): options = game.list()")) == []


def test_no_rule_names_a_skill_of_another() -> None:
    assert guards.names_another_skill(ENGINE) == []


HEROES = """
class Skill: ...
class Wusheng(Skill): ...
class Paoxiao(Skill): ...
class Wushen(Skill, id="wu_shen"):
    lends = (Wusheng,)
    def f(self, me): return me.has({name!r})
class Roaring(Skill, id="paoxiao_left"):
    mark = "paoxiao"
"""


@pytest.mark.parametrize(("name", "faults"), [("wu_shen", 0), ("wusheng", 0), ("slash", 0), ("paoxiao", 1)])
def test_a_skill_may_name_itself_and_what_it_lends(name: str, faults: int) -> None:
    assert len(guards.names_another_skill(snippet(HEROES.format(name=name), "engine/heroes/x/y.py"))) == faults


def test_no_rule_outside_a_heros_file_names_its_skills() -> None:
    heroes = Source("engine/heroes/x/y.py", HEROES.format(name="wusheng"))
    turn = Source("engine/turn.py", "def f(me): return me.has('paoxiao')")
    assert len(guards.names_another_skill([heroes, turn])) == 1


def test_no_file_is_long() -> None:
    assert guards.too_long(guards.sources("engine", "service", "tests"), MOST_LINES) == []
    assert guards.too_long(snippet("x = 1\n" * 401), MOST_LINES) == ["engine/snippet.py: 401 lines"]


def test_a_skill_is_as_short_as_its_printed_text() -> None:
    sizes = {name: guards.code_lines(*place) for name, place in guards.skill_classes(ENGINE).items()}
    longest = max(sizes, key=lambda name: sizes[name])
    print(f"{len(sizes)} skills: median {median(sizes.values())} code lines, longest {longest} with {sizes[longest]}")
    assert median(sizes.values()) <= MEDIAN_SKILL


def test_code_lines_leave_out_prose() -> None:
    prose = '"""One.\n\n    Two."""\n\n    # three\n'
    source = Source("x.py", f"class A:\n    {prose}    x = 1\n\n    def f(self):\n        {prose}        return 1\n")
    assert guards.code_lines(source, source.classes[0]) == len(["class", "x", "def", "return"])
