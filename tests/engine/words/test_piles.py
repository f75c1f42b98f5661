"""Cards on a hero: piles that everybody sees, and piles that only their owner does."""

from __future__ import annotations

import pytest

from engine.card import Card
from engine.deeds.move import Move, obtain
from engine.events import CardsMoved, WindowOpened
from engine.game import Game
from engine.picks import FromPile, in_hand, one, red, some
from engine.skill import Skill, active, view_as
from engine.state import Player
from engine.zones import Zone
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Stars(Skill):
    """Put hand cards on your hero, where only you see them; take one back; or use or play a red one as a Jink."""

    hidden_piles = ("star",)

    @active(cards=some(in_hand))
    async def put(self, game: Game, me: Player, _: None, cards: list[int]) -> None:
        await Move(cards, Zone("pile", me.seat, "star"), self.id)

    @active(card=one(FromPile("star")))
    async def take(self, game: Game, me: Player, _: None, card: int) -> None:
        await obtain(me, [card])

    @view_as("jink", cards=one(FromPile("star"), red))
    async def dodge(self, game: Game, me: Player, card: Card) -> None: ...


class Fields(Skill):
    """Put hand cards on your hero for all to see; use one as a Snatch, or play a red one as a Jink."""

    @active(cards=some(in_hand))
    async def put(self, game: Game, me: Player, _: None, cards: list[int]) -> None:
        await Move(cards, Zone("pile", me.seat, "field"), self.id)

    @view_as("snatch", cards=one(FromPile("field")), when=("use",))
    async def snatch(self, game: Game, me: Player, card: Card) -> None: ...

    @view_as("jink", cards=one(FromPile("field"), red))
    async def dodge(self, game: Game, me: Player, card: Card) -> None: ...


PACK = pack_of(Stars, Fields)


def put_on(skill: str) -> tuple[Play, list[int]]:
    play = Play(Seat([skill], [IDLE, "slash", "peach"]))
    cards = play.player(0).hand[1:]
    play.answer(f"{skill}.put" if skill == "stars" else skill, cards)
    return play, cards


def test_cards_of_a_hidden_pile_are_seen_by_their_owner_alone_their_number_by_all() -> None:
    play, cards = put_on("stars")
    for viewer in play.viewers:
        seen = tuple(cards) if viewer == 0 else ()
        assert play.seat_view(0, viewer).piles == (("star", 2, seen),)


def test_cards_of_an_open_pile_are_seen_by_all() -> None:
    play, cards = put_on("fields")
    for viewer in play.viewers:
        assert play.seat_view(0, viewer).piles == (("field", 2, tuple(cards)),)


def test_cards_come_to_a_hidden_pile_and_leave_it_unseen() -> None:
    play, cards = put_on("stars")
    play.answer("stars.take", cards[0])
    for viewer in play.viewers:
        to, back = play.events(CardsMoved, viewer)[-2:]
        assert (to.destination, back.source) == (Zone("pile", 0, "star"), Zone("pile", 0, "star"))
        assert (to.count, back.count) == (2, 1)
        assert (to.cards, back.cards) == ((tuple(cards), (cards[0],)) if viewer == 0 else ((), ()))


def test_cards_come_to_an_open_pile_before_all_eyes() -> None:
    play, cards = put_on("fields")
    assert all(play.events(CardsMoved, viewer)[-1].cards == tuple(cards) for viewer in play.viewers)


def test_a_card_that_is_used_from_a_hidden_pile_is_seen_by_all() -> None:
    play = Play(Seat(hand=["slash", IDLE]), Seat(["stars"], piles={"star": ["peach heart"]}))
    (star,) = play.player(1).piles["star"]
    play.answer("slash", 1)
    play.answer("stars:jink", star)
    for viewer in play.viewers:
        laid = next(event for event in play.events(CardsMoved, viewer) if event.source.kind == "pile")
        assert laid.cards == (star,)
    assert play.player(1).hp == 4


def test_a_pick_may_be_from_a_pile_and_lists_its_cards_alone() -> None:
    play, cards = put_on("stars")
    assert play.listed("stars.take") == cards


def test_a_pile_that_is_empty_offers_nothing() -> None:
    play, cards = put_on("stars")
    for card in cards:
        play.answer("stars.take", card)
    assert "stars.take" not in play.options()
    assert play.player(0).piles == {}
    assert all(play.seat_view(0, viewer).piles == () for viewer in play.viewers)


def test_a_pile_may_be_used_as_another_card() -> None:
    play = Play(Seat(["fields"], [IDLE], piles={"field": ["jink diamond"]}), Seat(hand=["peach"]))
    (field,) = play.player(0).piles["field"]
    assert play.option("fields:snatch#").as_card == "snatch"
    play.answer("fields:snatch", field, 1)
    assert play.player(1).hand == []


def asked_to_dodge(skill: str, pile: str, card: str) -> bool:
    """Whether seat 1, whose hand is empty, is asked for a Jink."""
    play = Play(Seat(hand=["slash", IDLE]), Seat([skill], piles={pile: [card]}))
    play.answer("slash", 1)
    return any(event.reason == "slash" for event in play.events(WindowOpened))


@pytest.mark.parametrize("card", ["peach heart", "duel spade"])
def test_who_has_a_hidden_pile_is_asked_whatever_lies_in_it(card: str) -> None:
    assert asked_to_dodge("stars", "star", card)


@pytest.mark.parametrize(("card", "asked"), [("peach heart", True), ("duel spade", False)])
def test_who_has_an_open_pile_is_asked_only_if_a_card_of_it_will_do(card: str, asked: bool) -> None:
    assert asked_to_dodge("fields", "field", card) == asked
