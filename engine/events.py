"""What happened, as typed facts. Every viewer gets every event, so ordinals leak nothing; faces are removed for those
who may not see them (`seen_by`)."""

from __future__ import annotations

import re

import msgspec

from .zones import Zone


class Event(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A fact about the match. Seats are numbers; -1 means nobody."""

    def seen_by(self, viewer: int) -> Event:
        """The event as the viewer may see it; viewer -1 is a spectator."""
        return self


def event_name(event: type[Event]) -> str:
    """The type's name in the contract, in texts and in scenarios: `CardUsed` is `card_used`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


class CardsMoved(Event, frozen=True):
    """Cards went from one zone to another. `seen` lists the seats that see the faces; everybody when `open`."""

    source: Zone
    destination: Zone
    count: int
    cards: tuple[int, ...]
    open: bool
    seen: tuple[int, ...] = ()
    reason: str = ""

    def seen_by(self, viewer: int) -> Event:
        if self.open or viewer in self.seen:
            return msgspec.structs.replace(self, seen=())
        return msgspec.structs.replace(self, cards=(), seen=())


class CardsLookedAt(Event, frozen=True):
    """A seat looked at hidden cards (faces only to it)."""

    seat: int
    source: Zone
    count: int
    cards: tuple[int, ...]

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == self.seat else msgspec.structs.replace(self, cards=())


class CardsShown(Event, frozen=True):
    """Cards were shown to everybody, without moving."""

    seat: int
    source: Zone
    cards: tuple[int, ...]
    reason: str


class RoleDealt(Event, frozen=True):
    """A seat got a role; only that seat is told which."""

    seat: int
    role: str

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == self.seat else msgspec.structs.replace(self, role="")


class RoleShown(Event, frozen=True):
    seat: int
    role: str


class HeroShown(Event, frozen=True):
    """A seat's hero is face up."""

    seat: int
    hero: str
    kingdom: str
    sex: str
    hp: int
    max_hp: int
    skills: tuple[str, ...]


class RoundBegan(Event, frozen=True):
    round: int


class TurnBegan(Event, frozen=True):
    seat: int


class TurnEnded(Event, frozen=True):
    seat: int


class PhaseBegan(Event, frozen=True):
    seat: int
    phase: str


class PhaseSkipped(Event, frozen=True):
    seat: int
    phase: str


class CardUsed(Event, frozen=True):
    """A seat used a card (or what a skill makes of `cards`) on targets."""

    user: int
    card: str
    suit: str
    rank: int
    cards: tuple[int, ...]
    skill: str
    targets: tuple[int, ...]


class CardPlayed(Event, frozen=True):
    """A seat laid down a card in answer to a demand (打出), or used one that has no target."""

    seat: int
    card: str
    suit: str
    rank: int
    cards: tuple[int, ...]
    skill: str


class TargetChanged(Event, frozen=True):
    """A use turned from one target to another."""

    card: str
    before: int
    after: int


class EffectStopped(Event, frozen=True):
    """A card came to nothing against a target: `by` is the card or skill that stopped it."""

    card: str
    target: int
    by: str


class SkillInvoked(Event, frozen=True):
    seat: int
    skill: str
    targets: tuple[int, ...]


class SkillGained(Event, frozen=True):
    seat: int
    skill: str


class SkillLost(Event, frozen=True):
    seat: int
    skill: str


class Damaged(Event, frozen=True):
    """`source` is -1 where the damage has none. `nature`: normal, fire, thunder."""

    source: int
    target: int
    amount: int
    nature: str
    card: str
    hp: int


class HpLost(Event, frozen=True):
    seat: int
    amount: int
    hp: int


class Recovered(Event, frozen=True):
    seat: int
    amount: int
    hp: int


class MaxHpChanged(Event, frozen=True):
    seat: int
    max_hp: int
    hp: int


class DyingBegan(Event, frozen=True):
    seat: int


class DyingEnded(Event, frozen=True):
    seat: int


class Died(Event, frozen=True):
    """`killer` is -1 where nobody killed."""

    seat: int
    killer: int


class JudgementMade(Event, frozen=True):
    """The judgement stands: what counts is the suit and rank, the judged seat's skills included."""

    seat: int
    reason: str
    card: int
    suit: str
    rank: int


class JudgementReplaced(Event, frozen=True):
    seat: int
    by: int
    card: int


class CardsCompared(Event, frozen=True):
    """Two seats compared cards (拼点): `won` tells whether `seat` has won over `target`."""

    seat: int
    target: int
    reason: str
    card: int
    target_card: int
    won: bool


class HeroCardsTaken(Event, frozen=True):
    """A seat took unused hero cards; only that seat sees which."""

    seat: int
    count: int
    heroes: tuple[str, ...]

    def seen_by(self, viewer: int) -> Event:
        return self if viewer == self.seat else msgspec.structs.replace(self, heroes=())


class HeroesLaidOut(Event, frozen=True):
    """Hero cards lie face up now: before a seat that has chosen them, or (-1) for all who are to choose from them."""

    seat: int
    heroes: tuple[str, ...]


class HeroesTurnedUp(Event, frozen=True):
    """Unused hero cards were turned up to find the one that a dead seat comes back as: it is the last of them, unless
    all are turned up and none serves; then the seat stays dead."""

    seat: int
    heroes: tuple[str, ...]


class Revived(Event, frozen=True):
    """A seat that was dead lives again."""

    seat: int


class CharacterChanged(Event, frozen=True):
    """A seat's kingdom and sex are others now."""

    seat: int
    kingdom: str
    sex: str


class NoteChanged(Event, frozen=True):
    """A seat openly declared something that lasts; an empty value: it lasts no longer."""

    seat: int
    note: str
    value: str


class MarkChanged(Event, frozen=True):
    seat: int
    mark: str
    count: int


class FlippedOver(Event, frozen=True):
    seat: int
    face_down: bool


class ChainChanged(Event, frozen=True):
    seat: int
    chained: bool


class DrawPileShuffled(Event, frozen=True):
    """The discard pile became the draw pile."""

    count: int


class ChoiceMade(Event, frozen=True):
    """A seat openly chose a value: a suit, a number, an option of a card or skill."""

    seat: int
    reason: str
    value: str


class WindowOpened(Event, frozen=True):
    """Seats are asked. Public facts alone decide whether and whom, never what they hold."""

    seats: tuple[int, ...]
    kind: str
    reason: str
    source: int
    target: int


class WindowClosed(Event, frozen=True):
    """Every seat of the last window has answered, or the rest was withdrawn."""

    seats: tuple[int, ...]


class MatchRewound(Event, frozen=True):
    """The match was taken back to its last quiet point: what was answered since has not happened."""


class MatchEnded(Event, frozen=True):
    """`winners` is empty when the match is drawn."""

    winners: tuple[int, ...]
    roles: tuple[str, ...]
    reason: str


EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
