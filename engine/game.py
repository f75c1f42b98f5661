"""The table while it is played: the state, and what is derived from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from . import events
from .card import Card
from .chance import below
from .state import Held, Player, Snapshot, Step
from .zones import DISCARD, DRAW, OPEN_ZONES, PROCESSING, Zone, equipment_of, hand_of, judging_of

if TYPE_CHECKING:
    from .rules import Rules
    from .skill import Filter, Modifier, Provider, Query, Trigger, ViewAs
    from .table import Table
    from .words import Timing

V = TypeVar("V")
NOTHING_ABSENT = nullcontext()
_stored_fields = attrgetter(*Snapshot.__struct_fields__)


class Game:
    """One match's state with lookups, chance and folds. Rules change it through deeds."""

    table: Table

    def __init__(self, rules: Rules, stored: Snapshot) -> None:
        self.rules = rules
        self.ruleset = stored.ruleset
        self.seed = stored.seed
        self.throws = stored.throws
        self.players = stored.players
        self.draw_pile = stored.draw_pile
        self.discard_pile = stored.discard_pile
        self.processing = stored.processing
        self.lying_as = stored.lying_as
        self.agenda = stored.agenda
        self.hero_pile = stored.hero_pile
        self.turn = stored.turn
        self.phase = stored.phase
        self.round = stored.round
        self.anchor = stored.anchor
        self.over = stored.over
        self.winners = stored.winners
        self.event_count = stored.event_count
        self.fallen = stored.fallen
        self.conceding = stored.conceding
        self.discarded = stored.discarded
        self.covered = stored.covered
        self.laid_out = stored.laid_out
        self.living_since = stored.living_since
        self.events: list[events.Event] = []
        self.absent: tuple[int, ...] = ()
        self.where: dict[int, Zone] = {}
        self.rebuild_zones()
        self.reindex()
        self._told_lent = self._lent

    def snapshot(self) -> Snapshot:
        """The stored form; it shares the lists of the live game, so encode it at once."""
        return Snapshot(*_stored_fields(self))

    # -- events and chance

    def emit(self, event: events.Event) -> None:
        self.event_count += 1
        self.events.append(event)

    def below(self, n: int) -> int:
        """A fair number in [0, n)."""
        self.throws += 1
        return below(self.seed, self.throws, n)

    def shuffle(self, things: list[V]) -> None:
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

    # -- players

    @property
    def never_dead(self) -> list[Player]:
        """The living but for those who have come back from the dead (转世)."""
        return [player for player in self.living if not player.has_returned]

    def in_order(self, start: int | None = None) -> list[Player]:
        """All seats, dead ones too, in order of play from `start` (default: the seat whose turn it is)."""
        first = max(self.turn, 0) if start is None else start
        return self.players[first:] + self.players[:first]

    def from_turn(self) -> list[Player]:
        """The living in order of play, from the seat whose turn it is (seed 004: events and responses)."""
        return [player for player in self.in_order() if player.alive]

    def others(self, me: Player) -> list[Player]:
        """Everybody else alive, in order of play from `me`."""
        return [player for player in self.in_order(me.seat) if player.alive and player is not me]

    def sorted_by_turn(self, players: Iterable[Player]) -> list[Player]:
        """In order of play from the current turn; a player may be in it more than once."""
        n = len(self.players)
        return sorted(players, key=lambda player: (player.seat - self.turn) % n)

    @property
    def current(self) -> Player:
        """Whose turn it is, or was the last one as long as no other has begun."""
        return self.players[self.turn]

    def has_turn(self, player: Player) -> bool:
        """Whether it is the turn of the player: when that is over it is nobody's, until the next one begins."""
        in_turn = bool(self.phase) or any(step.kind == "turn_over" for step in self.agenda)
        return in_turn and player is self.current

    # -- cards

    def card(self, card_id: int) -> Card:
        """The card as it counts where it is: filters (锁定视为) apply to what a player holds."""
        face = self.rules.deck[card_id]
        if self.filters:
            for owner, seen_as in self.filters:
                face = seen_as.function(self, owner, face, self.where[card_id])
        return face

    def cards(self, ids: Iterable[int]) -> list[Card]:
        return [self.card(card_id) for card_id in ids]

    def uncovered(self, ids: Iterable[int]) -> tuple[int, ...]:
        """Without the cards that lie face down on the table."""
        return tuple(card_id for card_id in ids if card_id not in self.covered)

    def name_lying(self, card_id: int) -> str:
        """What a card in a judgement area lies there as."""
        return self.lying_as.get(card_id) or self.rules.deck[card_id].name

    def card_lying(self, card_id: int) -> Card:
        """A card in a judgement area as the trick it lies there as."""
        face = self.rules.deck[card_id]
        return Card(self.name_lying(card_id), face.suit, face.rank, (card_id,), "", face.colour)

    def equipped(self, player: Player, slot: str) -> int | None:
        """The card in one equipment slot: weapon, armor, plus_horse, minus_horse."""
        for card_id in player.equipment:
            if card_id not in self.absent and self.rules.kind_of(card_id).slot == slot:
                return card_id
        return None

    def zone(self, zone: Zone) -> list[int]:
        """The cards of a zone, the list itself; the draw pile's top is its end."""
        match zone.kind:
            case "draw":
                return self.draw_pile
            case "discard":
                return self.discard_pile
            case "processing":
                return self.processing
            case "hand":
                return self.players[zone.seat].hand
            case "equipment":
                return self.players[zone.seat].equipment
            case "judging":
                return self.players[zone.seat].judging
            case "pile":
                return self.players[zone.seat].piles.setdefault(zone.name, [])

    def is_open(self, zone: Zone) -> bool:
        """Whether everybody sees the cards there; those that lie face down on the table apart."""
        return zone.kind in OPEN_ZONES or (zone.kind == "pile" and not self.rules.hides(zone.name))

    def rebuild_zones(self) -> None:
        self.where.clear()
        for zone in (DRAW, DISCARD, PROCESSING):
            self.where.update(dict.fromkeys(self.zone(zone), zone))
        for player in self.players:
            for zone in (hand_of(player.seat), equipment_of(player.seat), judging_of(player.seat)):
                self.where.update(dict.fromkeys(self.zone(zone), zone))
            for name, cards in player.piles.items():
                self.where.update(dict.fromkeys(cards, Zone("pile", player.seat, name)))

    # -- skills and numbers

    def reindex(self) -> None:
        """Index who lives, and who waits for what. Derived, so never stored."""
        self.living = [player for player in self.players if player.alive]
        self.listeners: dict[Timing, dict[int, list[tuple[Held, Trigger]]]] = {}
        self.modifiers: dict[str, list[tuple[Player, Held, Modifier]]] = {}
        self.filters: list[tuple[Player, Filter]] = []
        self.had_for_a_while = [(player, held) for player in self.players for held in player.skills if held.until]
        self.held: list[list[Held]] = [self._held_by(player) for player in self.players]
        self._lend_to_others()
        self.makers: list[list[tuple[Held, ViewAs | Provider, tuple[str, ...]]]] = [[] for _ in self.players]
        for player in self.players:
            for held in self.held[player.seat]:
                skill = self.rules.skill(held.skill)
                for trigger in skill.triggers:
                    for timing in trigger.timings:
                        by_seat = self.listeners.setdefault(timing, {})
                        by_seat.setdefault(player.seat, []).append((held, trigger))
                for modifier in skill.modifiers:
                    self.modifiers.setdefault(modifier.query, []).append((player, held, modifier))
                for seen_as in skill.filters:
                    self.filters.append((player, seen_as))
                for maker in skill.makers:
                    self.makers[player.seat].append((held, maker, self.rules.made_by(maker)))
        self._lent = [[one.skill for one in held if one.origin == "lent"] for held in self.held]

    def _held_by(self, player: Player) -> list[Held]:
        """The player's skills and those that they lend him; a skill counts once, but each piece of equipment for
        itself."""
        every = {(held.skill, held.card): held for held in reversed(player.skills)}
        held = list(reversed(every.values()))
        if player.alive:
            held += [Held(skill_id, "effect") for skill_id in self.rules.shared_skills]
        lenders = [skill for one in held if (skill := self.rules.skill(one.skill)).lends_to_owner]
        return _with_lent(held, [skill_id for skill in lenders for skill_id in skill.lent(self, player)])

    def _lend_to_others(self) -> None:
        """What skills, lent ones too, lend to others than their owner."""
        lenders = [
            (owner, skill)
            for owner in self.players
            for one in self.held[owner.seat]
            if (skill := self.rules.skill(one.skill)).lends_to_others
        ]
        for player in self.living if lenders else ():
            lent = [id for owner, skill in lenders if owner is not player for id in skill.lent_to(self, owner, player)]
            self.held[player.seat] = _with_lent(self.held[player.seat], lent)

    def skills_of(self, player: Player) -> tuple[str, ...]:
        """The player's skills as everybody sees them; those of equipment and effects that linger are none."""
        every = (*player.skills, *self.held[player.seat])
        return tuple(dict.fromkeys(held.skill for held in every if held.origin in ("hero", "gained", "lent")))

    def tell_lent(self) -> None:
        """Say which lent skills came and went since this was last said: whatever lends them says nothing itself."""
        lent, told = self._lent, self._told_lent
        if lent == told:
            return
        self._told_lent = lent
        for player in self.living:
            has = self.skills_of(player)
            for skill_id in told[player.seat]:
                if skill_id not in has:
                    self.emit(events.SkillLost(player.seat, skill_id))
            for skill_id in lent[player.seat]:
                if skill_id not in told[player.seat]:
                    self.emit(events.SkillGained(player.seat, skill_id))

    def laid_by(self, player: Player, skill_id: str) -> list[Player]:
        """Whose effect of this name lies on the player."""
        return [self.players[held.by] for held in player.skills if held.skill == skill_id and held.by >= 0]

    def has(self, player: Player, skill_id: str) -> bool:
        return any(held.skill == skill_id for held in self.held[player.seat])

    def fold(self, query: Query, value: V, *about: Any) -> V:
        """A number or permission, as every skill and piece of equipment in play has it. Folds never ask."""
        for owner, held, modifier in self.modifiers.get(query, ()):
            if held.card not in self.absent:
                value = modifier.function(self, owner, value, *about)
        return value

    def without(self, ids: tuple[int, ...]) -> AbstractContextManager[None]:
        """As if the cards were already laid down: equipment spent on a cost gives neither range nor skill to what it
        pays for (D28)."""
        return self._absent(ids) if ids else NOTHING_ABSENT

    @contextmanager
    def _absent(self, ids: tuple[int, ...]) -> Iterator[None]:
        before, self.absent = self.absent, self.absent + ids
        try:
            yield
        finally:
            self.absent = before

    # -- agenda

    def schedule(self, *steps: Step) -> None:
        """Put steps before everything that waits on the agenda."""
        self.agenda[:0] = steps

    def unschedule(self, unwanted: Step) -> bool:
        """Take the first such step off the agenda; False when there is none."""
        if unwanted in self.agenda:
            self.agenda.remove(unwanted)
            return True
        return False


def _with_lent(held: list[Held], lent: Sequence[str]) -> list[Held]:
    """The skills with those that are lent, unless they are there already."""
    if not lent:
        return held
    more = dict.fromkeys(skill_id for skill_id in lent if all(one.skill != skill_id for one in held))
    return [*held, *(Held(skill_id, "lent") for skill_id in more)]
