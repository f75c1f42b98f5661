"""Cards are shown, looked at and turned up: who sees what."""

from __future__ import annotations

from engine.deeds.move import Move
from engine.deeds.show import LookAtHand, Show, TurnUp
from engine.events import CardsLookedAt, CardsMoved, CardsShown
from engine.game import Game
from engine.picks import in_hand, one, one_seat, other, some
from engine.skill import Skill, active
from engine.state import Player
from engine.zones import DISCARD, PROCESSING, hand_of
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Boast(Skill):
    """Show hand cards; show nothing; look at another's hand; or lay a card face down, and turn it up or not."""

    @active(cards=some(in_hand))
    async def show(self, game: Game, me: Player, _: None, cards: list[int]) -> None:
        await Show(me, cards, self.id)

    @active()
    async def nothing(self, game: Game, me: Player, _: None) -> None:
        await Show(me, [], self.id)

    @active(target=one_seat(other))
    async def spy(self, game: Game, me: Player, _: None, target: Player) -> None:
        me.this_turn["seen"] = len(await LookAtHand(me, target))

    @active(card=one(in_hand))
    async def reveal(self, game: Game, me: Player, _: None, card: int) -> None:
        game.table.leave_lying([card])
        await Move([card], PROCESSING, "lay_down", covered=True)
        await TurnUp(me, [card], self.id)

    @active(card=one(in_hand))
    async def conceal(self, game: Game, me: Player, _: None, card: int) -> None:
        await Move([card], PROCESSING, "lay_down", covered=True)
        await Move([card], hand_of(me.seat), "obtain")


PACK = pack_of(Boast)


def boast() -> Play:
    return Play(Seat(["boast"], [IDLE, "slash", "jink"]), Seat(hand=["peach", "duel"]))


def test_what_is_shown_everybody_sees_and_it_stays_where_it_is() -> None:
    play = boast()
    hand = list(play.player(0).hand)
    play.answer("boast.show", hand[1:])
    for viewer in play.viewers:
        assert play.events(CardsShown, viewer) == [CardsShown(0, hand_of(0), tuple(hand[1:]), "boast")]
        assert play.seat_view(0, viewer).hand == (tuple(hand) if viewer == 0 else ())
    assert play.player(0).hand == hand


def test_no_card_is_no_showing() -> None:
    play = boast()
    play.answer("boast.nothing")
    assert play.events(CardsShown) == []


def test_a_hand_is_seen_by_who_looks_at_it_and_that_he_looks_by_all() -> None:
    play = boast()
    theirs = tuple(play.player(1).hand)
    play.answer("boast.spy", 1)
    assert play.player(0).this_turn["seen"] == 2
    for viewer in play.viewers:
        faces = theirs if viewer == 0 else ()
        assert play.events(CardsLookedAt, viewer) == [CardsLookedAt(0, hand_of(1), 2, faces)]


def test_an_empty_hand_may_be_looked_at() -> None:
    play = Play(Seat(["boast"], [IDLE]), Seat())
    play.answer("boast.spy", 1)
    assert play.player(0).this_turn["seen"] == 0


def test_a_card_face_down_is_hidden_until_it_is_turned_up() -> None:
    play = boast()
    card = play.player(0).hand[1]
    play.answer("boast.reveal", card)
    for viewer in play.viewers:
        laid, gone = play.events(CardsMoved, viewer)
        assert laid.cards == ((card,) if viewer == 0 else ())
        assert play.events(CardsShown, viewer) == [CardsShown(0, PROCESSING, (card,), "boast")]
        assert (gone.destination, gone.cards) == (DISCARD, (card,))


def test_one_that_is_never_turned_up_stays_hidden() -> None:
    play = boast()
    card = play.player(0).hand[1]
    play.answer("boast.conceal", card)
    for viewer in play.viewers:
        assert [event.cards for event in play.events(CardsMoved, viewer)] == [(card,) if viewer == 0 else ()] * 2
    assert play.game.covered == {}
