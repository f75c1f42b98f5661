"""From a scenario's setup to the state it describes, at the phase it names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.chance import SEED_BYTES
from engine.deeds.move import fit_out
from engine.game import Game
from engine.match import new_snapshot
from engine.modes import MODES
from engine.modes.dark_souls import SOULS
from engine.modes.selection import become
from engine.rules import rules_of
from engine.ruleset import Ruleset, UnknownRuleset
from engine.state import Held, Player, Snapshot, Step
from engine.zones import equipment_of

from .dealing import deal
from .faces import Faces, elsewhere
from .schema import Malformed, Place

LEAST_SEATS = 4
PLAIN_HP = 4


def set_table(setup: Mapping[str, Any]) -> tuple[Snapshot, Faces]:
    """The state before the first step, and the reader of its cards. Raises `Malformed`."""
    ruleset = _ruleset(setup)
    try:
        rules = rules_of(ruleset)
    except UnknownRuleset as error:
        raise Malformed(str(error), ("ruleset",)) from error
    faces = Faces(rules)
    seed = int(setup.get("seed", 0)).to_bytes(SEED_BYTES, "big")
    game = Game(rules, new_snapshot(ruleset, seed))
    _seat_players(game, setup.get("seats") or {})
    _lay_out(game, faces, setup)
    _position(game, setup)
    stored = game.snapshot()
    stored.hero_pile = list(setup.get("hero_pile", []))
    stored.event_count = stored.throws = 0
    return stored, faces


def _ruleset(setup: Mapping[str, Any]) -> Ruleset:
    """A scenario names every pack it needs: none is in by default."""
    given = {"packs": [], **setup.get("ruleset", {})}
    known = [field.name for field in msgspec.structs.fields(Ruleset) if field.name != "seats"]
    for key in given:
        if key not in known:
            raise Malformed(f"unknown option; known: {', '.join(known)}", ("ruleset", key))
    named = [int(name[1:]) for name in setup.get("seats") or {}]
    mode = MODES.get(str(given.get("mode", Ruleset(0).mode)))
    count = setup.get("players", max(LEAST_SEATS, len(mode.seating) if mode else 0, *named))
    if named and max(named) > count:
        raise Malformed(f"P{max(named)} does not sit at a table of {count}", ("players",))
    return Ruleset(count, **{**given, "packs": tuple(given["packs"])})


def _seat_players(game: Game, seats: Mapping[str, Any]) -> None:
    lord = next((name for name, seat in seats.items() if (seat or {}).get("role") == "lord"), "P1")
    for player in game.players:
        name = f"P{player.seat + 1}"
        seat = seats.get(name) or {}
        seating = game.rules.mode.seating
        usual = seating[player.seat] if seating else "lord" if name == lord else "rebel"
        player.role = seat.get("role", usual)
        player.role_shown = seat.get("role_shown", bool(seating) or player.role == "lord")
        _seat_player(game, player, seat, ("seats", name))
    for name, seat in seats.items():
        if "host" in (seat or {}):
            _attach(game, name, seat, ("seats", name, "host"))
    game.events.clear()


def _seat_player(game: Game, player: Player, seat: Mapping[str, Any], place: Place) -> None:
    player.hp = player.max_hp = PLAIN_HP
    if "hero" in seat:
        if seat["hero"] not in game.rules.heroes:
            missing = f"no hero in play is called {seat['hero']!r}{elsewhere(seat['hero'])}"
            raise Malformed(missing, (*place, "hero"))
        become(game, player, seat["hero"])
        player.hp = player.max_hp = game.rules.heroes[seat["hero"]].max_hp
    if "hp" in seat:
        hp, _, most = str(seat["hp"]).partition("/")
        player.hp, player.max_hp = int(hp), int(most or player.max_hp)
    for key in ("sex", "kingdom", "face_down", "chained"):
        if key in seat:
            setattr(player, key, seat[key])
    for key in ("marks", "notes", "this_phase", "this_turn", "this_match"):
        setattr(player, key, dict(seat.get(key, {})))
    player.hero_cards = list(seat.get("hero_cards", []))
    known = {skill.id for skill in game.rules.skills}
    for key in ("skills", "effects"):
        for n, skill in enumerate(seat.get(key, [])):
            if skill not in known:
                raise Malformed(f"no skill in play is called {skill!r}", (*place, key, n))
    player.skills = [
        *player.skills,
        *(Held(skill, "gained") for skill in seat.get("skills", [])),
        *(Held(skill, "effect", -1, "turn") for skill in seat.get("effects", [])),
    ]
    if seat.get("alive") is False:
        player.alive, player.role_shown, player.skills = False, True, []
    game.reindex()


def _attach(game: Game, name: str, seat: Mapping[str, Any], place: Place) -> None:
    """The soul of who is dead serves somebody alive."""
    soul, host = (game.players[int(named[1:]) - 1] for named in (name, seat["host"]))
    if soul.alive or not host.alive or soul.role not in SOULS:
        raise Malformed("a soul is of somebody dead, and its host lives", place)
    skill = SOULS[soul.role].id
    host.skills = [*host.skills, Held(skill, "effect", -1, "", soul.seat)]
    host.marks[skill] = host.marks.get(skill, 0) + 1
    game.reindex()


def _lay_out(game: Game, faces: Faces, setup: Mapping[str, Any]) -> None:
    dealt, lying_as, left = deal(faces, setup)
    for pile in (game.draw_pile, game.discard_pile):
        pile.clear()
    for zone, cards in dealt.items():
        if zone.seat >= len(game.players):
            raise Malformed("no such seat")
        game.zone(zone).extend(cards)
    game.draw_pile.reverse()
    if not isinstance(setup.get("draw_pile"), Mapping):
        game.draw_pile[:0] = reversed(left)
    game.lying_as.update(lying_as)
    game.rebuild_zones()
    for player in game.players:
        slots = [game.rules.kind_of(card_id).slot for card_id in player.equipment]
        if len(set(slots)) < len(slots):
            raise Malformed("two pieces of equipment for one slot", ("seats", f"P{player.seat + 1}", "equipment"))
        fit_out(game, [], equipment_of(player.seat), player.equipment)


def _position(game: Game, setup: Mapping[str, Any]) -> None:
    """The agenda as the turn structure leaves it at that point: what is still to come of the turn, in order."""
    phase = setup.get("phase", "play")
    if phase == "setup":
        if setup.get("seats") or "turn" in setup:
            raise Malformed("before roles are dealt no seat has anything, nor a turn", ("phase",))
        game.players[:] = [Player(player.seat) for player in game.players]
        game.agenda[:] = game.rules.mode.opening(game.ruleset)
        return
    name = setup.get("turn", "P1")
    seat = int(name[1:]) - 1
    if seat >= len(game.players) or not game.players[seat].alive:
        raise Malformed(f"{name} has no turn", ("turn",))
    game.turn = game.anchor = seat
    game.round = setup.get("round", 1)
    if phase == "opening":
        game.turn, game.round = game.rules.mode.first_seat(game), 0
        game.agenda[:] = [Step("start")]
        return
    if phase == "turn":
        game.agenda[:] = [Step("turn", seat)]
        return
    game.rules.mode.takes_turn(game, game.players[seat])
    phases = game.rules.edition.phases
    if phase not in phases:
        raise Malformed(f"the edition has no such phase; known: {', '.join(phases)}", ("phase",))
    later = phases[phases.index(phase) + (phase == "play") :]
    steps = [*(Step("phase", seat, later_phase, seat) for later_phase in later), Step("turn_over", seat, "", seat)]
    if phase == "play":
        game.phase = "play"
        steps = [Step("act", seat, "", seat), Step("phase_over", seat, "play", seat), *steps]
    game.agenda[:] = steps
