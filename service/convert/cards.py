"""Cards, suits and zones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sanguosha.v1 import card_pb2

from engine.card import SUITS
from engine.rules import Rules
from engine.zones import Zone

SUIT_NUMBERS: dict[str, card_pb2.Suit.ValueType] = {"": card_pb2.SUIT_UNSPECIFIED}
SUIT_NUMBERS |= {suit: card_pb2.Suit.Value(f"SUIT_{suit.upper()}") for suit in SUITS}
SUIT_NAMES = {number: suit for suit, number in SUIT_NUMBERS.items()}
ZONE_NUMBERS = {name.removeprefix("ZONE_KIND_").lower(): number for name, number in card_pb2.ZoneKind.items() if number}


@lru_cache(maxsize=64)
def deck(rules: Rules) -> tuple[card_pb2.CardFace, ...]:
    """The face of every card in play, by card id. Shared: never change one."""
    return tuple(
        card_pb2.CardFace(id=card_id, name=card.name, suit=SUIT_NUMBERS[card.suit], rank=card.rank)
        for card_id, card in enumerate(rules.deck)
    )


def faces(ids: Iterable[int], rules: Rules) -> list[card_pb2.CardFace]:
    printed = deck(rules)
    return [printed[card_id] for card_id in ids]


@lru_cache(maxsize=1024)
def zone(zone: Zone) -> card_pb2.Zone:
    """Without a seat for the zones of the table. Shared: never change one."""
    seat = zone.seat if zone.seat >= 0 else None
    return card_pb2.Zone(kind=ZONE_NUMBERS[zone.kind], seat=seat, name=zone.name)
