"""Events say to each viewer what the engine says to it, and no more."""

from __future__ import annotations

import re

import pytest
from google.protobuf import json_format
from sanguosha.v1 import card_pb2, event_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine import events
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.view import SPECTATOR
from engine.zones import DISCARD, DRAW, PROCESSING, Zone, equipment_of, hand_of, judging_of
from service.convert import cards
from service.convert import events as convert
from tests.service.playing import cards_in, stops

RULES = rules_of(Ruleset(8))


def fields_of(event: events.Event, viewer: int = SPECTATOR) -> dict[str, object]:
    message = convert.to_message(event, 5, viewer, RULES)
    assert message.ordinal == 5
    name = message.WhichOneof("event")
    assert name is not None
    fields: dict[str, object] = json_format.MessageToDict(getattr(message, name), preserving_proto_field_name=True)
    return fields


@pytest.mark.parametrize("event", events.EVENTS, ids=lambda event: event.__name__)
def test_an_event_of_zeros_is_still_that_event(event: type[events.Event]) -> None:
    """Seat 0 and nothing else: proto3 leaves such fields out, but never the event."""
    zeros = {"int": 0, "str": "", "bool": False, "Zone": DRAW}
    given = {name: zeros.get(hint, ()) for name, hint in event.__annotations__.items() if name != "public"}
    if event is events.WindowOpened:
        given["kind"] = "PLAY"
    message = convert.to_message(event(**given), 1, 0, RULES)
    assert message.WhichOneof("event") == re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


def face(card: int) -> dict[str, object]:
    sent: dict[str, object] = json_format.MessageToDict(cards.deck(RULES)[card])
    return sent


def test_a_face_is_the_printed_card() -> None:
    lightning = next(card for card in RULES.deck if card.name == "lightning")
    assert face(lightning.ids[0]) == {"id": lightning.ids[0], "name": "lightning", "suit": "SUIT_SPADE", "rank": 1}
    assert [(f.id, f.name, f.rank) for f in cards.deck(RULES)] == [(c.ids[0], c.name, c.rank) for c in RULES.deck]


@pytest.mark.parametrize(
    ("zone", "kind", "seat", "name"),
    [
        (DRAW, card_pb2.ZONE_KIND_DRAW, None, ""),
        (DISCARD, card_pb2.ZONE_KIND_DISCARD, None, ""),
        (PROCESSING, card_pb2.ZONE_KIND_PROCESSING, None, ""),
        (hand_of(0), card_pb2.ZONE_KIND_HAND, 0, ""),
        (equipment_of(3), card_pb2.ZONE_KIND_EQUIPMENT, 3, ""),
        (judging_of(0), card_pb2.ZONE_KIND_JUDGING, 0, ""),
        (Zone("pile", 2, "buqu"), card_pb2.ZONE_KIND_PILE, 2, "buqu"),
    ],
)
def test_a_zone_of_the_table_has_no_seat(zone: Zone, kind: int, seat: int | None, name: str) -> None:
    sent = cards.zone(zone)
    assert (sent.kind, sent.seat if sent.HasField("seat") else None, sent.name) == (kind, seat, name)


def test_a_drawn_card_is_seen_by_who_draws_it_alone() -> None:
    drawn = events.CardsMoved(DRAW, hand_of(2), 2, (5, 6), False, (2,), "draw")
    moved = {"source": {"kind": "ZONE_KIND_DRAW"}, "destination": {"kind": "ZONE_KIND_HAND", "seat": 2}, "count": 2}
    moved |= {"reason": "draw"}
    assert fields_of(drawn, 2) == moved | {"cards": [face(5), face(6)]}
    assert fields_of(drawn, 3) == fields_of(drawn, SPECTATOR) == moved


def test_a_used_card_is_told_with_its_faces_suit_and_targets() -> None:
    used = events.CardUsed(1, "slash", "", 0, (5, 6), "spear", (3, 0))
    assert fields_of(used) == {
        "user": 1,
        "card": "slash",
        "cards": [face(5), face(6)],
        "skill": "spear",
        "targets": [3, 0],
    }


def test_a_judgement_shows_the_card_and_what_it_counts_as() -> None:
    made = events.JudgementMade(1, "lightning", 5, "heart", 3)
    assert fields_of(made) == {"seat": 1, "reason": "lightning", "card": face(5), "suit": "SUIT_HEART", "rank": 3}


def test_nobody_is_absent_and_seat_0_is_there() -> None:
    assert fields_of(events.Damaged(-1, 1, 3, "thunder", "lightning", -1)) == {
        "target": 1,
        "amount": 3,
        "nature": "thunder",
        "card": "lightning",
        "hp": -1,
    }
    assert fields_of(events.Damaged(0, 1, 1, "normal", "slash", 2))["source"] == 0
    assert fields_of(events.Died(1, -1)) == {"seat": 1}
    assert fields_of(events.Died(1, 0)) == {"seat": 1, "killer": 0}
    opened = events.WindowOpened((0, 1), "RESPOND", "nullification", -1, 0)
    assert fields_of(opened) == {
        "seats": [0, 1],
        "kind": "DECISION_KIND_RESPOND",
        "reason": "nullification",
        "target": 0,
    }


def secret(event: events.Event, viewer: int) -> bool:
    """Whether the viewer may not see the faces, told from the event as it happened."""
    match event:
        case events.CardsMoved():
            return not event.open and viewer not in event.seen
        case events.CardsLookedAt() | events.RoleDealt():
            return viewer != event.seat
    return False


@pytest.mark.parametrize("seats", [4, 7, 10])
def test_no_viewer_gets_a_card_or_role_that_is_hidden_from_it(seats: int) -> None:
    match = list(stops(Ruleset(seats), 50 + seats))[-1]
    kept = 0
    for ordinal, event in enumerate(match.game.events, 1):
        for viewer in range(SPECTATOR, seats):
            message = convert.to_message(event, ordinal, viewer, match.game.rules)
            if secret(event, viewer):
                kept += 1
                assert cards_in(message) == set()
                assert message.role_dealt.role == ""
            elif isinstance(event, events.CardsMoved | events.CardsLookedAt):
                assert cards_in(message) == set(event.cards)
    assert kept > 100


def test_viewers_who_see_the_same_share_one_message() -> None:
    match = list(stops(Ruleset(5), 60))[-1]
    viewers = range(SPECTATOR, 5)
    for ordinal, event in enumerate(match.game.events, 1):
        sent = [convert.to_message(event, ordinal, viewer, match.game.rules) for viewer in viewers]
        assert len({id(message) for message in sent}) == len({repr(event.seen_by(viewer)) for viewer in viewers})


def test_an_update_has_to_each_viewer_the_events_that_it_may_see_whoever_was_told_before() -> None:
    match = list(stops(Ruleset(5), 62))[-1]
    happened, rules = match.game.events, match.game.rules
    for viewer in (*range(SPECTATOR, 5), *reversed(range(SPECTATOR, 5))):
        for first in (1, len(happened) // 2):
            update = pb.Update(cursor="kept")
            convert.add_to(update, happened[first - 1 :], first, viewer, rules)
            seen = [convert.to_message(event, n, viewer, rules) for n, event in enumerate(happened, 1) if n >= first]
            assert (update.cursor, list(update.events)) == ("kept", seen)


def test_a_message_reads_back_from_the_wire_as_it_was() -> None:
    match = list(stops(Ruleset(4), 61))[-1]
    for ordinal, event in enumerate(match.game.events, 1):
        message = convert.to_message(event, ordinal, 0, match.game.rules)
        assert event_pb2.Event.FromString(message.SerializeToString()) == message
