"""Marks on a character, and what it openly declared: both last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import MarkChanged, NoteChanged
from ..words import Deed

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class Mark(Deed[None]):
    """`change` marks of a kind more, or fewer."""

    def __init__(self, who: Player, mark: str, change: int = 1) -> None:
        self.who = who
        self.mark = mark
        self.change = change

    def resolve(self, game: Game) -> None:
        change_mark(game, self.who, self.mark, self.change)


class SwitchMark(Deed[None]):
    """One mark becomes another, and what skills lend by it changes with it (谋断)."""

    def __init__(self, who: Player, mark: str, other: str) -> None:
        self.who = who
        self.mark = mark
        self.other = other

    def resolve(self, game: Game) -> None:
        change_mark(game, self.who, self.mark, -1)
        change_mark(game, self.who, self.other, 1)
        game.reindex()


class Note(Deed[None]):
    """A value is declared; an empty one takes the declaration back."""

    def __init__(self, who: Player, note: str, value: str) -> None:
        self.who = who
        self.note = note
        self.value = value

    def resolve(self, game: Game) -> None:
        if self.value:
            self.who.notes[self.note] = self.value
        else:
            self.who.notes.pop(self.note, None)
        game.emit(NoteChanged(self.who.seat, self.note, self.value))


def change_mark(game: Game, who: Player, mark: str, change: int) -> None:
    """Never below none. The dead have no marks."""
    count = max(0, who.marks.get(mark, 0) + change)
    if not who.alive or count == who.marks.get(mark, 0):
        return
    if count:
        who.marks[mark] = count
    else:
        del who.marks[mark]
    game.emit(MarkChanged(who.seat, mark, count))
