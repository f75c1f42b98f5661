"""The matches the laws are tried on: rulesets that the engine accepts, with any seed.

Every mode, option and number of seats, with few packs and with all that are registered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from random import Random

import msgspec
from hypothesis import settings
from hypothesis import strategies as st

from engine.editions import EDITIONS
from engine.game import Game
from engine.match import Match, new_snapshot
from engine.modes import MODES
from engine.modes.identity import ROLES
from engine.modes.selection import become, one_of_each
from engine.packs import PACKS
from engine.rules import check, rules_of
from engine.ruleset import Ruleset, UnknownRuleset
from engine.state import Step

NIGHTLY_FACTOR = 20
EVERY_PACK = tuple(name for name in PACKS if name != "standard")
PACK_CHOICES = ((), ("ex",), ("military",), EVERY_PACK)  # with every pack also with gods


def examples(quick: int) -> settings:
    """How many examples a law tries: `quick` of them, many more at night."""
    nightly = settings.get_current_profile_name() == "nightly"
    return settings(max_examples=quick * NIGHTLY_FACTOR if nightly else quick)


def _accepted() -> Iterator[Ruleset]:
    yes_no = (True, False)
    for mode, packs, heroes, dual, seats in product(MODES, PACK_CHOICES, yes_no, yes_no, range(2, 11)):
        for gods in yes_no if packs == EVERY_PACK and heroes else (False,):
            ruleset = Ruleset(seats, mode=mode, packs=packs, heroes=heroes, dual_renegade=dual, gods=gods)
            try:
                check(ruleset)
            except UnknownRuleset:
                continue
            yield ruleset
    yield from (Ruleset(6, mode="3v3", packs=EVERY_PACK, warm_seat=seat, gods=True) for seat in (1, 4))
    for seats, packs in product((4, 5, 8), (("ex",), EVERY_PACK)):
        for protected in (-1, seats - 1):
            options = {"attrition": True, "last_blood": True, "protected_seat": protected, "lord_seat": seats // 2}
            yield Ruleset(seats, packs=packs, gods=packs == EVERY_PACK, **options)


def _alone() -> Iterator[Ruleset]:
    """The editions that have their own pack alone."""
    yes_no = (True, False)
    for edition in (edition for edition in EDITIONS.values() if not edition.takes_packs):
        for seats, heroes, dual, advanced, first in product(range(2, 11), yes_no, yes_no, yes_no, yes_no):
            ruleset = Ruleset(
                seats,
                edition.id,
                packs=(),
                heroes=heroes,
                dual_renegade=dual,
                advanced_weapons=advanced,
                first_game=first,
            )
            try:
                check(ruleset)
            except UnknownRuleset:
                continue
            yield ruleset


def _of_the_dead(rulesets: Sequence[Ruleset]) -> Iterator[Ruleset]:
    """The same where the dead come back, or serve as souls: with no pack beside the edition's, and with every one."""
    for ruleset, option in product(rulesets, ("reincarnation", "dark_souls")):
        if ruleset.packs in ((), EVERY_PACK):
            with suppress(UnknownRuleset):
                changed = msgspec.structs.replace(ruleset, **{option: True})
                check(changed)
                yield changed


_WITHOUT_SOULS = (*_accepted(), *_alone())
RULESETS = (*_WITHOUT_SOULS, *_of_the_dead(_WITHOUT_SOULS))
rulesets = st.sampled_from(RULESETS)
hidden_selections = st.sampled_from(
    [ruleset for ruleset in RULESETS if Step("selection") in EDITIONS[ruleset.edition].selection(ruleset)]
)
seeds = st.integers(0, 2**32 - 1)


def start(ruleset: Ruleset, seed: int) -> Match:
    return Match.start(ruleset, seed.to_bytes(16, "big"))


def start_with(heroes: Sequence[str], seed: int) -> Match:
    """A new match of four seats and every pack among whose heroes are these; whoever is missing is drawn by chance."""
    rng = chance(seed, "heroes")
    stored = new_snapshot(Ruleset(4, packs=EVERY_PACK), seed.to_bytes(16, "big"))
    game = Game(rules_of(stored.ruleset), stored)
    seated = {game.rules.character_of(hero) for hero in heroes}
    pile = [hero for hero in game.rules.heroes if game.rules.character_of(hero) not in seated]
    rng.shuffle(pile)
    pile = list(one_of_each(game, pile).values())
    chosen = [*heroes, *(pile.pop() for _ in range(4 - len(heroes)))]
    rng.shuffle(chosen)
    for player, role, hero in zip(game.players, ROLES, chosen, strict=True):
        player.role, player.role_shown = role, role == "lord"
        become(game, player, hero)
    game.hero_pile[:] = pile
    game.agenda[:] = [Step("deal_hands"), Step("start")]
    return Match.begin(game.snapshot())


def chance(seed: int, *purpose: object) -> Random:
    """The tests' own dice, independent of the match's."""
    return Random(repr((seed, purpose)))
