"""How a match ended, in the engine, in the store and in the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
from sanguosha.v1 import match_pb2

from engine.match import Match
from engine.ruleset import NO_SEAT


class Result(msgspec.Struct, array_like=True, frozen=True):
    """What is by seat, is in order from 0. `first_out` is who died first, -1 where nobody has."""

    winners: tuple[int, ...]
    reason: str
    roles: tuple[str, ...]
    heroes: tuple[str, ...]
    alive: tuple[bool, ...]
    points: tuple[int, ...]
    first_out: int = NO_SEAT


class Sitting(Protocol):
    """Who had a seat when the match ended."""

    @property
    def display_name(self) -> str: ...

    @property
    def has_player(self) -> bool: ...


def result_of(live: Match) -> Result:
    """Of a match that is over."""
    players = live.game.players
    return Result(
        winners=tuple(live.game.winners),
        reason=live.ending,
        roles=tuple(player.role for player in players),
        heroes=tuple(player.hero for player in players),
        alive=tuple(player.alive for player in players),
        points=live.points,
        first_out=live.game.fallen[0].seat if live.game.fallen else NO_SEAT,
    )


def to_message(result: Result, sitting: Sequence[Sitting] = ()) -> match_pb2.MatchResult:
    """`sitting` is by seat, where there were people."""
    message = match_pb2.MatchResult(winners=result.winners, roles=result.roles, reason=result.reason)
    for n, role in enumerate(result.roles):
        seat = message.seats.add(
            seat=n,
            role=role,
            hero=result.heroes[n],
            won=n in result.winners,
            alive=result.alive[n],
            points=result.points[n],
        )
        if sitting:
            seat.display_name, seat.played_by_house = sitting[n].display_name, not sitting[n].has_player
    return message
