"""Cards laid face down: their owner alone knows them until they move on."""

from __future__ import annotations

import pytest

from engine.asking import choose_option
from engine.card import Card
from engine.deeds.move import obtain
from engine.events import CardPlayed, CardsMoved, CardsShown, CardUsed
from engine.game import Game
from engine.picks import in_hand, one
from engine.questions import Reason
from engine.skill import Skill, view_as
from engine.state import Player
from engine.view import view
from engine.zones import DISCARD, PROCESSING, hand_of
from tests.engine.words.play import IDLE, Play, Seat, pack_of
from tests.laws.test_resume import stored_and_resumed


class Veiled(Skill):
    """Use or play any hand card face down as a basic card or a trick."""

    @view_as(cards=one(in_hand), types=("basic", "trick"), face_down=True, targets_later=True)
    async def lay(self, game: Game, me: Player, card: Card) -> None: ...


class Unveiled(Skill):
    """The next player says whether the card is turned up, taken back, or comes to nothing."""

    @view_as(cards=one(in_hand), types=("basic", "trick"), face_down=True, targets_later=True)
    async def lay(self, game: Game, me: Player, card: Card) -> Card | bool:
        (card_id,) = card.ids
        words = ("turn_up", "take_back", "nothing")
        word = await choose_option(game.others(me)[0], Reason(self.id, self.id, me.seat), words)
        if word == "take_back":
            await obtain(me, [card_id])
        if word != "turn_up":
            return False
        face = game.rules.deck[card_id]
        del game.covered[card_id]
        game.emit(CardsShown(me.seat, game.where[card_id], (card_id,), self.id))
        return Card(card.name, face.suit, face.rank, (card_id,), self.id, face.colour)


PACK = pack_of(Veiled, Unveiled)


def veiled_assault(hidden: str = "jink diamond 3") -> Play:
    """Seat 0 uses a card as Savage Assault, and everybody with a hand is asked about it."""
    play = Play(Seat(["veiled"], [hidden, "peach heart 3"]), Seat(hand=["jink diamond 2"]))
    play.answer("veiled:savage_assault", play.player(0).hand[0])
    return play


def test_a_face_down_card_on_the_table_is_seen_by_its_owner_alone() -> None:
    play = veiled_assault()
    (card,) = play.game.processing
    assert [v for v in play.viewers if card in play.view(v).processing] == [0]
    assert all(play.view(viewer).covered_count == 1 for viewer in play.viewers)


def test_that_a_card_was_laid_face_down_is_seen_by_all_and_which_by_its_owner_alone() -> None:
    play = veiled_assault()
    (card,) = play.game.processing
    for viewer in play.viewers:
        moved = play.events(CardsMoved, viewer)[-1]
        assert (moved.source, moved.destination, moved.count) == (hand_of(0), PROCESSING, 1)
        assert moved.cards == ((card,) if viewer == 0 else ())


def test_a_card_used_face_down_has_no_face() -> None:
    play = veiled_assault()
    (used,) = play.events(CardUsed)
    assert (used.card, used.suit, used.rank, used.cards, used.skill) == ("savage_assault", "", 0, (), "veiled")


def test_a_card_played_face_down_has_no_face() -> None:
    play = Play(Seat(hand=["slash"]), Seat(["veiled"], ["peach heart 3"]))
    play.answer("slash", 1)
    card = play.player(1).hand[0]
    play.answer("veiled:jink", card)
    (played,) = play.events(CardPlayed)
    assert (played.card, played.suit, played.rank, played.cards, played.skill) == ("jink", "", 0, (), "veiled")
    for viewer in play.viewers:
        laid = next(e for e in play.events(CardsMoved, viewer) if e.source == hand_of(1))
        assert laid.cards == ((card,) if viewer == 1 else ())


def test_a_face_down_card_comes_to_light_when_it_is_discarded() -> None:
    play = veiled_assault()
    (card,) = play.game.processing
    play.wait_for("play", 0)
    for viewer in play.viewers:
        moved = next(e for e in play.events(CardsMoved, viewer) if (e.source, e.destination) == (PROCESSING, DISCARD))
        assert moved.cards == (card,)
        assert card in play.view(viewer).discard_pile
        assert play.view(viewer).covered_count == 0


