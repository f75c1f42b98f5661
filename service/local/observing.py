"""What a seat sees, as numbers: a function of its `MatchView`, its open `Decision` and how far it has answered it.

Both are messages of the contract, so whoever plays over the network can make the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray
from sanguosha.v1 import card_pb2, decision_pb2, view_pb2

from service.convert.offered_options import MOST_SEATS

from . import layout
from .drafting import CHOICES, SLOTS, Draft, Row
from .layout import ASKED, HAND, ROW, SEAT, SIZE, SLICES, TABLE, Words

LEAST, MOST = -128, 127
"""What is beyond counts as this."""
DECLINING = ("pass", "end")

Numbers = NDArray[np.int8]
Faces = Mapping[int, card_pb2.CardFace]


def mask(draft: Draft | None) -> Numbers:
    """1 for each choice that may be taken, of `CHOICES`; all 0 where nothing is asked."""
    legal = np.zeros(CHOICES, np.int8)
    if draft is not None:
        legal[draft.legal] = 1
    return legal


def observe(view: view_pb2.MatchView, draft: Draft | None) -> Numbers:
    """`SIZE` numbers, in the places that `service.local.layout` gives them. Raises `ValueError` for the view of a
    spectator."""
    if not view.HasField("viewer"):
        raise ValueError("a spectator has no place at the table")
    numbers = np.zeros(SIZE, np.int8)
    observer = _Observer(view)
    observer.table(numbers[SLICES["table"]])
    observer.hand(numbers[SLICES["hand"]])
    observer.seats(numbers[SLICES["seats"]].reshape(MOST_SEATS, SEAT.width))
    if draft is not None:
        faces = {face.id: face for face in draft.decision.faces}
        observer.asked(numbers[SLICES["asked"]], draft, faces)
        observer.rows(numbers[SLICES["rows"]].reshape(SLOTS, ROW.width), draft, faces)
    return numbers


def small(number: int) -> int:
    return max(LEAST, min(MOST, number))


def say(numbers: Numbers, at: int, words: Words, word: str) -> None:
    """One more of the word; nothing where it is none of the vocabulary."""
    n = words.get(word)
    if n is not None:
        numbers[at + n] += 1


class _Observer:
    def __init__(self, view: view_pb2.MatchView) -> None:
        self.view = view
        self.count = len(view.seats)

    def place(self, seat: int) -> int:
        """How far the seat is from the viewer, in order of play."""
        return (seat - self.view.viewer) % self.count

    def table(self, numbers: Numbers) -> None:
        view, at = self.view, TABLE.at
        numbers[at["seats"]] = self.count
        numbers[at["round"]] = small(view.round)
        numbers[at["draw_pile"]] = small(view.draw_pile_count)
        numbers[at["covered"]] = small(view.covered_count)
        say(numbers, at["phase"], layout.PHASES, view.phase)
        if view.HasField("turn_seat"):
            numbers[at["turn"] + self.place(view.turn_seat)] = 1
        for face in view.discard_pile:
            say(numbers, at["discard"], layout.CARDS, face.name)
        for face in view.processing:
            say(numbers, at["processing"], layout.CARDS, face.name)

    def hand(self, numbers: Numbers) -> None:
        for face in self.view.seats[self.view.viewer].hand:
            name = layout.CARDS.get(face.name)
            if name is not None and face.suit:
                numbers[HAND.at["cards"] + name * layout.SUITS + face.suit - 1] += 1

    def seats(self, rows: Numbers) -> None:
        for seat in self.view.seats:
            self._seat(rows[self.place(seat.seat)], seat)

    def _seat(self, numbers: Numbers, seat: view_pb2.SeatView) -> None:
        at = SEAT.at
        numbers[at["present"]] = 1
        numbers[at["alive"]] = seat.alive
        numbers[at["hp"]] = small(seat.hp)
        numbers[at["max_hp"]] = small(seat.max_hp)
        numbers[at["hand"]] = small(seat.hand_count)
        numbers[at["role_shown"]] = seat.role_shown
        numbers[at["hero_cards"]] = small(seat.hero_card_count)
        numbers[at["face_down"]] = seat.face_down
        numbers[at["chained"]] = seat.chained
        say(numbers, at["role"], layout.ROLES, seat.role)
        say(numbers, at["hero"], layout.HEROES, seat.hero)
        say(numbers, at["kingdom"], layout.KINGDOMS, seat.kingdom)
        say(numbers, at["sex"], layout.SEXES, seat.sex)
        for skill in seat.skills:
            say(numbers, at["skills"], layout.SKILLS, skill)
        for face in seat.equipment:
            say(numbers, at["equipment"], layout.CARDS, face.name)
        for lying in seat.judging:
            say(numbers, at["judging"], layout.CARDS, lying.name)
        numbers[at["piles"]] = small(sum(pile.count for pile in seat.piles))
        numbers[at["marks"]] = small(sum(mark.count for mark in seat.marks))

    def asked(self, numbers: Numbers, draft: Draft, faces: Faces) -> None:
        decision, reason, at = draft.decision, draft.decision.reason, ASKED.at
        numbers[at["asked"]] = 1
        numbers[at["kind"] + decision.kind - 1] = 1
        numbers[at["count"]] = small(reason.count)
        numbers[at["withdrawable"]] = decision.withdrawable
        say(numbers, at["reason"], layout.REASONS, reason.name)
        say(numbers, at["prompt"], layout.PROMPTS, reason.prompt)
        say(numbers, at["card"], layout.CARDS, reason.card)
        say(numbers, at["stage"], layout.STAGES, draft.stage)
        if reason.HasField("source"):
            numbers[at["source"] + self.place(reason.source)] = 1
        if reason.HasField("target"):
            numbers[at["target"] + self.place(reason.target)] = 1
        if draft.option is not None:
            self._row(numbers[at["option"] : at["option"] + ROW.width], draft.option, faces)
        if draft.filling is not None:
            numbers[at["filled"]] = small(draft.filled)
            numbers[at["min"]] = small(draft.filling.min)
            numbers[at["max"]] = small(draft.filling.max)
            numbers[at["chosen"]] = small(len(draft.filling.chosen))
            if draft.stage == "bucket":
                item = draft.filling.items[draft.filling.chosen[-1]]
                self._row(numbers[at["item"] : at["item"] + ROW.width], item, faces)

    def rows(self, rows: Numbers, draft: Draft, faces: Faces) -> None:
        for numbers, thing in zip(rows, draft.rows, strict=False):
            self._row(numbers, thing, faces)
        rows[draft.taken, ROW.at["taken"]] = 1

    def _row(self, numbers: Numbers, thing: Row, faces: Faces) -> None:
        numbers[ROW.at["present"]] = 1
        if isinstance(thing, decision_pb2.Option):
            self._option(numbers, thing, faces)
        elif isinstance(thing, decision_pb2.Bucket):
            self._candidate(numbers, thing.to, faces)
        else:
            self._candidate(numbers, thing, faces)

    def _option(self, numbers: Numbers, option: decision_pb2.Option, faces: Faces) -> None:
        at = ROW.at
        numbers[at["declines"]] = option.id in DECLINING
        say(numbers, at["as_card"], layout.CARDS, option.as_card)
        say(numbers, at["ability"], layout.ABILITIES, option.skill)
        for seat in option.targets:
            numbers[at["seats"] + self.place(seat)] = 1
        self._cards(numbers, option.cards, faces)
        for pick in option.picks:
            for candidate in pick.assignment.items or pick.sequence.of or pick.subset.of:
                kind = candidate.WhichOneof("kind")
                if kind == "card":
                    self._cards(numbers, (candidate.card,), faces)
                elif kind == "seat":
                    numbers[at["reach"] + self.place(candidate.seat)] = 1

    def _candidate(self, numbers: Numbers, candidate: decision_pb2.Candidate, faces: Faces) -> None:
        at, kind = ROW.at, candidate.WhichOneof("kind") or ""
        say(numbers, at["thing"], layout.THINGS, kind)
        match kind:
            case "card":
                self._cards(numbers, (candidate.card,), faces)
            case "seat":
                numbers[at["seats"] + self.place(candidate.seat)] = 1
            case "hand":
                numbers[at["seats"] + self.place(candidate.hand.seat)] = 1
            case "suit":
                numbers[at["suits"] + candidate.suit - 1] = 1
            case "number":
                numbers[at["number"]] = small(candidate.number)
            case "skill":
                say(numbers, at["ability"], layout.ABILITIES, candidate.skill)
            case "hero":
                say(numbers, at["hero"], layout.HEROES, candidate.hero)

    def _cards(self, numbers: Numbers, cards: Iterable[int], faces: Faces) -> None:
        """Of several cards the rank is that of the last."""
        at = ROW.at
        for card in cards:
            face = faces[card]
            say(numbers, at["cards"], layout.CARDS, face.name)
            numbers[at["rank"]] = face.rank
            if face.suit:
                numbers[at["suits"] + face.suit - 1] += 1
