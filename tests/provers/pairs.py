"""Matches of four in which every two heroes of all packs meet."""

from __future__ import annotations

from itertools import combinations
from random import Random

from engine.chance import SEED_BYTES
from engine.events import RoleShown
from engine.game import Game
from engine.match import Match, new_snapshot
from engine.modes.identity import roles_for
from engine.modes.selection import become
from engine.packs import PACKS
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.state import Step

SEATS = 4
RULESET = Ruleset(SEATS, packs=tuple(PACKS)[1:])
HEROES = tuple(hero.id for pack in PACKS.values() for hero in pack.heroes)
PLACES = {hero: n for n, hero in enumerate(HEROES)}

Four = tuple[str, ...]


def pairs_of(four: Four) -> set[tuple[str, str]]:
    return set(combinations(sorted(four, key=PLACES.__getitem__), 2))


def meetings() -> list[Four]:
    """Greedily: two who have not met, then one after the other who brings the most new meetings."""
    unmet = dict.fromkeys(combinations(HEROES, 2))
    fours: list[Four] = []
    while unmet:
        four: Four = next(iter(unmet))
        while len(four) < SEATS:
            rest = [hero for hero in HEROES if hero not in four]
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
    game = Game(rules_of(RULESET), new_snapshot(RULESET, Random(f"{four} {seed}").randbytes(SEED_BYTES)))
    heroes, roles = list(four), roles_for(RULESET)
    game.hero_pile = [hero for hero in HEROES if hero not in four]
    game.shuffle(heroes)
    game.shuffle(roles)
    game.shuffle(game.hero_pile)
    for player, hero, role in zip(game.players, heroes, roles, strict=True):
        player.role = role
        become(game, player, hero)
        if role == "lord":
            player.role_shown = True
            game.turn = player.seat
            game.emit(RoleShown(player.seat, role))
    game.agenda[:] = [Step("deal_hands"), Step("start")]
    return Match.begin(game.snapshot())
