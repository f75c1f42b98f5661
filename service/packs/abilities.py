"""Whether what the skills of a pack declare is what the engine reads: a word it does not know would say nothing."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import get_args

from engine.skill import Ability, Active, Manner, Modifier, Provider, Query, Scope, Skill, Tag, Trigger, ViewAs


def unreadable(skill: type[Skill]) -> Iterator[str]:
    """Everything that the engine would pass over, or fall over in a match."""
    yield from _unknown(skill.id, "the tag", skill.tags, get_args(Tag))
    match skill.cost:
        case None | (str(), int()):
            pass
        case _:
            yield f"{skill.id} has the cost {skill.cost!r}: it is a mark and how many, like ('wrath', 2)"
    made = skill()
    for ability in (*made.triggers, *made.actives, *made.views, *made.providers, *made.modifiers, *made.filters):
        yield from _ability(f"{skill.id}.{ability.name}", ability)


def _ability(where: str, ability: Ability) -> Iterator[str]:
    given: Iterable[str] = ()
    plain = False
    match ability:
        case Modifier():
            yield from _unknown(where, "the number", [ability.query], get_args(Query))
            plain = True
        case Active():
            yield from _unknown(where, "the span", [ability.once] if ability.once else [], get_args(Scope))
            given = (*ability.picks, *(["players"] if ability.each else []))
        case Trigger():
            given = ability.picks
        case ViewAs() | Provider():
            yield from _unknown(where, "the manner", ability.manners, get_args(Manner))
        case _:
            plain = True
    if inspect.iscoroutinefunction(ability.function) is plain:
        yield f"{where} is to be a plain function, def" if plain else f"{where} is to be a coroutine, async def"
    elif isinstance(ability, Active | Trigger):
        try:
            inspect.signature(ability.function).bind(None, None, None, **dict.fromkeys(given))
        except TypeError as error:
            names = ", ".join(["game", "me", "the deed", *given])
            yield f"{where} is called with {names}: {error}"


def _unknown(where: str, what: str, words: Iterable[str], known: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        if word not in known:
            yield f"{where} has {what} {word!r}: there are {', '.join(known)}"
