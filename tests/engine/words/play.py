"""A match from a table laid by hand, with skills that exist for the tests alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from engine.codec import decode_record, decode_snapshot, encode_record, encode_snapshot
from engine.events import Event
from engine.game import Game
from engine.hero import Hero
from engine.match import Match, new_snapshot
from engine.packs import Pack
from engine.questions import Answer, Assignment, Candidate, Chosen, Option, Pick, Question
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.skill import Skill
from engine.state import Held, Player, Role, Snapshot, Step
from engine.view import SPECTATOR, SeatView, View, view

PACK_ID = "words"
SEED = bytes(16)
ROLES: tuple[Role, ...] = ("lord", "rebel", "loyalist", "renegade", "rebel", "rebel")
WHOLE_TURN = (Step("turn", 0),)
FROM_PLAY = (*(Step("phase", 0, name, 0) for name in ("play", "discard", "finish")), Step("turn_over", 0, "", 0))
IDLE = "zixing"  # a card that may always be used: who holds it is asked what to do in the play phase
MANY = 100  # more answers than any of these tests waits for

E = TypeVar("E", bound=Event)


def pack_of(*skills: type[Skill]) -> Pack:
    """One hero for each skill, with its id."""
    return Pack(PACK_ID, heroes=tuple(Hero(skill.id, "qun", 4, (skill,)) for skill in skills))


class Seat(NamedTuple):
    """What lies before a seat, cards by name, by name and suit, or by name, suit and rank: "slash heart 10"."""

    skills: Sequence[str] = ()
    hand: Sequence[str] = ()
    worn: Sequence[str] = ()
    judging: Sequence[str] = ()
    piles: Mapping[str, Sequence[str]] = {}
    hp: int = 4
    face_down: bool = False
    chained: bool = False
    marks: Mapping[str, int] = {}


class Play:
    """A match from the play phase of seat 0, the lord, unless `agenda` says otherwise. `top` are the next cards of the
    draw pile.

    It is paranoid: after every answer the match is stored and resumed, and must come out the same.
    """

    def __init__(
        self,
        *seats: Seat,
        top: Sequence[str] = (),
        agenda: Sequence[Step] = FROM_PLAY,
        edition: str = "standard",
        packs: Sequence[str] = (),
        hero_pile: Sequence[str] = (),
    ) -> None:
        ruleset = Ruleset(max(4, len(seats)), edition=edition, packs=(*packs, PACK_ID))
        self.rules = rules_of(ruleset)
        stored = new_snapshot(ruleset, SEED)
        stored.round = 1
        stored.agenda = list(agenda)
        stored.hero_pile = list(hero_pile)
        for player, role in zip(stored.players, ROLES, strict=False):
            player.role = role
            player.role_shown = role == "lord"
            player.max_hp = player.hp = 4
        for player, seat in zip(stored.players, seats, strict=False):
            self._lay(stored, player, seat)
        stored.draw_pile += reversed(self._take(stored, top))
        self.match = Match.begin(decode_snapshot(encode_snapshot(stored)))
        self._store()

    def _lay(self, stored: Snapshot, player: Player, seat: Seat) -> None:
        player.hp = seat.hp
        player.face_down = seat.face_down
        player.chained = seat.chained
        player.marks = dict(seat.marks)
        player.hand = self._take(stored, seat.hand)
        player.equipment = self._take(stored, seat.worn)
        player.judging = self._take(stored, seat.judging)
        player.piles = {name: self._take(stored, cards) for name, cards in seat.piles.items()}
        player.skills = [Held(skill, "hero") for skill in seat.skills]
        for card in player.equipment:
            player.skills += [Held(skill.id, "equipment", card) for skill in self.rules.kind_of(card).skills]

    def _take(self, stored: Snapshot, cards: Sequence[str]) -> list[int]:
        taken: list[int] = []
        for card in cards:
            name, suit, rank, *_ = [*card.split(), "", ""]
            fits = (i for i in stored.draw_pile if self._is(i, name, suit, rank))
            taken.append(next(fits))
            stored.draw_pile.remove(taken[-1])
        return taken

    def _is(self, card_id: int, name: str, suit: str, rank: str) -> bool:
        face = self.rules.deck[card_id]
        return face.name == name and face.suit == (suit or face.suit) and str(face.rank) == (rank or str(face.rank))

    # -- what is to be seen

    @property
    def game(self) -> Game:
        return self.match.game

    def player(self, seat: int) -> Player:
        return self.game.players[seat]

    @property
    def viewers(self) -> list[int]:
        return [SPECTATOR, *range(len(self.game.players))]

    def view(self, viewer: int) -> View:
        return view(self.game, viewer)

    def seat_view(self, seat: int, viewer: int) -> SeatView:
        return self.view(viewer).seats[seat]

    def told(self, viewer: int) -> list[Event]:
        """Every event so far, as the viewer sees it."""
        return [event.seen_by(viewer) for event in self.game.events]

    def events(self, kind: type[E], viewer: int | None = None) -> list[E]:
        """The events of one kind; with a viewer, as that viewer sees them."""
        told = self.game.events if viewer is None else self.told(viewer)
        return [event for event in told if isinstance(event, kind)]

    # -- what is asked

    @property
    def asked(self) -> list[int]:
        return sorted(self.match.open)

    def question(self, seat: int | None = None) -> Question:
        """The open question; of several, that to `seat`."""
        return self.match.open[self._asked(seat)].question

    def _asked(self, seat: int | None) -> int:
        if seat is None:
            (seat,) = self.match.open
        return seat

    def options(self, seat: int | None = None) -> list[str]:
        return [option.id for option in self.question(seat).options]

    def skills_offered(self, seat: int | None = None) -> list[str]:
        """The options that a skill makes."""
        return [option.id for option in self.question(seat).options if option.skill]

    def option(self, option_id: str, seat: int | None = None) -> Option:
        """The option of that id, or the only one that begins with it."""
        options = self.question(seat).options
        (found,) = [o for o in options if o.id == option_id] or [o for o in options if o.id.startswith(option_id)]
        return found

    def listed(self, option_id: str, pick: int = 0, seat: int | None = None) -> list[int | str]:
        """The candidates of one of the option's picks."""
        chosen = self.option(option_id, seat).picks[pick]
        return [candidate.value for candidate in _things(chosen)]

    # -- answers

    def answer(self, option_id: str, *picks: int | Sequence[int], seat: int | None = None) -> None:
        """Choose an option; each of its picks is filled with values."""
        seat = self._asked(seat)
        option = self.option(option_id, seat)
        chosen = tuple(_filled(pick, values) for pick, values in zip(option.picks, picks, strict=True))
        self.match.answer(seat, self.match.open[seat].id, Answer(option.id, chosen))
        self._store()

    def time_out(self) -> None:
        """The first seat that is asked lets its time pass."""
        waiting = self.match.open[self.asked[0]]
        self.match.answer(self.asked[0], waiting.id, waiting.question.default)
        self._store()

    def wait_for(self, name: str, seat: int | None = None) -> None:
        """Let time pass until a question with this reason is open, to that seat if one is given."""
        for _ in range(MANY):
            for asked, waiting in self.match.open.items():
                if waiting.question.reason.name == name and asked == (asked if seat is None else seat):
                    return
            assert not self.match.over, f"{name} is never asked"
            self.time_out()
        raise AssertionError(f"{name} is never asked")

    def _store(self) -> None:
        record = self.match.record()
        again = Match.resume(decode_record(encode_record(record)))
        assert again.record() == record
        assert encode_snapshot(again.game.snapshot()) == encode_snapshot(self.game.snapshot())


def _things(pick: Pick) -> tuple[Candidate, ...]:
    return pick.items if isinstance(pick, Assignment) else pick.of


def _filled(pick: Pick, values: int | Sequence[int]) -> Chosen:
    wanted = [values] if isinstance(values, int) else values
    return Chosen(tuple(next(c for c in _things(pick) if c.value == value) for value in wanted))
