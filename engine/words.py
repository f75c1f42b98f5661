"""The three things a rule may say: a question, a deed, a moment.

A rule is a coroutine. It awaits a *question* and gets the reply; it awaits a *deed* and gets what the deed came to; it
awaits a *moment* and every skill that waits for it speaks before the rule goes on. The noun a rule awaits is the noun
others wait for: `await Damage(me, foe)` and `@on(Damage.suffered)` are the same word.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from .questions import Question, Reason, Reply

if TYPE_CHECKING:
    from .game import Game
    from .skill import Trigger
    from .state import Held, Player

T = TypeVar("T")
Rule = Coroutine[Any, Any, T]


class Timing:
    """A named place in a deed where skills may speak: `Damage.suffered`."""

    __slots__ = ("name",)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = f"{owner.__name__}.{name}"

    @overload
    def __get__(self, deed: None, owner: type) -> Timing: ...
    @overload
    def __get__(self, deed: Deed[Any], owner: type) -> Moment: ...
    def __get__(self, deed: Deed[Any] | None, owner: type) -> Timing | Moment:
        return self if deed is None else Moment(self, deed)

    def __repr__(self) -> str:
        return self.name


class Moment:
    """A timing of one particular deed, about to be offered to the table."""

    __slots__ = ("deed", "timing")

    def __init__(self, timing: Timing, deed: Deed[Any]) -> None:
        self.timing = timing
        self.deed = deed

    def __await__(self) -> Generator[Moment, None, None]:
        yield self


class Deed(Generic[T]):
    """Something that happens. Awaiting it performs it and gives what it came to."""

    stopped = False
    last_words: Player | None = None  # a dead player whose skills still speak
    parting: Sequence[tuple[Player, Held, Trigger]] = ()  # abilities that the deed took away, and that speak of it

    def resolve(self, game: Game) -> T | Rule[T]:
        """The rule of the deed: a coroutine, or a plain function when it neither asks nor causes anything."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return type(self).__name__

    def stop(self) -> None:
        """Nothing more comes of this deed: the skills still waiting at this moment stay silent."""
        self.stopped = True

    def __await__(self) -> Generator[Deed[T], T, T]:
        return (yield self)


class Suspension:
    """Questions to one or more seats: the only thing that ever suspends a match.

    `seats` are those whom public facts allow to be asked, `questions` the ones among them that have a choice at all:
    the others pass at once, unseen by anybody.
    """

    seats: tuple[int, ...]
    questions: tuple[Question, ...]
    kind: str
    reason: Reason

    def outcome(self, given: dict[int, Reply]) -> Closed | None:
        """What the asking rule is told, as soon as the replies given so far (by seat) decide it."""
        raise NotImplementedError


class Closed:
    """A decided suspension and what it came to."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


class Ask(Suspension):
    """A question to one seat; the reply is its value."""

    def __init__(self, question: Question) -> None:
        self.seats = (question.seat,)
        self.questions = (question,)
        self.kind = question.kind
        self.reason = question.reason

    def outcome(self, given: dict[int, Reply]) -> Closed | None:
        reply = given.get(self.questions[0].seat)
        return Closed(reply) if reply is not None else None

    def __await__(self) -> Generator[Ask, Reply, Reply]:
        return (yield self)


class AskEach(Suspension):
    """One question to each of several seats, answered in any order; the value is every reply, by seat."""

    def __init__(self, questions: tuple[Question, ...]) -> None:
        self.seats = tuple(question.seat for question in questions)
        self.questions = questions
        self.kind = questions[0].kind
        self.reason = questions[0].reason

    def outcome(self, given: dict[int, Reply]) -> Closed | None:
        return Closed(dict(given)) if len(given) == len(self.questions) else None

    def __await__(self) -> Generator[AskEach, dict[int, Reply], dict[int, Reply]]:
        return (yield self)


class Window(Suspension):
    """A chance for several seats to respond, asked together. The questions stand in the order of precedence: the first
    acceptance whose earlier seats have all passed wins, and the rest are withdrawn. The value is that reply with its
    seat, or None when all have passed."""

    def __init__(self, seats: tuple[int, ...], questions: tuple[Question, ...], reason: Reason) -> None:
        self.seats = seats
        self.questions = questions
        self.kind = "RESPOND"
        self.reason = reason

    def outcome(self, given: dict[int, Reply]) -> Closed | None:
        for question in self.questions:
            reply = given.get(question.seat)
            if reply is None:
                return None
            if not reply.passed:
                return Closed((question.seat, reply))
        return Closed(None)

    def __await__(self) -> Generator[Window, tuple[int, Reply] | None, tuple[int, Reply] | None]:
        return (yield self)
