"""A match: at rest a checkpoint and the answers since, running a table as well.

Live and replayed answers take the same road. What must survive a quiet point is in the checkpoint; the coroutines of
the stretch after it are disposable and come again by replaying the tail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Self

from .codec import Given, Record, decode_snapshot, encode_event, encode_snapshot
from .events import Event, MatchEnded, MatchRewound, WindowClosed, WindowOpened
from .game import Game
from .questions import Answer, IllegalAnswer, Question, Reply
from .rules import check, rules_of
from .ruleset import Ruleset
from .state import Player, Snapshot, Step
from .table import EndlessRule, Table
from .words import Suspension


class Drift(Exception):
    """A replay did not find what was stored: another question, or other events."""


@dataclass(slots=True)
class Decision:
    """An open question and its id, which counts per seat from 1."""

    id: int
    question: Question
    _mark: bytes = field(default=b"", init=False, compare=False, repr=False)

    @property
    def mark(self) -> bytes:
        self._mark = self._mark or self.question.mark()
        return self._mark


MOST_UNASKED = 10_000  # far beyond how long any match goes on by itself

ELAPSED = Given(-1, b"", Answer("elapse"))
"""In a tail: the least duration of the window was over."""


def concession(seat: int) -> Given:
    """In a tail: the seat has given up."""
    return Given(seat, b"", Answer("concede"))


class NotAsked(Exception):
    """The seat has no such open decision: it was answered, withdrawn, or never asked. Or it has nothing to give up."""


class Match:
    """`open` holds the waiting decisions by seat; `window` is the ordinal of the event that opened them."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.game = Game(rules_of(snapshot.ruleset.of_rules), snapshot)
        self.table = Table(self.game)
        self.open: dict[int, Decision] = {}
        self.tail: list[Given] = []
        self.window = 0
        self._given: dict[int, Reply] = {}
        self._suspension: Suspension | None = None
        self._held = False
        self._checkpoint = encode_snapshot(snapshot)
        self._since_checkpoint = 0

    @classmethod
    def start(cls, ruleset: Ruleset, seed: bytes) -> Self:
        """A new match, run to its first questions. Raises `UnknownRuleset`."""
        return cls.begin(new_snapshot(ruleset, seed))

    @classmethod
    def begin(cls, snapshot: Snapshot) -> Self:
        """A match from any quiet state, run to its first questions."""
        match = cls(snapshot)
        match._run()
        return match

    @classmethod
    def resume(cls, record: Record) -> Self:
        """The stored match, standing at its open questions. Raises `Corrupted` or `Drift`."""
        match = cls(decode_snapshot(record.checkpoint))
        match._run()
        for given in record.tail:
            match._replay(given)
        match._compare(record)
        return match

    @classmethod
    def rewind(cls, record: Record) -> Self:
        """The stored match at its last quiet point, from where it goes on by the rules of today: what was answered
        since is void, but for who has given up. Events and decisions are counted on. Raises `Corrupted`."""
        snapshot = decode_snapshot(record.checkpoint)
        since = record.event_count - snapshot.event_count
        for player in snapshot.players:
            player.asked += since  # at most one decision a seat was asked by each event that opened a window
        snapshot.event_count = record.event_count
        given_up = [given.seat for given in record.tail if given == concession(given.seat)]
        snapshot.conceding += [seat for seat in given_up if seat not in snapshot.conceding]
        match = cls(snapshot)
        match.game.emit(MatchRewound())
        match._save()
        match._run()
        return match

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def ending(self) -> str:
        """What ended the match; empty while it goes on."""
        last = self.game.events[-1] if self.game.events else None
        return last.reason if isinstance(last, MatchEnded) else ""

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has scored; empty while the match goes on."""
        return self.game.rules.mode.points(self.game) if self.over else ()

    def answer(self, seat: int, decision: int, answer: Answer) -> None:
        """Apply a seat's answer and run on. Raises `NotAsked` or `IllegalAnswer`, and then has changed nothing."""
        waiting = self.open.get(seat)
        if waiting is None or waiting.id != decision:
            raise NotAsked(f"seat {seat} has no open decision {decision}")
        self._accept(seat, waiting, waiting.question.accept(answer))

    @property
    def holding(self) -> bool:
        """Whether a window is open that may not close before its least duration is over."""
        return self._suspension is not None and self._held

    def elapse(self) -> None:
        """The least duration of the window that is held is over. Raises `NotAsked` where none is."""
        if not self.holding:
            raise NotAsked("no window is held open")
        self.tail.append(ELAPSED)
        self._held = False
        self._close_if_decided()

    def concede(self, seat: int) -> None:
        """The seat gives its character up, which dies at the next quiet point, after the setup at the earliest (R20);
        what the seat is asked until then stays open. Raises `NotAsked` where the match is over, or the seat is dead,
        unknown or has conceded already."""
        game = self.game
        if self.over or seat in game.conceding or seat not in [player.seat for player in game.living]:
            raise NotAsked(f"seat {seat} cannot concede")
        self.tail.append(concession(seat))
        game.conceding.append(seat)

    def record(self) -> Record:
        """What is stored."""
        return Record(self._checkpoint, tuple(self.tail), self._waiting(), self.game.event_count, self._digest())

    def events_after(self, ordinal: int) -> list[Event] | None:
        """The events with higher ordinals; None when they were before this match was resumed or were forgotten."""
        first = self.game.event_count - len(self.game.events)
        return self.game.events[ordinal - first :] if first <= ordinal <= self.game.event_count else None

    def recall_events(self, older: Sequence[Event]) -> None:
        """Have those at hand again that were right before the ones that are."""
        self.game.events[:0] = older
        self._since_checkpoint += len(older)

    def forget_events(self, keep: int = 0) -> None:
        """Drop the events before the checkpoint, which are stored elsewhere by now; the last `keep` stay at hand."""
        old = min(self._since_checkpoint, max(0, len(self.game.events) - keep))
        del self.game.events[:old]
        self._since_checkpoint -= old

    # -- running

    def _accept(self, seat: int, decision: Decision, answer: Answer) -> None:
        self.tail.append(Given(seat, decision.mark, answer))
        del self.open[seat]
        self._given[seat] = Reply(decision.question, answer)
        self._close_if_decided()

    def _close_if_decided(self) -> None:
        assert self._suspension is not None
        closed = self._suspension.outcome(self._given)
        if closed is not None and not self._held:
            self._close()
            self._run(closed.value)

    def _close(self) -> None:
        assert self._suspension is not None
        self.game.emit(WindowClosed(self._suspension.seats))
        self.open.clear()
        self._given = {}
        self._suspension = None

    def _run(self, value: object = None) -> None:
        """Run the rules until they ask somebody who has a choice, or the match is over. Raises `EndlessRule`."""
        unasked = 0
        while not self.game.over:
            unasked += 1
            if unasked > MOST_UNASKED:
                raise EndlessRule(f"{MOST_UNASKED} windows and steps in which nobody has a choice")
            if not self.table.stack:
                self._next_step()
                value = None
            suspension = self.table.advance(value)
            if suspension is None:
                continue
            self._suspension = suspension
            self.game.tell_lent()
            self.suspend(suspension)
            closed = suspension.outcome(self._given)
            if closed is None or self._held:
                return
            self._close()
            value = closed.value
        self.open.clear()
        self._suspension = None
        self._save()

    def _next_step(self) -> None:
        game = self.game
        if self.tail:
            self._save()
        if game.conceding and game.round:  # the setup needs everybody
            game.schedule(Step("concede", game.conceding.pop(0)))
        elif not game.agenda:
            game.schedule(game.rules.mode.next_step(game))
        self.table.begin(game.rules.run(game, game.agenda.pop(0)))

    def _save(self) -> None:
        if not self.over:
            self.game.tell_lent()
        self._checkpoint = encode_snapshot(self.game.snapshot())
        self._since_checkpoint = len(self.game.events)
        self.tail = []

    def suspend(self, suspension: Suspension) -> None:
        """Open its window: who has a choice is asked, the others have answered. Those who look on override this."""
        reason = suspension.reason
        self.game.emit(WindowOpened(suspension.seats, suspension.kind, reason.name, reason.source, reason.target))
        self.window = self.game.event_count
        self._held = self.game.ruleset.silent_waits_ms > 0 and suspension.kind in ("RESPOND", "INVOKE")
        for question in suspension.questions:
            forced = question.forced()
            if forced is not None:
                self._given[question.seat] = Reply(question, forced)
            else:
                player = self.game.players[question.seat]
                player.asked += 1
                self.open[question.seat] = Decision(player.asked, question)

    # -- replay

    def _replay(self, given: Given) -> None:
        if given == ELAPSED and self.holding:
            self.elapse()
            return
        if given == concession(given.seat):
            self._replay_concession(given.seat)
            return
        waiting = self.open.get(given.seat)
        if waiting is None:
            raise Drift(f"seat {given.seat} answered a question that is not asked")
        try:
            waiting.question.check(given.answer)
        except IllegalAnswer as error:
            raise Drift(f"seat {given.seat}: {error}") from error
        if given.mark != waiting.mark:
            raise Drift(f"seat {given.seat} answered another question than the one asked")
        self._accept(given.seat, waiting, given.answer)

    def _replay_concession(self, seat: int) -> None:
        try:
            self.concede(seat)
        except NotAsked as error:
            raise Drift(f"seat {seat} gave up what it does not have") from error

    def _compare(self, record: Record) -> None:
        if self._waiting() != record.open:
            raise Drift("the open questions are not the stored ones")
        if self.game.event_count != record.event_count or self._digest() != record.digest:
            raise Drift("the events are not the stored ones")

    def _waiting(self) -> tuple[tuple[int, int, bytes], ...]:
        return tuple((seat, decision.id, decision.mark) for seat, decision in sorted(self.open.items()))

    def _digest(self) -> bytes:
        digest = blake2b(digest_size=8)
        for event in self.game.events[self._since_checkpoint :]:
            digest.update(encode_event(event))
        return digest.digest()


def new_snapshot(ruleset: Ruleset, seed: bytes) -> Snapshot:
    """A match before its first step: seats, and a shuffled draw pile."""
    check(ruleset)
    rules = rules_of(ruleset.of_rules)
    players = [Player(seat) for seat in range(ruleset.seats)]
    draw_pile = list(range(len(rules.deck)))
    snapshot = Snapshot(ruleset, seed, players, draw_pile, rules.mode.opening(ruleset))
    game = Game(rules, snapshot)
    game.shuffle(game.draw_pile)
    return game.snapshot()
