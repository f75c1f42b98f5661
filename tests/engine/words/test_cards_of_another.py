"""Several cards of another, chosen one after the other and moved at once."""

from __future__ import annotations

from engine.asking import choose_cards_of
from engine.deeds.move import obtain
from engine.events import CardsMoved
from engine.game import Game
from engine.picks import one_seat, other
from engine.questions import Reason
from engine.skill import Skill, active
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Plunder(Skill):
    """Obtain three cards of another."""

    @active(target=one_seat(other))
    async def take(self, game: Game, me: Player, _: None, target: Player) -> None:
        reason = Reason(self.id, "choose_card_of", me.seat, target.seat)
        await obtain(me, await choose_cards_of(game, me, target, reason, 3))


PACK = pack_of(Plunder)


def test_what_is_chosen_is_not_offered_again() -> None:
    play = Play(Seat(["plunder"], [IDLE]), Seat(hand=["slash", "peach"], worn=["axe", "dilu"]))
    worn = list(play.player(1).equipment)
    play.answer("plunder", 1)
    play.answer("choose", worn[1])
    assert play.listed("choose") == [1, worn[0]]  # a hand card of seat 1, or the axe
    play.answer("choose", 1)
    assert play.listed("choose") == [1, worn[0]]
    assert len(play.player(0).hand) == 1
    play.answer("choose", 1)
    assert (play.player(1).hand, play.player(1).equipment) == ([], [worn[0]])
    assert len(play.player(0).hand) == 4


def test_they_are_moved_together() -> None:
    play = Play(Seat(["plunder"], [IDLE]), Seat(hand=["slash", "peach", "jink"]))
    play.answer("plunder", 1)
    assert [move.count for move in play.events(CardsMoved)] == [3]


def test_who_has_fewer_loses_what_he_has() -> None:
    play = Play(Seat(["plunder"], [IDLE]), Seat(hand=["slash"], worn=["axe"]))
    play.answer("plunder", 1)
    play.answer("choose", 1)
    assert play.player(1).own_cards == []
    assert len(play.player(0).hand) == 3
