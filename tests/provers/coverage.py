"""Which scenarios bring into play which abilities and cards, as seen while they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from engine.rules import Rules
from engine.skill import Active, Provider, Trigger, ViewAs
from service.scenario import Failed, Malformed, Scenario, load, run

from .mutants import (
    DISABLED,
    HOOKS,
    abilities,
    ability_id,
    become,
    become_mode,
    changed,
    considered,
    lendings,
    replace,
)

SCENARIOS = Path(__file__).parents[1] / "scenarios"

Note = Callable[[str], None]


@cache
def scenarios() -> tuple[Scenario, ...]:
    return tuple(scenario for path in sorted(SCENARIOS.rglob("*.yaml")) for scenario in load(path))


@cache
def covering() -> dict[str, tuple[Scenario, ...]]:
    """By ability, method or field of a kind, and skill: the scenarios in which it was invoked or looked up. Those that
    bring the least else into play come first."""
    reached: dict[Any, dict[str, None]] = {}
    noted: dict[str, None] = {}
    with changed(lambda rules: watch(rules, lambda what: noted.setdefault(what))):
        for n, scenario in enumerate(scenarios()):
            with suppress(Failed, Malformed):  # one that fails as it is notices nothing
                run(scenario, paranoid=False)
                reached[n] = noted
            noted = {}
    found: dict[str, list[int]] = {}
    for n in sorted(reached, key=lambda n: len(reached[n])):
        for what in dict.fromkeys([*reached[n], *(what.partition(".")[0] for what in reached[n] if "." in what)]):
            found.setdefault(what, []).append(n)
    return {what: tuple(scenarios()[n] for n in listed) for what, listed in found.items()}


@cache
def _texts() -> dict[int, str]:
    return {id(one): f"{one.setup} {[step.content for step in one.steps]}" for one in scenarios()}


def text_of(scenario: Scenario) -> str:
    """All that is written in its table and steps."""
    return _texts()[id(scenario)]


def watch(rules: Rules, note: Note) -> None:
    """Let every ability and every kind note when it is thought of and when it is called."""
    for skill in rules.skills:
        for ability in abilities(skill):
            what = ability_id(ability)
            replace(rules, what, {"function": noting(ability.function, what, note)})
        for ability in abilities(skill):
            _watch_consideration(ability, note)
        for name in lendings(skill):
            setattr(skill, name, noting(getattr(skill, name), f"{skill.id}.{name}", note))
    for kind in rules.kinds.values():
        become(rules, kind.id, dict(_watched(type(kind), kind.id, note)))
    mode = type(rules.mode)
    hooks = {name: noting(getattr(mode, name), f"{rules.mode.id}:{name}", note) for name in HOOKS}
    become_mode(rules, rules.mode.id, hooks)


def noting(function: Callable[..., Any], what: str, note: Note) -> Callable[..., Any]:
    def noted(*about: Any, **given: Any) -> Any:
        note(what)
        return function(*about, **given)

    return noted


def _watch_consideration(ability: Any, note: Note) -> None:
    what = considered(ability_id(ability))
    kind = type(ability)
    if isinstance(ability, (Trigger, Active)):
        ability.is_ready = noting(ability.is_ready, what, note)  # type: ignore[method-assign]  # to look on
    elif isinstance(ability, (ViewAs, Provider)):
        looked_up = property(noting(lambda self: self.__dict__["manners"], what, note))
        ability.__class__ = type(kind.__name__, (kind,), {"manners": looked_up})


def _watched(kind: type[Any], kind_id: str, note: Note) -> Iterable[tuple[str, Any]]:
    for name in DISABLED:
        member = getattr(kind, name, None)
        if callable(member):
            yield name, noting(member, f"{kind_id}:{name}", note)
        elif member is not None:
            yield name, property(noting(lambda _, member=member: member, f"{kind_id}:{name}", note))
