"""Who sees what of a table with every kind of secret: a viewer sees its own, and `EVERYTHING` those of all."""

from __future__ import annotations

import msgspec
import pytest

from engine.skill import Skill
from engine.view import EVERYTHING, SPECTATOR, SeatView, view
from tests.engine.words.play import IDLE, Play, Seat, pack_of

SEATS = range(4)
NOBODY = (SPECTATOR, -3, 4, 99)  # viewers that are no seat of the table


class Stars(Skill):
    """Some of your cards lie on your hero, and only you see them."""

    hidden_piles = ("star",)


PACK = pack_of(Stars)


@pytest.fixture
def play() -> Play:
    """Every seat has a hand, a hidden and an open pile, hero cards, and a card laid face down; seats 1 to 3 a role that
    is not shown."""
    piles = {"star": ["dismantlement"], "field": ["jink"]}
    play = Play(*(Seat(["stars"], [IDLE if seat == 0 else "slash", "peach", "jink"], piles=piles) for seat in SEATS))
    for player in play.game.players:
        player.hero_cards = [f"mask_{player.seat}"]
        laid = player.hand.pop()
        play.game.processing.append(laid)
        play.game.covered[laid] = player.seat
    play.game.processing.append(play.game.draw_pile.pop())
    return play


def test_everything_shows_every_hand_role_pile_hero_card_and_covered_card(play: Play) -> None:
    seen = play.view(EVERYTHING)
    assert seen.viewer == EVERYTHING
    assert list(seen.processing) == play.game.processing
    for shown, player in zip(seen.seats, play.game.players, strict=True):
        assert shown.role == player.role != ""
        assert list(shown.hand) == player.hand != []
        assert list(shown.hero_cards) == player.hero_cards != []
        assert shown.piles == tuple((name, len(cards), tuple(cards)) for name, cards in player.piles.items())
        assert len(shown.piles) == 2


def without_secrets(shown: SeatView) -> SeatView:
    """What everybody may see of a seat, taken from the view that hides nothing."""
    piles = tuple((name, count, () if name == "star" else cards) for name, count, cards in shown.piles)
    role = shown.role if shown.role_shown else ""
    return msgspec.structs.replace(shown, role=role, hand=(), hero_cards=(), piles=piles)


@pytest.mark.parametrize("viewer", [*SEATS, *NOBODY])
def test_any_other_viewer_sees_what_lies_open_and_what_is_its_own_and_no_more(play: Play, viewer: int) -> None:
    whole, covered = play.view(EVERYTHING), play.game.covered
    seats = tuple(shown if shown.seat == viewer else without_secrets(shown) for shown in whole.seats)
    processing = tuple(card for card in whole.processing if covered.get(card, viewer) == viewer)
    assert len(processing) == (2 if viewer in SEATS else 1)
    assert play.view(viewer) == msgspec.structs.replace(whole, viewer=viewer, seats=seats, processing=processing)


def test_not_even_everything_shows_the_draw_pile(play: Play) -> None:
    """Its order is nobody's knowledge before it is drawn."""
    before = play.view(EVERYTHING)
    play.game.draw_pile.reverse()
    assert view(play.game, EVERYTHING) == before
