"""Everything there is to play with, and its texts, as the message of `CatalogueService`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from sanguosha.v1 import catalogue_service_pb2 as pb

from engine import texts
from engine.card import Card
from engine.cards.kind import Kind
from engine.editions import EDITIONS, Edition, every_pack
from engine.hero import Hero
from engine.modes import MODES
from engine.pack import print_deck
from engine.packs import PACKS
from engine.ruleset import UnknownRuleset
from engine.skill import Skill
from engine.texts import Text
from service.convert.cards import SUIT_NUMBERS
from service.convert.offered_options import games, needed_by_mode, offered_options
from service.convert.rulesets import EDITION, MODE, default_packs
from service.convert.texts import localized, term
from service.fleet.rules_version import rules_version


def catalogue(packs: Collection[str]) -> pb.Catalogue:
    """The catalogue, with the cards, heroes and skills of these packs (none: of all). Shared: never change it. Raises
    `UnknownRuleset` for an unknown pack."""
    every = every_pack()
    for pack in packs:
        if pack not in every:
            raise UnknownRuleset("UNKNOWN_PACK", f"pack {pack!r} is not known: there are {', '.join(every)}")
    return _catalogue(tuple(pack for pack in every if pack in packs or not packs))


@lru_cache(maxsize=32)
def _catalogue(packs: tuple[str, ...]) -> pb.Catalogue:
    every = every_pack()
    heroes = [(pack, hero) for pack in packs for hero in every[pack].heroes]
    of_heroes = (skill for _, hero in heroes for skill in hero.skills)
    of_modes = (skill for mode in MODES.values() for skill in mode.skills)
    return pb.Catalogue(
        rules_version=rules_version(),
        editions=[_edition(edition) for edition in EDITIONS.values()],
        modes=[_mode(mode) for mode in MODES],
        packs=[pb.Pack(id=pack, name=term("pack", pack)) for pack in PACKS],
        options=offered_options(),
        cards=_cards(packs),
        heroes=[_hero(pack, hero) for pack, hero in heroes],
        skills=list(map(_skill, _with_lent((*of_heroes, *of_modes)))),
        terms=_keyed(texts.TERMS),
        prompts=_keyed(texts.PROMPTS),
        event_lines=_keyed(texts.EVENTS),
    )


def _keyed(table: Mapping[str, Text]) -> list[pb.CatalogueText]:
    return [pb.CatalogueText(id=key, text=localized(text)) for key, text in table.items()]


def _edition(edition: Edition) -> pb.Edition:
    return pb.Edition(
        id=edition.id,
        name=term("edition", edition.id),
        modes=edition.modes,
        pack=edition.pack.id,
        takes_packs=edition.takes_packs,
        seat_counts=_seats(MODE, edition.id),
        default_packs=default_packs(edition),
    )


def _mode(mode: str) -> pb.Mode:
    seats = _seats(mode, EDITION)
    return pb.Mode(
        id=mode,
        name=term("mode", mode),
        min_seat_count=min(seats),
        max_seat_count=max(seats),
        needs=needed_by_mode(mode),
    )


def _seats(mode: str, edition: str) -> list[int]:
    return [game.seats for game in games() if (game.edition, game.mode) == (edition, mode)]


def _cards(packs: tuple[str, ...]) -> list[pb.Card]:
    every = every_pack()
    kinds = {kind.id: kind for pack in every.values() for kind in pack.kinds}
    prints: dict[str, list[pb.CardPrint]] = {}
    for pack, card in _printed():
        if pack in packs:
            copy = pb.CardPrint(pack=pack, suit=SUIT_NUMBERS[card.suit], rank=card.rank)
            prints.setdefault(card.name, []).append(copy)
    for made in (kind for pack in packs for kind in every[pack].kinds):  # by heroes, of other cards
        prints.setdefault(made.id, [])
    return [_card(kinds[name], copies) for name, copies in prints.items()]


def _printed() -> Iterator[tuple[str, Card]]:
    """Every printed card with its pack."""
    return ((pack.id, card) for pack in every_pack().values() for card in print_deck(pack.cards))


def _card(kind: type[Kind], prints: list[pb.CardPrint]) -> pb.Card:
    entry = texts.CARDS[kind.id]
    return pb.Card(
        id=kind.id,
        name=localized(entry.name),
        text=localized(entry.text),
        type=kind.type,
        attack_range=kind.attack_range,
        prints=prints,
    )


def _hero(pack: str, hero: Hero) -> pb.Hero:
    entry = texts.HEROES[hero.id]
    return pb.Hero(
        id=hero.id,
        name=localized(entry.name),
        epithet=localized(entry.text),
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
    lends = [lent.id for lent in skill.lends if lent.printed]
    return pb.Skill(id=skill.id, name=localized(entry.name), text=localized(entry.text), tags=skill.tags, lends=lends)
