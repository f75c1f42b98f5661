"""What was discarded in a phase, from whom and from where (固政)."""

from __future__ import annotations

from engine.deeds.move import Move, discard
from engine.game import Game
from engine.picks import one_seat, some
from engine.skill import Skill, active, on
from engine.state import Discarded, Player
from engine.turn import Phase, in_phase
from engine.zones import DISCARD
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Waste(Skill):
    """Discard cards of yours; lay some aside without discarding them; or discard what lies before somebody."""

    @active(cards=some())
    async def throw(self, game: Game, me: Player, _: None, cards: list[int]) -> None:
        await discard(cards)

    @active(cards=some())
    async def lose(self, game: Game, me: Player, _: None, cards: list[int]) -> None:
        await Move(cards, DISCARD, "recast")

    @active(target=one_seat())
    async def clear(self, game: Game, me: Player, _: None, target: Player) -> None:
        await discard(target.judging)


class Clerk(Skill):
    """At the end of each discard phase note how many cards were discarded in it."""

    @on(Phase.ended, compulsory=True, quiet=True, given=in_phase("discard"))
    async def count(self, game: Game, me: Player, phase: Phase) -> None:
        me.notes["discarded"] = str(len(game.discarded))


PACK = pack_of(Waste, Clerk)


def test_it_says_from_whose_hand_or_equipment() -> None:
    play = Play(Seat(["waste"], ["slash", IDLE], worn=["dilu"]))
    slash, dilu = play.player(0).hand[0], play.player(0).equipment[0]
    play.answer("waste.throw", [slash, dilu])
    assert play.game.discarded == [Discarded(slash, 0, "hand"), Discarded(dilu, 0, "equipment")]


def test_what_lay_before_somebody_is_there_with_its_place() -> None:
    play = Play(Seat(["waste"], [IDLE]), Seat(judging=["indulgence"]))
    card = play.player(1).judging[0]
    play.answer("waste.clear", 1)
    assert play.game.discarded == [Discarded(card, 1, "judging")]


def test_what_comes_there_without_being_discarded_is_not_counted() -> None:
    play = Play(Seat(["waste"], ["slash", "peach", IDLE], hp=3))
    play.answer("waste.lose", play.player(0).hand[:1])
    play.answer("peach")
    assert play.game.discarded == []
    assert len(play.game.discard_pile) == 2


def test_it_begins_anew_with_each_phase() -> None:
    play = Play(Seat(["waste", "clerk"], ["slash", "peach", "jink", "duel", IDLE], hp=1))
    play.answer("waste.throw", play.player(0).hand[:1])
    play.answer("end")
    play.answer("choose", play.player(0).hand[:3])
    assert play.player(0).notes == {"discarded": "3"}
    assert play.game.discarded == []


def test_it_survives_a_stop_within_the_phase() -> None:
    play = Play(Seat(["waste"], ["slash", IDLE]))
    play.answer("waste.throw", play.player(0).hand[:1])
    assert play.match.record() is not None  # the table resumes the match after every answer
    assert len(play.game.snapshot().discarded) == 1
