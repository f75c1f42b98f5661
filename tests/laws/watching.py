"""What a viewer is told, and a table rebuilt from that alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from engine import events
from engine.events import Event
from engine.match import Match
from engine.view import SPECTATOR, SeatView, View
from engine.zones import PROCESSING, Zone

T = TypeVar("T", int, str)


def everybody(match: Match) -> list[int]:
    """All who may watch: each seat, and a spectator."""
    return [SPECTATOR, *range(len(match.game.players))]


@dataclass
class Seat:
    """A seat as the events tell it. `hand` lists the cards whose faces the viewer was told on their way in."""

    seat: int
    hero: str = ""
    kingdom: str = ""
    sex: str = "male"
    hp: int = 0
    max_hp: int = 0
    alive: bool = True
    role: str = ""
    hand_count: int = 0
    hand: list[int] = field(default_factory=list)
    equipment: list[int] = field(default_factory=list)
    judging: list[int] = field(default_factory=list)
    skills: set[str] = field(default_factory=set)
    face_down: bool = False
    chained: bool = False
    marks: dict[str, int] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    piles: dict[str, int] = field(default_factory=dict)
    hero_card_count: int = 0


class Watcher:
    """One viewer's table, drawn from nothing but the events as the viewer may see them."""

    def __init__(self, viewer: int, seats: int, deck: int) -> None:
        self.viewer = viewer
        self.seats = [Seat(seat) for seat in range(seats)]
        self.draw_pile = deck
        self.discard: list[int] = []
        self.processing: list[int] = []
        self.covered = 0  # cards on the table whose faces the viewer was not told
        self.winners: tuple[int, ...] | None = None
        self.laid_out: dict[int, tuple[str, ...]] = {}

    def watch(self, event: Event) -> None:
        """Take in one event as it was seen."""
        match event:
            case events.CardsMoved():
                self._move(event.source, event.count, event.cards, -1)
                self._move(event.destination, event.count, event.cards, +1)
            case events.CardsShown() if event.source == PROCESSING:
                turned_up = [card_id for card_id in event.cards if card_id not in self.processing]
                self.covered -= len(turned_up)
                self.processing += turned_up
            case events.DrawPileShuffled():
                self.discard.clear()
                self.draw_pile = event.count
            case events.RoleDealt() | events.RoleShown():
                self.seats[event.seat].role = event.role
            case events.HeroShown():
                seat = self.seats[event.seat]
                seat.hero, seat.kingdom, seat.sex = event.hero, event.kingdom, event.sex
                seat.hp, seat.max_hp, seat.skills = event.hp, event.max_hp, set(event.skills)
                self.laid_out = {}
            case events.Revived():
                self.seats[event.seat].alive = True
            case events.HeroesLaidOut():
                left = {place: tuple(h for h in lie if h not in event.heroes) for place, lie in self.laid_out.items()}
                left[event.seat] = (*left.get(event.seat, ()), *event.heroes)
                self.laid_out = {place: heroes for place, heroes in left.items() if heroes}
            case events.Damaged():
                self.seats[event.target].hp = event.hp
            case events.HpLost() | events.Recovered():
                self.seats[event.seat].hp = event.hp
            case events.MaxHpChanged():
                self.seats[event.seat].hp, self.seats[event.seat].max_hp = event.hp, event.max_hp
            case events.SkillGained():
                self.seats[event.seat].skills.add(event.skill)
            case events.SkillLost():
                self.seats[event.seat].skills.remove(event.skill)
            case events.MarkChanged():
                set_or_drop(self.seats[event.seat].marks, event.mark, event.count)
            case events.NoteChanged():
                set_or_drop(self.seats[event.seat].notes, event.note, event.value)
            case events.CharacterChanged():
                self.seats[event.seat].kingdom, self.seats[event.seat].sex = event.kingdom, event.sex
            case events.HeroCardsTaken():
                self.seats[event.seat].hero_card_count += event.count
            case events.FlippedOver():
                self.seats[event.seat].face_down = event.face_down
            case events.ChainChanged():
                self.seats[event.seat].chained = event.chained
            case events.Died():
                dead = self.seats[event.seat]
                dead.alive, dead.skills, dead.marks, dead.notes = False, set(), {}, {}
                dead.hero_card_count = 0
            case events.MatchEnded():
                self.winners = event.winners
                for seat, role in zip(self.seats, event.roles, strict=True):
                    seat.role = role

    def _move(self, zone: Zone, count: int, cards: tuple[int, ...], sign: int) -> None:
        match zone.kind:
            case "draw":
                self.draw_pile += sign * count
                return
            case "hand":
                self.seats[zone.seat].hand_count += sign * count
                if zone.seat != self.viewer:
                    return
                places = self.seats[zone.seat].hand
            case "equipment":
                places = self.seats[zone.seat].equipment
            case "judging":
                places = self.seats[zone.seat].judging
            case "discard":
                places = self.discard
            case "processing":
                # What lies face down and comes to be seen as it goes was counted, not listed.
                known = [card_id for card_id in cards if sign > 0 or card_id in self.processing]
                self.covered += sign * (count - len(known))
                count, cards, places = len(known), tuple(known), self.processing
            case "pile":
                piles = self.seats[zone.seat].piles
                set_or_drop(piles, zone.name, piles.get(zone.name, 0) + sign * count)
                return
        assert len(cards) == count, f"the viewer sees {zone}, but not what came or went"
        for card_id in cards:
            places.append(card_id) if sign > 0 else places.remove(card_id)

    def assert_explains(self, seen: View) -> None:
        """The view shows nothing that the events have not told."""
        assert seen.draw_pile_count == self.draw_pile
        assert sorted(seen.discard_pile) == sorted(self.discard)
        assert sorted(seen.processing) == sorted(self.processing)
        assert 0 <= seen.covered_count - self.covered <= len(self.processing)
        assert seen.over == (self.winners is not None)
        assert seen.winners == (self.winners or ())
        assert dict(seen.laid_out) == self.laid_out
        for seat, told in zip(seen.seats, self.seats, strict=True):
            assert told == told_by(seat)


def set_or_drop(table: dict[str, T], key: str, value: T) -> None:
    """Zero and the empty word stand for nothing there."""
    table[key] = value
    if not value:
        del table[key]


def told_by(seen: SeatView) -> Seat:
    """Skills, marks, notes and hero cards leave the dead without an event of their own."""
    return Seat(
        **{name: getattr(seen, name) for name in ("seat", "hero", "kingdom", "sex", "hp", "max_hp", "alive", "role")},
        hand_count=seen.hand_count,
        hand=list(seen.hand),
        equipment=list(seen.equipment),
        judging=[card_id for card_id, _ in seen.judging],
        skills=set(seen.skills) if seen.alive else set(),
        face_down=seen.face_down,
        chained=seen.chained,
        marks={mark: count for mark, count in seen.marks if count and seen.alive},
        notes=dict(seen.notes) if seen.alive else {},
        piles={name: count for name, count, _ in seen.piles},
        hero_card_count=seen.hero_card_count if seen.alive else 0,
    )


def encoded(message: object) -> bytes:
    """A message as bytes: equal bytes have equal sizes too."""
    return msgspec.msgpack.encode(message)
