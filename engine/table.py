"""The table: performs deeds, opens moments, stops at questions. The only loop that sends into rules."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from types import CoroutineType
from typing import TYPE_CHECKING, Any
from weakref import proxy

from .deeds.move import Move
from .words import Deed, Moment, Suspension
from .zones import DISCARD, PROCESSING

if TYPE_CHECKING:
    from .game import Game


MOST_WORDS = 100_000  # far beyond what is ever said between two questions


class EndlessRule(Exception):
    """Rules that go on and on and ask nobody."""


class Frame:
    """A waiting rule, the deed it is of, and the cards it has lying on the table until it ends."""

    __slots__ = ("deed", "loose", "rule")

    def __init__(self, rule: Coroutine[Any, Any, Any], deed: Deed[Any] | None = None) -> None:
        self.rule = rule
        self.deed = deed
        self.loose: list[tuple[int, int]] = []  # cards, each with the seat whose judgement it was (-1: nobody's)


class Table:
    """One run of the rules from a quiet table to the next: a stack of waiting coroutines, disposable at any time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.stack: list[Frame] = []
        game.table = proxy(self)  # without a cycle, a match is freed as soon as it is dropped

    def begin(self, rule: Coroutine[Any, Any, Any]) -> None:
        self.stack.append(Frame(rule))

    def leave_lying(self, ids: list[int], below: int = 0, judged: int = -1) -> None:
        """Cards in the processing zone that go to the discard pile when the current rule ends, unless something took
        them: a used card, a played card. `below` counts frames down: 1 is the rule that awaits the current deed, so
        that a judgement card lies until what it decided is done (seed 004, 判定牌). `judged`: whose judgement it was.
        """
        self.stack[-1 - below].loose += [(card_id, judged) for card_id in ids]

    def pass_on(self, ids: Sequence[int]) -> None:
        """What lies there of the current rule is the awaiting rule's from now on: a card made by one to be used by the
        other stays on the table while it is used."""
        frame, below = self.stack[-1], self.stack[-2]
        below.loose += [entry for entry in frame.loose if entry[0] in ids]
        frame.loose = [entry for entry in frame.loose if entry[0] not in ids]

    def advance(self, value: object = None) -> Suspension | None:
        """Send a value into the innermost rule and go on to the next suspension; None when the table is quiet. Raises
        `EndlessRule`."""
        game, stack = self.game, self.stack
        for _ in range(MOST_WORDS):
            if not stack:
                return None
            if game.over:
                self.clear()
                return None
            frame = stack[-1]
            try:
                word = frame.rule.send(value)
            except StopIteration as end:
                stack.pop()
                value = end.value
                if frame.loose:
                    stack.append(Frame(_tidy(game, frame.loose, value)))
                    value = None
                continue
            except Exception as error:
                for outer in reversed(stack):
                    if outer.deed is not None:
                        error.add_note(f"during {outer.deed!r}")
                raise
            value = None
            if isinstance(word, Moment):
                if word.timing in game.listeners or word.deed.parting:
                    speaking = game.rules.speak(game, word)
                    if speaking is not None:
                        stack.append(Frame(speaking))
            elif isinstance(word, Deed):
                outcome = word.resolve(game)
                if isinstance(outcome, CoroutineType):
                    stack.append(Frame(outcome, word))
                else:
                    value = outcome
            elif isinstance(word, Suspension):
                return word
            else:
                raise TypeError(f"a rule awaited {word!r}, which is neither a question, a deed nor a moment")
        raise EndlessRule(f"{MOST_WORDS} words without a question, the last of {stack[-1].rule!r}")

    def clear(self) -> None:
        """Drop every waiting rule, and what one of them had put aside: nothing that must survive is in them."""
        while self.stack:
            self.stack.pop().rule.close()
        self.game.absent = ()


async def _tidy(game: Game, loose: list[tuple[int, int]], value: object) -> object:
    for judged in dict.fromkeys(seat for _, seat in loose):
        lying = dict.fromkeys(card_id for card_id, seat in loose if seat == judged)
        left = [card_id for card_id in lying if game.where[card_id] == PROCESSING]
        if left:
            await Move(left, DISCARD, "done" if judged < 0 else "judged", judged=judged)
    return value
