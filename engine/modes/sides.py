"""The two sides of 3v3, and who commands them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..state import Player, Role

if TYPE_CHECKING:
    from ..game import Game

Side = Literal["warm", "cold"]
SIDES: dict[Side, tuple[Role, Role]] = {"warm": ("lord", "loyalist"), "cold": ("renegade", "rebel")}
COMMANDING: tuple[Role, ...] = ("lord", "renegade")


def side_of(role: str) -> Side:
    return "warm" if role in SIDES["warm"] else "cold"


def other_side(side: Side) -> Side:
    return "cold" if side == "warm" else "warm"


def members(game: Game, side: Side) -> list[Player]:
    """In order of seats, the dead too."""
    return [player for player in game.players if player.role in SIDES[side]]


def commander_of(game: Game, side: Side) -> Player:
    return next(player for player in game.players if player.role == SIDES[side][0])


def is_commander(player: Player) -> bool:
    return player.role in COMMANDING