def test_a_card_taken_back_is_still_known_to_its_owner_alone() -> None:
    play = Play(Seat(["unveiled"], [IDLE, "peach heart 3"]))
    card = play.player(0).hand[-1]
    play.answer("unveiled:duel", card)
    play.answer("take_back")
    assert play.player(0).hand[-1] == card
    for viewer in play.viewers:
        assert play.events(CardsMoved, viewer)[-1].cards == ((card,) if viewer == 0 else ())
        assert play.view(viewer).covered_count == 0


def test_what_others_are_told_does_not_depend_on_the_card_until_it_comes_to_light() -> None:
    seen = [veiled_assault(hidden) for hidden in ("jink diamond 3", "slash heart 10", "dilu")]
    for viewer in (-1, 1, 2, 3):
        told = [[e for e in play.told(viewer) if not isinstance(e, CardsMoved) or e.reason != "draw"] for play in seen]
        assert told[0] == told[1] == told[2]


def test_a_body_may_turn_the_card_up_and_then_it_is_what_the_body_says() -> None:
    play = Play(Seat(["unveiled"], ["jink diamond 3"]))
    (card,) = play.player(0).hand
    play.answer("unveiled:slash", card)
    play.answer("turn_up")
    play.answer("slash", 1)
    (used,) = play.events(CardUsed)
    assert (used.card, used.suit, used.rank, used.cards) == ("slash", "diamond", 3, (card,))
    assert all(play.events(CardsShown, viewer)[0].cards == (card,) for viewer in play.viewers)


def test_a_card_that_came_to_nothing_is_discarded_and_was_not_used() -> None:
    play = Play(Seat(["unveiled"], ["jink diamond 3"]))
    (card,) = play.player(0).hand
    play.answer("unveiled:slash", card)
    play.answer("nothing")
    assert play.events(CardUsed) == []
    assert play.game.where[card] == DISCARD
    assert play.player(1).hp == 4


def test_who_answered_with_a_card_that_came_to_nothing_may_answer_again() -> None:
    play = Play(Seat(hand=["slash"]), Seat(["unveiled"], ["peach heart 3", "jink"]))
    play.answer("slash", 1)
    peach, jink = play.player(1).hand
    play.answer("unveiled:jink", peach)
    play.answer("nothing")
    assert play.asked == [1]
    play.answer(f"jink#{jink}")
    assert play.player(1).hp == 4


def test_in_a_window_the_seat_whose_card_came_to_nothing_and_those_after_it_are_asked_again() -> None:
    play = Play(Seat(hand=["slash", "peach"]), Seat(hp=1), Seat(["unveiled"], ["jink", IDLE]), Seat(hand=["peach"]))
    play.answer("slash", 1)
    assert play.asked == [0, 2, 3]
    play.answer("pass", seat=0)
    play.answer("unveiled:peach", play.player(2).hand[0], seat=2)
    play.answer("nothing", seat=3)
    assert play.asked == [2, 3]
    play.answer("unveiled:peach", play.player(2).hand[0], seat=2)
    play.answer("turn_up", seat=3)
    assert (play.player(1).hp, play.player(1).alive) == (1, True)


@pytest.mark.parametrize("name", ["slash", "duel", "snatch"])
def test_the_options_of_a_face_down_card_do_not_tell_what_it_is(name: str) -> None:
    play = Play(Seat(["veiled"], ["jink heart", "peach", "dilu"]), Seat(hand=["jink"]))
    assert play.listed(f"veiled:{name}") == play.player(0).hand


def test_a_card_that_lies_face_down_at_the_end_of_the_match_is_never_turned_up() -> None:
    """However often the match is stored and taken up again."""
    play = Play(Seat(["veiled"], ["jink diamond 3"], hp=1), Seat(hand=["slash"]))
    (card,) = play.player(0).hand
    play.answer("veiled:duel", card)
    play.answer("duel", 1)
    while not play.match.over:
        play.answer("slash") if play.asked == [1] else play.time_out()
    again = stored_and_resumed(play.match)
    for viewer in play.viewers:
        assert view(again.game, viewer) == play.view(viewer)
        assert play.view(viewer).processing == ((card,) if viewer == 0 else ())
        assert play.view(viewer).covered_count == 1
