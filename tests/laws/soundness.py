"""What is true of every table, at every stop."""

from __future__ import annotations

from collections import Counter

from engine.codec import decode_snapshot
from engine.deeds.dying import in_danger
from engine.game import Game
from engine.match import Match
from engine.modes.reincarnation import cards_needed
from engine.numbers import BORROWED
from engine.rules import rules_of
from engine.state import Player
from engine.zones import DISCARD, DRAW, PROCESSING, Zone, equipment_of, hand_of, judging_of


def assert_sound(match: Match) -> None:
    """The table is sound as it stands, and the quiet state it was last stored in is sound and tidy. (The end of a match
    leaves everything where it is.)"""
    assert_sound_table(match.game)
    if not match.over:
        assert_quiet(quiet_game(match))


def quiet_game(match: Match) -> Game:
    snapshot = decode_snapshot(match.record().checkpoint)
    return Game(rules_of(snapshot.ruleset), snapshot)


def zones_of(game: Game) -> dict[Zone, list[int]]:
    zones = {zone: game.zone(zone) for zone in (DRAW, DISCARD, PROCESSING)}
    for player in game.players:
        for zone in (hand_of(player.seat), equipment_of(player.seat), judging_of(player.seat)):
            zones[zone] = game.zone(zone)
        zones |= {Zone("pile", player.seat, name): cards for name, cards in player.piles.items()}
    return zones


def assert_sound_table(game: Game) -> None:
    zones = zones_of(game)
    places = [(card_id, zone) for zone, cards in zones.items() for card_id in cards]
    assert sorted(card_id for card_id, _ in places) == list(range(len(game.rules.deck))), "a card is lost or doubled"
    assert game.where == dict(places), "game.where disagrees with the zones"
    assert all(game.where[card_id].kind == "judging" for card_id in game.lying_as)
    assert all(game.rules.kind_of(i).slot == "weapon" for i in game.absent), "what a Slash in use leaves aside"
    assert min(game.throws, game.round, game.event_count) >= 0
    assert all(0 <= seat < len(game.players) for seat in (game.turn, *game.winners))
    for player in game.players:
        _assert_sound_player(game, player)


def _assert_sound_player(game: Game, player: Player) -> None:
    assert player.hp <= player.max_hp
    counts = (player.marks, player.this_phase, player.this_turn, player.this_match)
    assert all(n >= 0 for count in counts for n in count.values())
    assert all(player.piles.values()), "an empty pile is left"
    assert player.role_shown or player.alive
    worn = Counter(game.rules.kind_of(card_id).slot for card_id in player.equipment)
    assert all(slot and count == 1 for slot, count in worn.items()), "two cards in one slot"
    lying = Counter(map(game.name_lying, player.judging))
    assert all(count == 1 for count in lying.values()), "two delayed tricks of one name"
    lent = [(held.skill, held.card) for held in player.skills if held.origin == "equipment"]
    serving = player.equipment + player.piles.get(BORROWED, [])
    printed = [(skill.id, i) for i in serving for skill in game.rules.kind_of(i).skills]
    assert sorted(lent) == sorted(printed), "equipment and the skills it lends disagree"


def most_of_the_dead(game: Game) -> int:
    """How many hand cards somebody dead may have: what was offered to him, or what his soul has."""
    if game.ruleset.reincarnation:
        return cards_needed(game)
    return 1 if game.ruleset.dark_souls else 0


def assert_quiet(game: Game) -> None:
    """Between two steps nothing is half done: no card lies on the table, nobody is dying, the dead have nothing."""
    assert_sound_table(game)
    assert game.processing == []
    assert game.absent == ()
    for player in game.players:
        if player.alive:
            assert player.max_hp == 0 or not in_danger(game, player), "somebody is still dying"
        else:
            kept = (player.equipment, player.judging, player.piles, player.skills, player.marks)
            assert not any(kept), "the dead keep something"
            assert len(player.hand) <= most_of_the_dead(game), "the dead keep a hand"
