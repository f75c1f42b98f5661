"""The table as one viewer sees it."""

from __future__ import annotations

from sanguosha.v1 import view_pb2

from engine.rules import Rules
from engine.view import SeatView, View

from ..matches.terms import TableOptions
from . import rulesets
from .cards import deck, faces

NO_TABLE_OPTIONS = TableOptions()
DIRECTION_NUMBERS = {
    "counter-clockwise": view_pb2.DIRECTION_COUNTER_CLOCKWISE,
    "clockwise": view_pb2.DIRECTION_CLOCKWISE,
}


def to_message(view: View, rules: Rules, table: TableOptions = NO_TABLE_OPTIONS) -> view_pb2.MatchView:
    """The view, without `result`: what ended a match is no part of the table."""
    return view_pb2.MatchView(
        event_ordinal=view.event_ordinal,
        viewer=view.viewer if view.viewer >= 0 else None,
        ruleset=rulesets.to_message(view.ruleset, table),
        phase=view.phase,
        turn_seat=view.turn if view.phase else None,
        round=view.round,
        direction=DIRECTION_NUMBERS[view.direction],
        draw_pile_count=view.draw_pile_count,
        discard_pile=faces(view.discard_pile, rules),
        processing=faces(view.processing, rules),
        covered_count=view.covered_count,
        laid_out=[
            view_pb2.LaidOutHeroes(seat=seat if seat >= 0 else None, heroes=heroes) for seat, heroes in view.laid_out
        ],
        seats=[_seat(seat, rules) for seat in view.seats],
    )


def _seat(seat: SeatView, rules: Rules) -> view_pb2.SeatView:
    printed = deck(rules)
    return view_pb2.SeatView(
        seat=seat.seat,
        hero=seat.hero,
        kingdom=seat.kingdom,
        sex=seat.sex if seat.hero else "",
        hp=seat.hp,
        max_hp=seat.max_hp,
        alive=seat.alive,
        role=seat.role,
        role_shown=seat.role_shown,
        hand_count=seat.hand_count,
        hand=faces(seat.hand, rules),
        equipment=faces(seat.equipment, rules),
        judging=[view_pb2.JudgingCard(card=printed[card_id], name=name) for card_id, name in seat.judging],
        piles=[view_pb2.Pile(name=name, count=count, cards=faces(ids, rules)) for name, count, ids in seat.piles],
        marks=[view_pb2.Mark(name=name, count=count) for name, count in seat.marks if count],
        face_down=seat.face_down,
        chained=seat.chained,
        skills=seat.skills,
        notes=[view_pb2.Note(name=name, value=value) for name, value in seat.notes],
        hero_card_count=seat.hero_card_count,
        hero_cards=seat.hero_cards,
    )
