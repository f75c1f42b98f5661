"""The table: deeds and moments in their order, cards that lie about, errors, and the end."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.deeds.end import EndMatch
from engine.deeds.judge import Judge
from engine.deeds.move import discard, lay_down, obtain
from engine.game import Game
from engine.questions import PASS, Answer, Option, Question, Reason
from engine.words import Ask, Deed, Suspension, Timing
from engine.zones import DISCARD, PROCESSING, hand_of
from tests.engine.tables import begin, perform, reply, table


class Sleep:
    """What an event loop would understand."""

    def __await__(self) -> Generator[str, None, None]:
        yield "a future"


class Note(Deed[str]):
    """Writes down that it happened; `fails` inside it where told to."""

    noted = Timing()

    def __init__(self, pages: list[str], word: str, fails: bool = False) -> None:
        self.pages = pages
        self.word = word
        self.fails = fails

    async def resolve(self, game: Game) -> str:
        await self.noted
        self.pages.append(self.word)
        if self.fails:
            raise ZeroDivisionError(self.word)
        return self.word.upper()

    def __repr__(self) -> str:
        return f"Note({self.word})"


class Chapter(Deed[list[str]]):
    """Several notes, one after the other."""

    def __init__(self, *notes: Note) -> None:
        self.notes = notes

    async def resolve(self, game: Game) -> list[str]:
        return [await note for note in self.notes]

    def __repr__(self) -> str:
        return f"Chapter of {len(self.notes)}"


class At(Deed[int]):
    """A deed that neither asks nor causes anything."""

    def resolve(self, game: Game) -> int:
        return game.turn


def question(seat: int) -> Question:
    return Question(seat, "INVOKE", Reason("test", "test"), (Option("accept"), Option(PASS)), Answer(PASS))


def test_a_deed_is_done_when_it_is_awaited_and_gives_what_it_came_to() -> None:
    pages: list[str] = []
    assert perform(table(*[""] * 4), Chapter(Note(pages, "one"), Note(pages, "two"))) == ["ONE", "TWO"]
    assert pages == ["one", "two"]


def test_a_deed_without_a_rule_of_its_own_gives_its_value_at_once() -> None:
    assert perform(table(*[""] * 4), At()) == 0


def test_a_question_stops_the_table_and_its_reply_goes_on() -> None:
    game = table(*[""] * 4)
    told: list[bool] = []

    async def rule() -> None:
        told.append((await Ask(question(2))).passed)

    asked = begin(game, rule())
    assert isinstance(asked, Suspension)
    assert asked.seats == (2,)
    assert told == []
    assert reply(game, asked, Answer("accept")) is None
    assert told == [False]
    assert game.table.stack == []


def test_a_foreign_awaitable_is_refused() -> None:
    async def rule() -> None:
        await Sleep()

    with pytest.raises(TypeError, match="'a future', which is neither a question, a deed nor a moment"):
        begin(table(*[""] * 4), rule())


def test_an_error_tells_in_which_deeds_it_happened_the_innermost_first() -> None:
    pages: list[str] = []
    with pytest.raises(ZeroDivisionError) as failed:
        perform(table(*[""] * 4), Chapter(Note(pages, "one"), Note(pages, "two", fails=True)))
    assert failed.value.__notes__ == ["during Note(two)", "during Chapter of 2"]


def test_a_deed_names_its_kind_and_not_its_address() -> None:
    assert "0x" not in repr(At())


def test_when_the_match_ends_nothing_more_happens() -> None:
    game = table(*[""] * 4)
    pages: list[str] = []

    async def rule() -> None:
        await Note(pages, "before")
        await EndMatch([game.players[0]], "test")
        await Note(pages, "after")

    assert begin(game, rule()) is None
    assert pages == ["before"]
    assert game.over
    assert game.winners == [0]
    assert game.table.stack == []


def test_a_card_left_lying_goes_to_the_discard_pile_when_its_rule_ends() -> None:
    game = table(*[""] * 4, hands={0: ["slash", "jink"]})
    slash, jink = game.players[0].hand
    lying: list[Any] = []

    class Lay(Deed[None]):
        async def resolve(self, game: Game) -> None:
            game.table.leave_lying([slash, jink])
            await lay_down([slash, jink])
            lying.append((game.where[slash], game.where[jink]))
            await obtain(game.players[1], [jink])

    perform(game, Lay())
    assert lying == [(PROCESSING, PROCESSING)]
    assert game.where[slash] == DISCARD
    assert game.where[jink] == hand_of(1), "somebody took it meanwhile"


def test_a_judgement_card_lies_until_what_it_decided_is_done() -> None:
    game = table(*[""] * 4)
    zones: list[Any] = []

    class Decide(Deed[None]):
        async def resolve(self, game: Game) -> None:
            judge = Judge(game.players[2], "test")
            await judge
            zones.append(game.where[judge.card_id])
            await Damage(None, game.players[2])
            zones.append(game.where[judge.card_id])

    perform(game, Decide())
    assert zones == [PROCESSING, PROCESSING]
    assert game.processing == []
    assert len(game.discard_pile) == 1


def seats_asked_at_a_judgement(turn: int) -> list[int]:
    """Seats 0, 2 and 3 may replace the card."""
    game = table("simayi", "", "simayi", "simayi", hands={seat: ["slash"] for seat in range(4)})
    game.turn = turn

    async def rule() -> None:
        await Judge(game.players[1], "test")

    asked, seats = begin(game, rule()), []
    while asked is not None:
        seats += asked.seats
        asked = reply(game, asked)
    return seats


@pytest.mark.parametrize(("turn", "order"), [(0, [0, 2, 3]), (1, [2, 3, 0]), (3, [3, 0, 2])])
def test_at_one_moment_the_current_player_speaks_first_then_seat_by_seat(turn: int, order: list[int]) -> None:
    assert seats_asked_at_a_judgement(turn) == order


def test_a_moment_nobody_waits_for_asks_nobody() -> None:
    game = table(*[""] * 4, hands={0: ["slash"]})
    assert perform(game, discard(game.players[0].hand)) is None
    assert [type(event).__name__ for event in game.events] == ["CardsMoved"]


def test_the_dead_neither_draw_nor_speak() -> None:
    game = table("simayi", "", "", "", hands={0: ["slash"]})
    game.players[0].alive = False
    assert perform(game, Draw(game.players[0])) == []
    perform(game, Judge(game.players[1], "test"))
    assert not any(type(event).__name__ == "WindowOpened" for event in game.events)
