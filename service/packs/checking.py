"""Whether what a distribution brings is a pack, and goes with those there are: said at the start, not in a match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar, get_args

from engine import texts
from engine.cards.kind import CardType, Kind
from engine.hero import Hero, Kingdom, Sex
from engine.pack import Pack
from engine.packs import PACKS
from engine.skill import Skill

from .abilities import unreadable

ID = re.compile(r"[a-z][a-z0-9_]*")
FACE = re.compile(r"[SHCD](A|[2-9]|10|J|Q|K)")


class Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=Named)


def faults(pack: object) -> list[str]:
    """Everything that is wrong with it; nothing where it can be registered."""
    if not isinstance(pack, Pack):
        return [f"it is no engine.pack.Pack but {type(pack).__name__}"]
    if shape := list(_of_another_shape(pack)):
        return shape
    return [*_taken(pack), *_cards(pack), *_heroes(pack), *_rules(pack), *_texts(pack)]


def _of_another_shape(pack: Pack) -> Iterator[str]:
    """What could not even be looked at."""
    for hero in pack.heroes:
        if not isinstance(hero, Hero):
            yield f"{hero!r} is no engine.hero.Hero"
        else:
            yield from (f"{skill!r} of {hero.id} is no skill" for skill in hero.skills if not _is(skill, Skill))
    for kind in pack.kinds:
        if not _is(kind, Kind) or not isinstance(getattr(kind, "id", None), str):
            yield f"{kind!r} is no kind of card with an id"
        elif getattr(kind, "type", None) not in get_args(CardType):
            yield f"the card {kind.id!r} has no type"


def _is(thing: object, what: type) -> bool:
    return isinstance(thing, type) and issubclass(thing, what)


def _taken(pack: Pack) -> Iterator[str]:
    """An id means one thing, here and in all other packs; and none is a card's and a skill's, since a decision names
    either."""
    others = list(PACKS.values())
    if pack.id in PACKS:
        yield f"there is a pack {pack.id!r} already"
    yield from _twice("hero", [hero for other in others for hero in other.heroes], pack.heroes)
    yield from _twice("card", [kind for other in others for kind in other.kinds], pack.kinds)
    yield from _twice("skill", [skill for other in others for skill in _skills(other)], _skills(pack))
    cards = {kind.id for each in (*others, pack) for kind in each.kinds}
    for skill in _of_heroes(pack):
        if skill.id in cards:
            yield f"{skill.id!r} is a skill and a card"
    ours: list[Named] = [pack, *pack.heroes, *pack.kinds, *_skills(pack)]
    for name in (each.id for each in ours):
        if not ID.fullmatch(name):
            yield f"{name!r} is no id: small letters, digits and underscores"


def _twice(what: str, known: Sequence[T], ours: Sequence[T]) -> Iterator[str]:
    """What is another thing of an id that is taken; the very same may be in several packs."""
    for n, each in enumerate(ours):
        named = [other for other in (*known, *ours[:n]) if other.id == each.id]
        if named and each not in named:
            yield f"there is a {what} {each.id!r} already"


def _skills(pack: Pack) -> list[type[Skill]]:
    """Of heroes and equipment."""
    return [*_of_heroes(pack), *(skill for kind in pack.kinds for skill in kind.skills)]


def _of_heroes(pack: Pack) -> list[type[Skill]]:
    """Each once, with those that they lend."""
    found: dict[type[Skill], None] = {}
    waiting = [skill for hero in pack.heroes for skill in hero.skills]
    while waiting:
        skill = waiting.pop(0)
        if skill not in found:
            found[skill] = None
            waiting += skill.lends
    return list(found)


def _cards(pack: Pack) -> Iterator[str]:
    kinds = {kind.id for kind in (*PACKS["standard"].kinds, *pack.kinds)}
    for name, copies in pack.cards:
        if name not in kinds:
            yield f"it prints {name!r}, which is no kind of its own or of the standard pack"
        for face in copies.split():
            if not FACE.fullmatch(face):
                yield f"{face!r} of {name!r} is no suit and rank like H7 or SQ"


def _heroes(pack: Pack) -> Iterator[str]:
    known = [hero for each in (*PACKS.values(), pack) for hero in each.heroes]
    for hero in pack.heroes:
        if hero.kingdom not in get_args(Kingdom):
            yield f"{hero.id} is of the kingdom {hero.kingdom!r}: there are {', '.join(get_args(Kingdom))}"
        if hero.sex not in get_args(Sex):
            yield f"{hero.id} has the sex {hero.sex!r}: there are {', '.join(get_args(Sex))}"
        if hero.max_hp < 1:
            yield f"{hero.id} has {hero.max_hp} hp"
        if hero.original and not any(other.id == hero.original and not other.original for other in known):
            yield f"{hero.id} is another card of {hero.original!r}, which is no hero's first"


def _rules(pack: Pack) -> Iterator[str]:
    for skill in dict.fromkeys(_skills(pack)):
        yield from unreadable(skill)


def _texts(pack: Pack) -> Iterator[str]:
    ours = pack.texts
    printed = [skill.id for skill in _of_heroes(pack) if skill.printed]
    yield from _written("card", texts.CARDS, ours.cards, (kind.id for kind in pack.kinds))
    yield from _written("hero", texts.HEROES, ours.heroes, (hero.id for hero in pack.heroes))
    yield from _written("skill", texts.SKILLS, ours.skills, printed)
    yield from _written("term", texts.TERMS, ours.terms, (f"pack.{pack.id}",))
    yield from _written("prompt", texts.PROMPTS, ours.prompts, ())


def _written(
    what: str, known: Mapping[str, object], ours: Mapping[str, object], needed: Iterable[str]
) -> Iterator[str]:
    """Each text once, and those that the catalogue needs."""
    for key in ours:
        if key in known:
            yield f"there is a text for the {what} {key!r} already"
    for key in needed:
        if key not in known and key not in ours:
            yield f"there is no text for the {what} {key!r}"
