"""The rules a match is played by: what the ruleset's packs, edition and mode come to. Immutable, shared by matches."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from functools import lru_cache
from typing import Any

from .card import Card
from .cards.kind import Kind
from .editions import EDITIONS, Edition
from .game import Game
from .hero import Hero
from .modes import MODES, Mode
from .options import check_options
from .pack import print_deck
from .packs import PACKS
from .ruleset import MOST_SILENT_WAIT_MS, Ruleset, UnknownRuleset
from .skill import Provider, Skill, ViewAs
from .speaking import speak
from .state import Step
from .turn import STEPS
from .words import Moment, Rule


class Rules:
    """Lookups by id. `deck[card_id]` is a physical card; ids are the printed order of the packs in play."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.edition: Edition = EDITIONS[ruleset.edition]
        self.mode: Mode = MODES[ruleset.mode]
        own = self.edition.pack
        packs = [own, *(pack for pack in PACKS.values() if pack is not own and pack.id in ruleset.packs)]
        self.kinds: dict[str, Kind] = {kind.id: kind() for pack in packs for kind in pack.kinds}
        heroes = {hero.id: hero for pack in packs for hero in pack.heroes}
        replaced = [hero.replaces for hero in heroes.values()]
        self.heroes: dict[str, Hero] = {id: hero for id, hero in heroes.items() if id not in replaced}
        self.deck: tuple[Card, ...] = print_deck([line for pack in packs for line in pack.cards], self._prints)
        self.kinds.update({kind.id: kind() for kind in (*self.edition.kinds_in(ruleset), *self.mode.kinds)})
        self._kinds_printed = [self.kinds[card.name] for card in self.deck]
        self._made_by: dict[ViewAs | Provider, tuple[str, ...]] = {}
        self.saving = [name for name, kind in self.kinds.items() if kind.saves]
        self._skills: dict[str, Skill] = {}
        for kind in self.kinds.values():
            self._learn(kind.skills)
        for hero in heroes.values():  # of who is replaced too: whoever comes by a skill of his can have it
            self._learn(hero.skills)
        shared = self.mode.shared_skills(ruleset)
        self._learn((*self.mode.skills, *shared))
        self.shared_skills = tuple(skill.id for skill in shared)
        self.steps = {**STEPS, **self.mode.steps}

    def _prints(self, name: str, rank: int) -> bool:
        return self.mode.prints(name) and self.edition.prints(self.ruleset, name, rank)

    def hides(self, pile: str) -> bool:
        """Whether only the owner sees the cards of piles of this name."""
        return any(pile in skill.hidden_piles for skill in self._skills.values())

    def _learn(self, skills: tuple[type[Skill], ...]) -> None:
        for skill in skills:
            if skill.id not in self._skills:
                self._skills[skill.id] = skill()
                self._learn(skill.lends)

    def character_of(self, hero_id: str) -> str:
        """Whose card it is: several cards of one character have his first card's id in common."""
        return self.heroes[hero_id].original or hero_id

    def skill(self, skill_id: str) -> Skill:
        return self._skills[skill_id]

    @property
    def skills(self) -> list[Skill]:
        return list(self._skills.values())

    def kind_of(self, card_id: int) -> Kind:
        return self._kinds_printed[card_id]

    def made_by(self, ability: ViewAs | Provider) -> tuple[str, ...]:
        """The names of the cards that an ability can make."""
        names = self._made_by.get(ability)
        if names is None:
            types = ability.types if isinstance(ability, ViewAs) else ()
            of_types = [name for name, kind in self.kinds.items() if kind.type in types]
            names = self._made_by[ability] = tuple(dict.fromkeys((*ability.names, *of_types)))
        return names

    def speak(self, game: Game, moment: Moment) -> Rule[None] | None:
        return speak(game, moment)

    def run(self, game: Game, step: Step) -> Coroutine[Any, Any, None]:
        return self.steps[step.kind](game, step)


@lru_cache(maxsize=256)
def rules_of(ruleset: Ruleset) -> Rules:
    """The rules of a ruleset, made once for many matches. Raises `UnknownRuleset`."""
    check(ruleset)
    return Rules(ruleset)


def check(ruleset: Ruleset) -> None:
    """Raise `UnknownRuleset` for what does not exist or does not combine."""
    if ruleset.edition not in EDITIONS:
        raise UnknownRuleset("UNKNOWN_EDITION", _unknown("edition", ruleset.edition, EDITIONS))
    if ruleset.mode not in MODES:
        raise UnknownRuleset("UNKNOWN_MODE", _unknown("mode", ruleset.mode, MODES))
    for name in ruleset.packs:
        if name not in PACKS:
            raise UnknownRuleset("UNKNOWN_PACK", _unknown("pack", name, PACKS))
    if not 0 <= ruleset.silent_waits_ms <= MOST_SILENT_WAIT_MS:
        raise UnknownRuleset("SILENT_WAITS_OUT_OF_RANGE", f"silent waits last at most {MOST_SILENT_WAIT_MS} ms")
    edition, mode = EDITIONS[ruleset.edition], MODES[ruleset.mode]
    edition.check(ruleset)
    check_options(ruleset, edition, mode)
    mode.check(ruleset)


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    return f"{what} {name!r} is not known: there are {', '.join(known)}"
