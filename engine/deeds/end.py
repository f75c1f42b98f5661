"""The match ends: the table drops whatever was still to happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import MatchEnded
from ..words import Deed

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class EndMatch(Deed[None]):
    """`winners` empty: the match is drawn. Every role becomes public."""

    def __init__(self, winners: list[Player], reason: str) -> None:
        self.winners = winners
        self.reason = reason

    def resolve(self, game: Game) -> None:
        game.over = True
        game.winners = [player.seat for player in self.winners]
        game.agenda.clear()
        for player in game.players:
            player.role_shown = True
        roles = tuple(player.role for player in game.players)
        game.emit(MatchEnded(tuple(game.winners), roles, self.reason))
