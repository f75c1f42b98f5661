"""Cards, and what a skill makes of them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.card import SUITS, Card, Colour, Suit, made_of, printed
from engine.rules import rules_of
from engine.ruleset import Ruleset

SPADE, HEART, CLUB, DIAMOND = (printed("slash", suit, 7, n) for n, suit in enumerate(SUITS))
RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13}


@pytest.mark.parametrize(
    ("suit", "colour"), [("spade", "black"), ("club", "black"), ("heart", "red"), ("diamond", "red")]
)
def test_spades_and_clubs_are_black_hearts_and_diamonds_red(suit: Suit, colour: Colour) -> None:
    card = printed("jink", suit, 2, 0)
    assert card.colour == colour
    assert (card.is_black, card.is_red) == (colour == "black", colour == "red")


def test_a_card_made_of_one_keeps_its_suit_rank_and_colour() -> None:
    made = made_of("indulgence", [DIAMOND], "guose")
    assert made == Card("indulgence", "diamond", 7, DIAMOND.ids, "guose", "red")


@pytest.mark.parametrize(
    ("parts", "colour"),
    [
        ((SPADE, CLUB), "black"),
        ((HEART, DIAMOND), "red"),
        ((SPADE, HEART), ""),
        ((CLUB, SPADE, DIAMOND), ""),
    ],
)
def test_a_card_made_of_several_has_only_their_common_colour(parts: tuple[Card, ...], colour: Colour) -> None:
    made = made_of("slash", parts, "spear")
    assert (made.suit, made.rank, made.colour) == ("", 0, colour)
    assert made.ids == tuple(card_id for part in parts for card_id in part.ids)


def test_a_card_made_of_nothing_has_no_colour() -> None:
    made = made_of("duel", [], "lijian")
    assert (made.ids, made.colour, made.is_red, made.is_black) == ((), "", False, False)


@pytest.mark.parametrize("packs", [(), ("ex",)])
def test_the_deck_is_the_printed_one(packs: tuple[str, ...]) -> None:
    sheet = Path(__file__).parent.parent / "data" / "decks.tsv"
    with sheet.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["pack"] in ("standard", *packs)]
    deck = rules_of(Ruleset(5, packs=packs)).deck
    sheet_faces = [(row["english_id"], row["suit"], RANKS.get(row["rank"]) or int(row["rank"])) for row in rows]
    assert sorted((card.name, card.suit, card.rank) for card in deck) == sorted(sheet_faces)
    assert [card.ids for card in deck] == [(n,) for n in range(len(deck))]
