"""What one viewer may see of the table. The one place that removes secrets: everything is hidden unless shown here.

Views do not remember: what a seat once looked at was an event to it.
"""

from __future__ import annotations

import msgspec

from .game import Game
from .ruleset import Ruleset
from .state import Player

SPECTATOR = -1
EVERYTHING = -2  # no seat's view: it shows all that lies before the seats, and is for who may know all of it


class SeatView(msgspec.Struct, frozen=True):
    """`hand` and `hero_cards` are filled only in the seat's own view and in that of everything; `role` is empty unless
    the viewer may know it. A pile is its name, how many cards it has, and those of them that the viewer sees."""

    seat: int
    hero: str
    kingdom: str
    sex: str
    hp: int
    max_hp: int
    alive: bool
    role: str
    role_shown: bool
    hand_count: int
    hand: tuple[int, ...]
    equipment: tuple[int, ...]
    judging: tuple[tuple[int, str], ...]
    piles: tuple[tuple[str, int, tuple[int, ...]], ...]
    marks: tuple[tuple[str, int], ...]
    notes: tuple[tuple[str, str], ...]
    hero_card_count: int
    hero_cards: tuple[str, ...]
    face_down: bool
    chained: bool
    skills: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """The table as `viewer` (-1: a spectator, -2: who sees everything) sees it after `event_ordinal` events.
    `covered_count` cards lie face down on the table; `processing` lists those that the viewer sees.
    `laid_out` are the hero cards that lie face up to be chosen from, by the seat before which they lie (-1: nobody's).
    """

    event_ordinal: int
    ruleset: Ruleset
    viewer: int
    phase: str
    turn: int
    round: int
    direction: str
    draw_pile_count: int
    discard_pile: tuple[int, ...]
    processing: tuple[int, ...]
    covered_count: int
    seats: tuple[SeatView, ...]
    over: bool
    winners: tuple[int, ...]
    laid_out: tuple[tuple[int, tuple[str, ...]], ...] = ()


def view(game: Game, viewer: int) -> View:
    """The table for one seat, for a spectator, or without secrets (`EVERYTHING`)."""
    return View(
        event_ordinal=game.event_count,
        ruleset=game.ruleset,
        viewer=viewer,
        phase=game.phase,
        turn=game.turn,
        round=game.round,
        direction=game.rules.edition.direction,
        draw_pile_count=len(game.draw_pile),
        discard_pile=tuple(game.discard_pile),
        processing=tuple(i for i in game.processing if viewer in (game.covered.get(i, viewer), EVERYTHING)),
        covered_count=len(game.covered),
        seats=tuple(_seat(game, player, viewer) for player in game.players),
        over=game.over,
        winners=tuple(game.winners),
        laid_out=tuple((seat, tuple(heroes)) for seat, heroes in game.laid_out.items()),
    )


def _seat(game: Game, player: Player, viewer: int) -> SeatView:
    own = viewer in (player.seat, EVERYTHING)
    return SeatView(
        seat=player.seat,
        hero=player.hero,
        kingdom=player.kingdom,
        sex=player.sex,
        hp=player.hp,
        max_hp=player.max_hp,
        alive=player.alive,
        role=player.role if own or player.role_shown else "",
        role_shown=player.role_shown,
        hand_count=len(player.hand),
        hand=tuple(player.hand) if own else (),
        equipment=tuple(player.equipment),
        judging=tuple((card_id, game.name_lying(card_id)) for card_id in player.judging),
        piles=tuple(
            (name, len(cards), tuple(cards) if own or not game.rules.hides(name) else ())
            for name, cards in player.piles.items()
        ),
        marks=tuple(player.marks.items()),
        notes=tuple(player.notes.items()),
        hero_card_count=len(player.hero_cards),
        hero_cards=tuple(player.hero_cards) if own else (),
        face_down=player.face_down,
        chained=player.chained,
        skills=game.skills_of(player),
    )
