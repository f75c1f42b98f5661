"""Which physical card is meant by every card a scenario writes down, and which ones do not matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.zones import DISCARD, DRAW, Zone, equipment_of, hand_of, judging_of

from .faces import Faces, Token
from .schema import Malformed, Place

Dealt = dict[Zone, list[int]]
SEAT_ZONES = {"hand": hand_of, "equipment": equipment_of, "judging": judging_of}


def zones_of(setup: Mapping[str, Any]) -> list[tuple[Zone, Any, Place]]:
    """What the scenario puts where, as it is written. The draw pile is written topmost first."""
    found: list[tuple[Zone, Any, Place]] = []
    for name, seat in (setup.get("seats") or {}).items():
        n = int(name[1:]) - 1
        for key, zone in SEAT_ZONES.items():
            found.append((zone(n), (seat or {}).get(key, []), ("seats", name, key)))
        for pile, cards in (seat or {}).get("piles", {}).items():
            found.append((Zone("pile", n, pile), cards, ("seats", name, "piles", pile)))
    draw = setup.get("draw_pile", [])
    found.append((DRAW, draw["only"] if isinstance(draw, Mapping) else draw, ("draw_pile",)))
    found.append((DISCARD, setup.get("discard_pile", []), ("discard_pile",)))
    return found


def deal(faces: Faces, setup: Mapping[str, Any]) -> tuple[Dealt, dict[int, str], list[int]]:
    """The cards of every zone, what cards lie as in judgement areas, and the cards left over, the quietest first."""
    slots: list[tuple[Zone, int, Token, Place]] = []
    for zone, cards, place in zones_of(setup):
        texts = ["any"] * cards if isinstance(cards, int) else cards
        for n, text in enumerate(texts):
            at = (*place, n) if isinstance(cards, list) else place
            token = faces.parse(text, at)
            if token.lying_as and zone.kind != "judging":
                raise Malformed("only a card in a judgement area lies as another", at)
            slots.append((zone, n, token, at))
    left = quiet_first(faces)
    chosen: dict[tuple[Zone, int], int] = {}
    for zone, n, token, at in sorted(slots, key=lambda slot: -slot[2].precision):
        found = next((card_id for card_id in left if faces.fits(token, card_id)), None)
        if found is None:
            raise Malformed("all cards of this face are already somewhere else", at)
        left.remove(found)
        chosen[zone, n] = found
        if token.arbitrary and token.label:
            if token.label in faces.labels:
                raise Malformed(f"the name {token.label!r} is given twice", at)
            faces.labels[token.label] = found
    dealt: Dealt = {}
    lying_as: dict[int, str] = {}
    for zone, n, token, at in slots:
        card_id = chosen[zone, n]
        dealt.setdefault(zone, []).append(card_id)
        _check_zone(faces, zone, card_id, token, at)
        if token.lying_as:
            lying_as[card_id] = token.lying_as
    return dealt, lying_as, left


def _check_zone(faces: Faces, zone: Zone, card_id: int, token: Token, at: Place) -> None:
    kind = faces.rules.kind_of(card_id)
    if zone.kind == "equipment" and not kind.slot:
        raise Malformed(f"{faces.write(card_id)} is no equipment", at)
    if zone.kind == "judging" and kind.type != "delayed-trick" and not token.lying_as:
        raise Malformed(f"{faces.write(card_id)} is no delayed trick: write what it lies as", at)


def quiet_first(faces: Faces) -> list[int]:
    """All cards, those first that can answer nothing: equipment, then tricks, then the rest."""
    rules = faces.rules

    def noise(card_id: int) -> int:
        kind = rules.kind_of(card_id)
        if kind.slot:
            return 0 if "horse" in kind.slot else 1
        if "trick" not in kind.type:
            return 3
        return 4 if kind.id == "nullification" else 2

    return sorted(range(len(rules.deck)), key=noise)
