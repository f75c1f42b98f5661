"""A view message shows what the engine's view shows; a seat never gets a card that it cannot see."""

from __future__ import annotations

from typing import Any

import pytest
from sanguosha.v1 import view_pb2

from engine import events
from engine.match import Match
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.view import SPECTATOR, SeatView, View, view
from service.convert import decisions, rulesets, views
from service.matches.terms import TableOptions
from tests.service.playing import cards_in, stops

MOST_BYTES = 8 * 1024
RULES = rules_of(Ruleset(8))


def seat_view(**changes: Any) -> SeatView:
    plain = SeatView(0, "", "", "male", 0, 0, True, "", False, 0, (), (), (), (), (), (), 0, (), False, False, ())
    return SeatView(**({name: getattr(plain, name) for name in plain.__struct_fields__} | changes))


def table(**changes: Any) -> View:
    plain = View(7, Ruleset(8), SPECTATOR, "", 3, 0, "counter-clockwise", 100, (), (), 0, (), False, ())
    return View(**({name: getattr(plain, name) for name in plain.__struct_fields__} | changes))


def test_a_spectator_is_no_seat_and_seat_0_is() -> None:
    assert not views.to_message(table(), RULES).HasField("viewer")
    assert views.to_message(table(viewer=0), RULES).HasField("viewer")


def test_nobody_has_the_turn_between_turns_and_before_the_first() -> None:
    assert not views.to_message(table(turn=3, phase=""), RULES).HasField("turn_seat")
    during = views.to_message(table(turn=0, phase="play"), RULES)
    assert (during.phase, during.HasField("turn_seat"), during.turn_seat) == ("play", True, 0)


def test_the_table_is_told_whole() -> None:
    message = views.to_message(table(round=2, discard_pile=(9, 4), processing=(1,)), RULES)
    assert (message.event_ordinal, message.round, message.draw_pile_count) == (7, 2, 100)
    assert message.direction == view_pb2.DIRECTION_COUNTER_CLOCKWISE
    assert [face.id for face in message.discard_pile] == [9, 4]
    assert [face.id for face in message.processing] == [1]
    assert message.ruleset == rulesets.to_message(Ruleset(8), TableOptions())
    assert not message.HasField("result")


def test_a_seat_is_told_whole() -> None:
    seat = seat_view(
        seat=3,
        hero="caocao",
        kingdom="wei",
        hp=-1,
        max_hp=5,
        role="lord",
        role_shown=True,
        hand_count=2,
        hand=(3, 4),
        equipment=(5,),
        judging=((6, "indulgence"),),
        piles=(("buqu", 2, (7, 8)), ("stars", 3, ())),
        marks=(("wine", 1), ("gone", 0)),
        notes=(("shuangxiong", "red"),),
        hero_card_count=2,
        face_down=True,
        chained=True,
        skills=("jianxiong", "hujia"),
    )
    (message,) = views.to_message(table(seats=(seat,)), RULES).seats
    assert (message.seat, message.hero, message.kingdom, message.sex) == (3, "caocao", "wei", "male")
    assert (message.hp, message.max_hp, message.alive) == (-1, 5, True)
    assert (message.role, message.role_shown, message.face_down, message.chained) == ("lord", True, True, True)
    assert [(note.name, note.value) for note in message.notes] == [("shuangxiong", "red")]
    assert (message.hero_card_count, list(message.hero_cards)) == (2, [])
    assert (message.hand_count, [face.id for face in message.hand]) == (2, [3, 4])
    assert [face.id for face in message.equipment] == [5]
    assert [(lying.card.id, lying.name) for lying in message.judging] == [(6, "indulgence")]
    assert [(pile.name, pile.count, [face.id for face in pile.cards]) for pile in message.piles] == [
        ("buqu", 2, [7, 8]),
        ("stars", 3, []),
    ]
    assert [(mark.name, mark.count) for mark in message.marks] == [("wine", 1)]
    assert list(message.skills) == ["jianxiong", "hujia"]


def test_nothing_is_told_of_a_hero_that_is_not_face_up() -> None:
    (message,) = views.to_message(table(seats=(seat_view(sex="female"),)), RULES).seats
    assert (message.hero, message.kingdom, message.sex) == ("", "", "")


def test_every_role_is_told_when_the_match_is_over() -> None:
    match = list(stops(Ruleset(5), 70))[-1]
    shown = views.to_message(view(match.game, SPECTATOR), match.game.rules)
    assert [seat.role for seat in shown.seats] == [player.role for player in match.game.players]


@pytest.mark.parametrize("seats", [4, 6, 10])
def test_a_seat_gets_no_card_that_it_has_not_seen(seats: int) -> None:
    """What it may see now, told from the game itself, and for decisions also what it was shown since they opened."""
    told = 0
    for match in stops(Ruleset(seats), 80 + seats):
        for viewer in range(SPECTATOR, seats):
            seen = visible(match, viewer)
            message = views.to_message(view(match.game, viewer), match.game.rules)
            assert cards_in(message) <= seen
            assert [bool(s.role) for s in message.seats] == [
                player.role_shown or player.seat == viewer for player in match.game.players
            ]
            told += len(cards_in(message))
            if viewer in match.open:
                looked = {card for event in match.game.events for card in looked_at(event, viewer)}
                asked = decisions.to_message(match.open[viewer], match.game.rules)
                assert cards_in(asked) <= seen | looked
    assert told > 0


def visible(match: Match, viewer: int) -> set[int]:
    game = match.game
    open_cards = [game.discard_pile, game.processing, *(player.equipment for player in game.players)]
    open_cards += [player.judging for player in game.players]
    own = [game.players[viewer].hand] if viewer != SPECTATOR else []
    return {card for zone in open_cards + own for card in zone}


def looked_at(event: events.Event, viewer: int) -> tuple[int, ...]:
    return event.cards if isinstance(event, events.CardsLookedAt) and event.seat == viewer else ()


def test_a_view_of_ten_seats_with_its_decisions_is_small() -> None:
    sizes = []
    for seed in (90, 91, 92):
        for match in stops(Ruleset(10), seed):
            for seat, decision in match.open.items():
                message = views.to_message(view(match.game, seat), match.game.rules)
                asked = decisions.to_message(decision, match.game.rules)
                sizes.append((message.ByteSize() + asked.ByteSize(), message.ByteSize(), asked.ByteSize()))
    sizes.sort()
    print(f"view + decision, bytes: median {sizes[len(sizes) // 2]}, greatest {sizes[-1]}")
    assert sizes[-1][0] < MOST_BYTES
