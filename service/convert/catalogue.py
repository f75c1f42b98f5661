"""Everything there is to play with, and its texts, as the message of `CatalogueService`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from sanguosha.v1 import catalogue_service_pb2 as pb

from engine import texts
from engine.card import Card
from engine.cards.kind import Kind
from engine.editions import EDITIONS
from engine.hero import Hero
from engine.modes import MODES
from engine.packs import PACKS
from engine.rules import check, rules_of
from engine.ruleset import Ruleset, UnknownRuleset
from engine.skill import Skill
from engine.texts import Text
from service.convert.cards import SUIT_NUMBERS
from service.convert.rulesets import EDITION, MODE, OPTIONS
from service.fleet.rules_version import rules_version

MOST_SEATS = 10


def catalogue(packs: Collection[str]) -> pb.Catalogue:
    """The catalogue, with the cards, heroes and skills of these packs (none: of all). Shared: never change it. Raises
    `UnknownRuleset` for an unknown pack."""
    check(Ruleset(MOST_SEATS, packs=tuple(packs)))
    return _catalogue(tuple(pack for pack in PACKS if pack in packs or not packs))


@lru_cache(maxsize=32)
def _catalogue(packs: tuple[str, ...]) -> pb.Catalogue:
    heroes = [(pack, hero) for pack in packs for hero in PACKS[pack].heroes]
    return pb.Catalogue(
        rules_version=rules_version(),
        editions=[
            pb.Edition(id=edition, name=_term("edition", edition)) for edition in EDITIONS if _seats(MODE, edition)
        ],
        modes=[_mode(mode) for mode in MODES],
        packs=[pb.Pack(id=pack, name=_term("pack", pack)) for pack in PACKS],
        options=[pb.RulesetOption(id=option, name=_term("option", option)) for option in OPTIONS],
        cards=_cards(packs),
        heroes=[_hero(pack, hero) for pack, hero in heroes],
        skills=[_skill(skill) for skill in _with_lent(skill for _, hero in heroes for skill in hero.skills)],
        terms=_keyed(texts.TERMS),
        prompts=_keyed(texts.PROMPTS),
        event_lines=_keyed(texts.EVENTS),
    )


def _localized(text: Text) -> pb.LocalizedText:
    return pb.LocalizedText(zh=text.zh, en=text.en)


def _term(kind: str, word: str) -> pb.LocalizedText:
    return _localized(texts.TERMS[f"{kind}.{word}"])


def _keyed(table: Mapping[str, Text]) -> list[pb.CatalogueText]:
    return [pb.CatalogueText(id=key, text=_localized(text)) for key, text in table.items()]


def _mode(mode: str) -> pb.Mode:
    seats = _seats(mode, EDITION)
    return pb.Mode(id=mode, name=_term("mode", mode), min_seat_count=min(seats), max_seat_count=max(seats))


def _seats(mode: str, edition: str) -> list[int]:
    """How many may play, by asking the rules."""
    return [seats for seats in range(2, MOST_SEATS + 1) if _exists(Ruleset(seats, edition, mode))]


def _exists(ruleset: Ruleset) -> bool:
    try:
        check(ruleset)
    except UnknownRuleset:
        return False
    return True


def _cards(packs: tuple[str, ...]) -> list[pb.Card]:
    kinds = {kind.id: kind for pack in PACKS.values() for kind in pack.kinds}
    prints: dict[str, list[pb.CardPrint]] = {}
    for pack, card in _printed():
        if pack in packs:
            copy = pb.CardPrint(pack=pack, suit=SUIT_NUMBERS[card.suit], rank=card.rank)
            prints.setdefault(card.name, []).append(copy)
    for made in (kind for pack in packs for kind in PACKS[pack].kinds):  # by heroes, of other cards
        prints.setdefault(made.id, [])
    return [_card(kinds[name], copies) for name, copies in prints.items()]


def _printed() -> Iterator[tuple[str, Card]]:
    """Every printed card with its pack."""
    packs = [pack.id for pack in PACKS.values() for _, copies in pack.cards for _ in copies.split()]
    return zip(packs, rules_of(Ruleset(MOST_SEATS, packs=tuple(PACKS)[1:])).deck, strict=True)


def _card(kind: type[Kind], prints: list[pb.CardPrint]) -> pb.Card:
    entry = texts.CARDS[kind.id]
    return pb.Card(
        id=kind.id,
        name=_localized(entry.name),
        text=_localized(entry.text),
        type=kind.type,
        attack_range=kind.attack_range,
        prints=prints,
    )


def _hero(pack: str, hero: Hero) -> pb.Hero:
    entry = texts.HEROES[hero.id]
    return pb.Hero(
        id=hero.id,
        name=_localized(entry.name),
        epithet=_localized(entry.text),
        pack=pack,
        kingdom=hero.kingdom,
        sex=hero.sex,
        max_hp=hero.max_hp,
        skills=[skill.id for skill in hero.skills],
        character=hero.original,
    )


def _with_lent(skills: Iterable[type[Skill]]) -> list[type[Skill]]:
    """Each printed skill once, followed by those that it lends."""
    found: dict[str, type[Skill]] = {}
    waiting = list(skills)
    while waiting:
        skill = waiting.pop(0)
        if skill.id not in found:
            found[skill.id] = skill
            waiting[:0] = skill.lends
    return [skill for skill in found.values() if skill.printed]


def _skill(skill: type[Skill]) -> pb.Skill:
    entry = texts.SKILLS[skill.id]
    return pb.Skill(id=skill.id, name=_localized(entry.name), text=_localized(entry.text), tags=skill.tags)
