"""Matches of four in which every two heroes of all packs meet that ever may."""

from __future__ import annotations

from itertools import combinations
from random import Random

from engine.chance import SEED_BYTES
from engine.events import RoleShown
from engine.game import Game
from engine.match import Match, new_snapshot
from engine.modes.identity import roles_for
from engine.modes.selection import become, one_of_each
from engine.packs import PACKS
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.state import Step

SEATS = 4
EVERY_PACK = tuple(PACKS)[1:]
CARDS = {hero.id: hero for pack in PACKS.values() for hero in pack.heroes}
HEROES = tuple(CARDS)
PLACES = {hero: n for n, hero in enumerate(HEROES)}
REVISIONS = {hero.id: hero.replaces for hero in CARDS.values() if hero.replaces}
REVISING = {pack.id for pack in PACKS.values() if any(hero.replaces for hero in pack.heroes)}

Four = tuple[str, ...]


def may_meet(one: str, another: str) -> bool:
    """Two cards of one character never do; nor does a revised hero one whom his pack replaces (R136)."""
    characters = {CARDS[hero].original or hero for hero in (one, another)}
    old = {one, another} & set(REVISIONS.values())
    return len(characters) == 2 and not (old and {one, another} & REVISIONS.keys())


PAIRS = tuple(pair for pair in combinations(HEROES, 2) if may_meet(*pair))


def ruleset_of(four: Four) -> Ruleset:
    """Every pack, without those that would replace one of the four."""
    revised = set(four) & set(REVISIONS.values())
    return Ruleset(SEATS, packs=tuple(pack for pack in EVERY_PACK if not (revised and pack in REVISING)))


def pairs_of(four: Four) -> set[tuple[str, str]]:
    return set(combinations(sorted(four, key=PLACES.__getitem__), 2))


def meetings() -> list[Four]:
    """Greedily: two who have not met, then one after the other who brings the most new meetings."""
    unmet = dict.fromkeys(PAIRS)
    fours: list[Four] = []
    while unmet:
        four: Four = next(iter(unmet))
        while len(four) < SEATS:
            rest = [hero for hero in HEROES if all(may_meet(hero, seated) for seated in four)]
            four = (*four, max(rest, key=lambda hero: len(pairs_of((*four, hero)) & unmet.keys())))
        fours.append(four)
        for pair in pairs_of(four):
            unmet.pop(pair, None)
    return fours


def sample_of(fours: list[Four], count: int) -> list[Four]:
    """Some of them, drawn by chance that is always the same: `count`, and as many more as it takes for every hero to
    be in one."""
    drawn = Random(0).sample(fours, len(fours))
    sample = drawn[:count]
    seated = {hero for four in sample for hero in four}
    for four in drawn[count:]:
        if not seated.issuperset(four):
            sample.append(four)
            seated.update(four)
    return sample


def sit_down(four: Four, seed: int) -> Match:
    """A match before hands are dealt. Who sits where in which role is up to chance, so that in the end every hero has
    been everything."""
    ruleset = ruleset_of(four)
    game = Game(rules_of(ruleset), new_snapshot(ruleset, Random(f"{four} {seed}").randbytes(SEED_BYTES)))
    heroes, roles = list(four), roles_for(ruleset)
    game.hero_pile = [hero for hero in game.rules.heroes if all(may_meet(hero, seated) for seated in four)]
    game.shuffle(heroes)
    game.shuffle(roles)
    game.shuffle(game.hero_pile)
    game.hero_pile = list(one_of_each(game, game.hero_pile).values())
    for player, hero, role in zip(game.players, heroes, roles, strict=True):
        player.role = role
        become(game, player, hero)
        if role == "lord":
            player.role_shown = True
            game.turn = player.seat
            game.emit(RoleShown(player.seat, role))
    game.agenda[:] = [Step("deal_hands"), Step("start")]
    return Match.begin(game.snapshot())
