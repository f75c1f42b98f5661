"""The rules of all packs and modes with one thing changed: an ability of a skill, or what a card or a mode does.

It is disabled, or freed of one of its conditions. A rule that can be changed without any scenario noticing is a rule
that no scenario tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from engine.cards.kind import Kind, Trick
from engine.editions import EDITIONS
from engine.game import Game
from engine.modes import MODES, Mode
from engine.packs import PACKS
from engine.picks import Cards, Count, Gift, PickSpec, Seats
from engine.rules import Rules, rules_of
from engine.ruleset import Ruleset
from engine.skill import Ability, Active, Modifier, Provider, Skill, Trigger, ViewAs
from engine.state import Player

PROVEN = tuple(PACKS)
LISTS = ("triggers", "actives", "views", "providers", "modifiers", "filters")

Change = Callable[[Rules], None]


@dataclass(frozen=True)
class Mutant:
    """`what` is the ability, method or field as coverage records it; `how` tells what became of it."""

    what: str
    how: str
    change: Change

    @property
    def id(self) -> str:
        return f"{self.what}-{self.how}"


@contextmanager
def changed(change: Change) -> Iterator[None]:
    """All rules made meanwhile have the change, and no others have."""
    make = Rules.__init__

    def make_changed(rules: Rules, ruleset: Ruleset) -> None:
        make(rules, ruleset)
        change(rules)

    rules_of.cache_clear()
    try:
        with patch.object(Rules, "__init__", make_changed):
            yield
    finally:
        rules_of.cache_clear()


def mutants() -> list[Mutant]:
    every = [Rules(ruleset) for ruleset in rulesets()]
    skills = {skill.id: skill for rules in reversed(every) for skill in rules.skills}
    kinds = {kind.id: kind for rules in reversed(every) for kind in rules.kinds.values()}
    return [
        *(mutant for skill in skills.values() for ability in abilities(skill) for mutant in of_ability(ability)),
        *(mutant for skill in skills.values() for mutant in of_skill(skill)),
        *(mutant for kind in kinds.values() for mutant in of_kind(kind)),
        *(mutant for mode in MODES.values() for mutant in of_mode(mode)),
    ]


def rulesets() -> list[Ruleset]:
    """All packs that combine, and each edition that has its own alone, with every option for its cards."""
    alone = [edition for edition in EDITIONS.values() if not edition.takes_packs]
    return [
        Ruleset(4, packs=PROVEN[1:]),  # the first one is in anyway
        *(Ruleset(4, one.id, packs=(), advanced_weapons="advanced_weapons" in one.options) for one in alone),
    ]


# -- skills


def abilities(skill: Skill) -> list[Ability]:
    return [ability for name in LISTS for ability in getattr(skill, name)]


def ability_id(ability: Ability) -> str:
    """`ganglie.retaliate`; with its timings where one method is several triggers."""
    name = f"{ability.skill.id}.{ability.name}"
    same = [other for other in abilities(ability.skill) if other.name == ability.name]
    if len(same) > 1 and isinstance(ability, Trigger):
        name += f"@{'+'.join(timing.name for timing in ability.timings)}"
    return name


def lendings(skill: Skill) -> list[str]:
    """The methods by which it lends skills."""
    return [name for name in ("lent", "lent_to") if getattr(type(skill), name) is not getattr(Skill, name)]


def of_skill(skill: Skill) -> Iterator[Mutant]:
    """What a skill takes and gives as a whole."""
    for name in lendings(skill):
        what = f"{skill.id}.{name}"
        yield Mutant(what, "nothing", lambda rules, name=name: become_skill(rules, skill.id, name, none))
    if skill.is_once_a_match:
        tags = tuple(tag for tag in skill.tags if tag not in ("limited", "awakening"))
        yield Mutant(skill.id, "again", lambda rules: become_skill(rules, skill.id, "tags", tags))
    if skill.cost is not None:
        yield Mutant(skill.id, "free", lambda rules: become_skill(rules, skill.id, "cost", None))


def become_skill(rules: Rules, skill_id: str, name: str, value: Any) -> None:
    """Give a skill another method or field in these rules."""
    setattr(rules.skill(skill_id), name, value)


def none(*about: Any) -> tuple[str, ...]:
    return ()


def considered(what: str) -> str:
    """How coverage records that an ability was thought of, whether or not it was then possible."""
    return f"{what}?"


def of_ability(ability: Ability) -> Iterator[Mutant]:
    what = ability_id(ability)
    yield Mutant(what, "absent", lambda rules: replace(rules, what, None))
    for how, fields in disabled(ability):
        yield Mutant(what, how, lambda rules, fields=fields: replace(rules, what, fields))
    for how, fields in freed(ability):
        reach = what if isinstance(ability, Modifier) else considered(what)
        yield Mutant(reach, how, lambda rules, fields=fields: replace(rules, what, fields))


def replace(rules: Rules, what: str, fields: dict[str, Any] | None) -> None:
    """Put a copy with other fields in the place of an ability, since all rules share it; None: take it away."""
    skill = rules.skill(what.partition(".")[0])
    old = next(ability for ability in abilities(skill) if ability_id(ability) == what)
    new = copy(old)
    new.__dict__.update(fields or {})
    for name in LISTS:
        kept = [new if ability is old else ability for ability in getattr(skill, name)]
        setattr(skill, name, [ability for ability in kept if fields is not None or ability is not new])


async def nothing(*about: Any, **given: Any) -> None:
    """A body that does nothing."""


Fields = tuple[str, dict[str, Any]]


def disabled(ability: Ability) -> Iterator[Fields]:
    """There, but without effect, or not where it should be."""
    if isinstance(ability, (Trigger, Active, Provider)):
        yield "hollow", {"function": nothing}
    for field in ("timings", "manners", "names"):
        listed = getattr(ability, field, ())
        for one in listed if len(listed) > 1 else ():
            yield f"not {one}", {field: tuple(other for other in listed if other is not one)}


def freed(ability: Ability) -> Iterator[Fields]:
    """Without one of its conditions."""
    fields = vars(ability)
    for field, free in (("given", None), ("owner", ""), ("once", None), ("times", None), ("by_suit", False)):
        if fields.get(field, free) != free:
            yield f"any {field}", {field: free}
    if isinstance(ability, Trigger) and not ability.quiet:
        yield ("optional" if ability.compulsory else "compulsory"), {"compulsory": not ability.compulsory}
    if isinstance(ability, Modifier):
        yield "anybody's", {"function": anybodys(ability.function)}
    if isinstance(ability, ViewAs):
        for how, cards in freed_pick(ability.cards):
            yield f"cards {how}", {"cards": cards}
    if isinstance(ability, (Trigger, Active)):
        for name, spec in ability.picks.items():
            for how, other in freed_pick(spec):
                yield f"{name} {how}", {"picks": {**ability.picks, name: other}}


def anybodys(function: Callable[..., Any]) -> Callable[..., Any]:
    """The number is adjusted for everybody it is about, as if each had the skill."""

    def adjust(game: Game, owner: Player, value: Any, *about: Any) -> Any:
        for player in about:
            value = function(game, player, value, *about) if isinstance(player, Player) else value
        return value

    return adjust


def freed_pick(spec: PickSpec) -> Iterator[tuple[str, PickSpec]]:
    """One fit less, or one thing more or fewer."""
    match spec:
        case Gift():
            yield from ((f"given {how}", Gift(cards, spec.to)) for how, cards in freed_pick(spec.cards))
            yield from ((f"taker {how}", Gift(spec.cards, to)) for how, to in without_a_fit(spec.to))
        case Cards() | Seats():
            yield from without_a_fit(spec)
            least, most = ("least", "most") if isinstance(spec, Cards) else ("min", "max")
            if not spec.single:
                fewest, highest = getattr(spec, least), getattr(spec, most)
                yield "one fewer", altered(spec, **{least: plus(fewest, -1)})
                if not isinstance(highest, int) or highest < 10:
                    yield "one more", altered(spec, **{most: plus(highest, 1)})


def plus(count: Count, n: int) -> Count:
    """Seats are counted by numbers alone, so what is a number stays one."""
    return count + n if isinstance(count, int) else lambda game, me: count(game, me) + n


def without_a_fit(spec: Cards | Seats) -> Iterator[tuple[str, PickSpec]]:
    for n, fit in enumerate(spec.fits):
        name = getattr(fit, "__qualname__", type(fit).__name__).partition(".<")[0]
        yield f"not {name}", altered(spec, fits=(*spec.fits[:n], *spec.fits[n + 1 :]))


def altered(spec: PickSpec, **fields: Any) -> PickSpec:
    other = copy(spec)
    other.__dict__.update(fields)
    return other


# -- cards


def of_kind(kind: Kind) -> Iterator[Mutant]:
    for name, off in DISABLED.items():
        if name == "skills" and not kind.slot:
            continue  # effects that it leaves behind: they are had by their ids
        member = getattr(type(kind), name, off)
        if member not in (off, getattr(Kind, name, off), getattr(Trick, name, off)):
            what = f"{kind.id}:{name}"
            yield Mutant(what, "disabled", lambda rules, name=name, off=off: become(rules, kind.id, {name: off}))


def become(rules: Rules, kind_id: str, members: dict[str, Any]) -> None:
    """Give a kind other methods or fields in these rules."""
    kind = rules.kinds[kind_id]
    kind.__class__ = type(type(kind).__name__, (type(kind),), members)


def nobody(*about: Any) -> list[Any]:
    return []


def always(*about: Any) -> bool:
    return True


# What is left of each member of a kind. What every kind or every trick does is nothing of its own.
DISABLED: dict[str, Any] = {
    "may_act": always,
    "acted": lambda *about: None,
    "targetings": nobody,
    "use": nothing,
    "effect": nothing,
    "nullified": nothing,
    "has_room": always,
    "attack_range": 1,
    "saves": "",
    "nature": "normal",
    "recastable": False,
    "skills": (),
    "judging": True,
    "count": 2,
    "others": Trick.others,
}


# -- modes


def of_mode(mode: Mode) -> Iterator[Mutant]:
    """Without one of its hooks, or with the ordinary card in the place of one that it replaces."""
    for name, off in HOOKS.items():
        if getattr(type(mode), name) is not getattr(Mode, name):
            change: Change = lambda rules, name=name, off=off: become_mode(rules, mode.id, {name: off})  # noqa: E731
            yield Mutant(f"{mode.id}:{name}", "disabled", change)
    for kind in mode.kinds:
        ordinary = next(base for base in kind.__mro__ if base in PLAIN_KINDS)
        members = {name: getattr(ordinary, name) for name in DISABLED if hasattr(ordinary, name)}
        yield Mutant(f"{kind.id}:use", f"as outside {mode.id}", replacing(mode.id, kind.id, members))


PLAIN_KINDS = [kind for pack in PACKS.values() for kind in pack.kinds]


def replacing(mode_id: str, kind_id: str, members: dict[str, Any]) -> Change:
    def change(rules: Rules) -> None:
        if rules.mode.id == mode_id:
            become(rules, kind_id, members)

    return change


def become_mode(rules: Rules, mode_id: str, members: dict[str, Any]) -> None:
    """Give these rules their own mode, with other hooks."""
    if rules.mode.id == mode_id:
        rules.mode = copy(rules.mode)
        rules.mode.__class__ = type(type(rules.mode).__name__, (type(rules.mode),), members)


# What is left of each hook of a mode that a scenario can tell.
HOOKS: dict[str, Any] = {
    "takes_turn": lambda *about: None,
    "is_lord": Mode.is_lord,
    "check_victory": nothing,
    "reward": nothing,
}
