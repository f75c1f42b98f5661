"""Plays a scenario: answers by its steps, declines the rest, and checks what it expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, NoReturn

from engine.events import event_name
from engine.match import Match
from engine.playing import END
from engine.questions import PASS, Answer, IllegalAnswer, Question

from .acts import Acts, NotListed, is_about, seat_number
from .document import Scenario, Step, locate
from .faces import Faces
from .facts import events_are, lasting, questions_fit, table_is, untouched
from .schema import Malformed, in_a_line
from .table import set_table
from .transcript import SILENT, seat_name, write_answer, write_event, write_question
from .views import views_are
from .watched import Rest, WatchedMatch

ENOUGH_ANSWERS = 5_000


class Failed(Exception):
    """A scenario that does not come out as written. `transcript` is what happened until then, a line each."""

    def __init__(self, scenario: Scenario, step: Step | None, detail: str, transcript: list[str]) -> None:
        super().__init__(detail)
        self.scenario = scenario
        self.step = step
        self.detail = detail
        self.transcript = transcript


def run(scenario: Scenario, *, paranoid: bool = True) -> None:
    """Play the scenario. Raises `Failed`, or `Malformed` where the file makes no sense.

    `paranoid`: after every answer the match is stored, loaded and replayed, and must be the same.
    """
    try:
        snapshot, faces = set_table(scenario.setup)
    except Malformed as error:
        raise Malformed(locate(error, scenario.path, scenario.lines)) from error
    cards = _cards_in(snapshot)
    seats = [lasting(player) for player in snapshot.players]
    try:
        match = WatchedMatch.begin(snapshot)
    except Exception as error:
        raise Failed(scenario, None, f"expected no error, found {_error(error)}", []) from error
    Run(scenario, match, faces, cards, seats, paranoid).play()


class Mark(NamedTuple):
    """How many events, questions and rests there were."""

    events: int
    asked: int
    rests: int


class Run:
    """One scenario being played."""

    def __init__(
        self,
        scenario: Scenario,
        match: WatchedMatch,
        faces: Faces,
        cards: Counter[int],
        seats: list[dict[str, Any]],
        paranoid: bool,
    ) -> None:
        self.scenario = scenario
        self.match = match
        self.game = match.game
        self.faces = faces
        self.cards = cards
        self.seats = seats
        self.paranoid = paranoid
        self.acts = Acts(match.game, faces)
        self.step: Step | None = None
        self.transcript: list[str] = []
        self.told = self.told_asked = 0
        self.since = Mark(0, 0, 0)
        self.answers = 0

    def play(self) -> None:
        try:
            self._look()
            for step in self.scenario.steps:
                self.step = step
                self._perform(step)
        except Malformed as error:
            line = self.step.line if self.step else 1
            raise Malformed(f"{self.scenario.path}:{line}: {error.detail}") from error
        except Failed:
            raise
        except Exception as error:
            self._look()
            self._fail(f"no error, found {_error(error)}", error)

    def _perform(self, step: Step) -> None:
        match step.kind:
            case "asked":
                self._await_questions(step.content)
            case "refused":
                self._refuse(*next(iter(step.content.items())))
            case "expect":
                self._settle()
                self._check(step.content, self._rest())
            case "now":
                self._check(step.content, None)
            case "run_to":
                self._run_to(step.content)
            case seat:
                self._act(seat_number(seat), step.content)

    # -- acting

    def _act(self, seat: int, action: Any) -> None:
        """The seat answers its next question that lists the action; what is asked before that is declined."""
        self._check_seat(seat)
        self.acts.check(action)
        if action == END and seat not in self.match.open and self._has_rested(seat):
            self._note(f"{seat_name(seat)} has nothing left to do: his play phase ended by itself")
            return
        while True:
            decision = self.match.open.get(seat)
            if decision is not None:
                try:
                    answer = self.acts.compile(decision.question, action)
                except NotListed as error:
                    if decision.question.kind == "PLAY":
                        self._fail(f"{seat_name(seat)} can do that, but {error}{self._unanswering(seat, action)}")
                else:
                    self._remember()
                    self._answer(seat, answer)
                    return
            hope = f"{seat_name(seat)} is asked something that this answers{self._unanswering(seat, action)}"
            self._decline_one(hope, first=seat)

    def _refuse(self, name: str, action: Any) -> None:
        """The seat's question does not list the action, and giving it all the same changes nothing. Or nothing at all
        was listed: then the seat's play phase is over already."""
        seat = seat_number(name)
        self._check_seat(seat)
        self.acts.check(action)
        self.acts.check_holding(self.game.players[seat], action)
        decision = self.match.open.get(seat)
        if decision is None:
            if not self._has_rested(seat):
                self._fail(f"{name} is asked something, so that a refusal means something")
            self._note(f"{name} has nothing to do in his play phase")
            return
        try:
            self.acts.compile(decision.question, action)
        except NotListed as error:
            attempt = error.attempt or Answer("none")
        else:
            self._fail(f"{name} refused, but the question lists it")
        before = self.match.record()
        try:
            self.match.answer(seat, decision.id, attempt)
        except IllegalAnswer as illegal:
            self._note(f"{name} is refused: {illegal}")
        else:
            self._fail(f"{name} refused, but the answer was accepted")
        if self.match.record() != before:
            self._fail("a refusal that changes nothing")

    def _await_questions(self, wanted: dict[str, Any]) -> None:
        """Go on, declining, until every seat named has a question that fits."""
        for name in wanted:
            self._check_seat(seat_number(name))
        while True:
            complaints = [complaint for name, pattern in wanted.items() for complaint in self._unlike(name, pattern)]
            if not complaints:
                return
            fits = [seat_number(name) for name, pattern in wanted.items() if not list(self._unlike(name, pattern))]
            self._decline_one("; ".join(complaints), spare=fits)

    def _unlike(self, name: str, pattern: Any) -> Iterable[str]:
        decision = self.match.open.get(seat_number(name))
        if decision is None:
            return [f"{name} is asked{self._unasked(name, pattern)}"]
        complaints = questions_fit(self.acts, decision.question, pattern)
        return [f"{name}: {complaint}{self._unasked(name, pattern)}" for complaint in complaints]

    # -- declining

    def _settle(self) -> None:
        """Decline what is open until a play phase comes to rest after the last action, or the match is over."""
        while not self.match.over and not self._rest() and not self._is_at_rest():
            self._decline_one("the table comes to rest")

    def _is_at_rest(self) -> bool:
        return any(decision.question.kind == "PLAY" for decision in self.match.open.values())

    def _has_rested(self, seat: int) -> bool:
        """Whether the seat stood in his play phase since the last action."""
        return any(rest.seat == seat for rest in self.match.rests[self.since.rests :])

    def _rest(self) -> Rest | None:
        """The first rest after the last action."""
        return next(iter(self.match.rests[self.since.rests :]), None)

    def _run_to(self, wanted: dict[str, Any]) -> None:
        """Decline everything, play phases too, until the match stands there."""
        facts: dict[str, Callable[[], object]] = {
            "turn": lambda: seat_name(self.game.turn),
            "phase": lambda: self.game.phase,
            "over": lambda: self.match.over,
        }
        while any(facts[key]() != value for key, value in wanted.items()):
            self._decline_one(f"the match gets to {in_a_line(wanted)}", ends=True)
        self._remember()

    def _decline_one(self, hope: str, *, first: int = -1, spare: Iterable[int] = (), ends: bool = False) -> None:
        """Decline one open question; fail, naming what was hoped for, when there is none that may be declined."""
        if self.match.over:
            self._fail(f"{hope}; the match is over")
        order = sorted(self.match.open, key=lambda seat: (seat == first, seat))
        for seat in order:
            question = self.match.open[seat].question
            option_ids = [option.id for option in question.options]
            if seat not in spare and (PASS in option_ids or (ends and END in option_ids)):
                self._answer(seat, Answer(PASS if PASS in option_ids else END), " (no step says so)")
                return
        waiting = "; ".join(write_question(self.match.open[seat].question, self.faces) for seat in order)
        self._fail(f"{hope}; the match waits for an answer that no step gives: {waiting}")

    def _answer(self, seat: int, answer: Answer, why: str = "") -> None:
        decision = self.match.open[seat]
        self._note(write_answer(decision.question, answer, self.faces, why))
        self.match.answer(seat, decision.id, answer)
        self.answers += 1
        if self.answers > ENOUGH_ANSWERS:
            self._fail("an end; the match goes on and on")
        self._look()
        self._conserve()
        if self.paranoid:
            self._resume()

    # -- checking

    def _check(self, wanted: dict[str, Any], rest: Rest | None) -> None:
        """Against the table as it is, or as it was at that rest."""
        since = Mark(0, 0, 0) if wanted.get("since") == "start" else self.since
        game = rest.game() if rest else self.game
        until = rest or Mark(len(self.game.events), len(self.match.asked), 0)
        asked = [asked.question for asked in self.match.asked[since.asked : until.asked]]
        complaints = [
            *table_is(game, self.faces, wanted),
            *events_are(self.faces, self.game.events[since.events : until.events], wanted),
            *views_are(game, self.faces, wanted.get("sees", {})),
            *untouched(game, self.seats, wanted.get("untouched", [])),
            *self._asked_as(asked, wanted),
        ]
        if complaints:
            self._fail("; ".join(complaints))

    def _asked_as(self, asked: list[Question], wanted: dict[str, Any]) -> Iterable[str]:
        for name, pattern in wanted.get("not_asked", {}).items():
            for question in asked:
                of_interest = question.kind != "PLAY" or (isinstance(pattern, dict) and pattern.get("kind") == "PLAY")
                if of_interest and self._is_asked(question, name, pattern):
                    yield f"{name} is not asked {pattern}, found: {write_question(question, self.faces)}"
                    break
        at = 0
        for item in wanted.get("was_asked", []):
            for name, pattern in item.items():
                found = next((n for n in range(at, len(asked)) if self._is_asked(asked[n], name, pattern)), None)
                if found is None:
                    yield f"{name} was asked {pattern}{_unasked(asked, name, pattern)}"
                    return
                at = found + 1

    def _is_asked(self, question: Question, name: str, pattern: Any) -> bool:
        return seat_name(question.seat) == name and not list(questions_fit(self.acts, question, pattern))

    def _unasked(self, name: str, pattern: Any) -> str:
        """The hint, of what was asked since the last action."""
        return _unasked([asked.question for asked in self.match.asked[self.since.asked :]], name, pattern)

    def _unanswering(self, seat: int, action: Any) -> str:
        """The hint, where the action can only be an answer."""
        about = True if action == PASS else action.get("pass") if isinstance(action, dict) else None
        return self._unasked(seat_name(seat), about) if about else ""

    def _conserve(self) -> None:
        found = _cards_in(self.game)
        if found != self.cards:
            lost = [self.faces.write(card_id) for card_id in self.cards - found]
            doubled = [self.faces.write(card_id) for card_id in found - self.cards]
            self._fail(f"every card in exactly one place; lost {lost}, doubled {doubled}")
        if any(self.game.where.get(card_id) is None for card_id in found):
            self._fail("every card known to be somewhere")

    def _resume(self) -> None:
        record = self.match.record()
        if Match.resume(record).record() != record:
            self._fail("a match that is the same after it was stored and loaded")

    # -- telling

    def _remember(self) -> None:
        """What comes from here on is due to the action that follows."""
        self.since = Mark(len(self.game.events), len(self.match.asked), len(self.match.rests))

    def _look(self) -> None:
        """Note the events and the questions that are new."""
        for asked in self.match.asked[self.told_asked :]:
            self._tell(asked.events)
            self._note(write_question(asked.question, self.faces))
        self.told_asked = len(self.match.asked)
        self._tell(len(self.game.events))

    def _tell(self, until: int) -> None:
        for event in self.game.events[self.told : until]:
            if event_name(type(event)) not in SILENT:
                self._note("  " + write_event(event, self.faces))
        self.told = max(self.told, until)

    def _note(self, line: str) -> None:
        self.transcript.append(line)

    def _check_seat(self, seat: int) -> None:
        if seat >= len(self.game.players):
            raise Malformed(f"nobody sits at {seat_name(seat)}")

    def _fail(self, expected: str, cause: Exception | None = None) -> NoReturn:
        raise Failed(self.scenario, self.step, f"expected {expected}", self.transcript) from cause


def _unasked(asked: Iterable[Question], name: str, pattern: Any) -> str:
    """A hint for whoever expects a question: none comes to a seat that could only decline. Empty where one came."""
    about = pattern.get("about", True) if isinstance(pattern, dict) else pattern
    questions = [question for question in asked if seat_name(question.seat) == name and question.kind != "PLAY"]
    if questions if about is True else any(is_about(question, about) for question in questions):
        return ""
    what = "" if about is True else f" about {about}"
    return f" ({name} was not asked{what}: it had no choice, or nothing called for one)"


def _error(error: Exception) -> str:
    notes = "".join(f"\n  {note}" for note in getattr(error, "__notes__", ()))
    return f"{type(error).__name__}: {error}{notes}"


def _cards_in(table: Any) -> Counter[int]:
    """Every card that is anywhere, and how often."""
    cards: Counter[int] = Counter()
    for pile in (table.draw_pile, table.discard_pile, table.processing):
        cards.update(pile)
    for player in table.players:
        for pile in (player.hand, player.equipment, player.judging, *player.piles.values()):
            cards.update(pile)
    return cards
