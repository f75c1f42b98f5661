"""Two compare cards: both choose unseen and turn up together (D3, D35)."""

from __future__ import annotations

import pytest

from engine.deeds.draw import Draw
from engine.deeds.move import Move, obtain
from engine.deeds.pindian import Pindian
from engine.events import CardsCompared, CardsMoved
from engine.game import Game
from engine.picks import has_hand, one_seat, other
from engine.skill import Skill, active, on
from engine.state import Player
from engine.zones import DISCARD, PROCESSING
from tests.engine.words.play import Play, Seat, pack_of


class Joust(Skill):
    """Compare cards; who wins draws three."""

    @active(target=one_seat(other, has_hand), given=lambda game, me, _: bool(me.hand))
    async def ride(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Draw(me if await Pindian(me, target, self.id) else target, 3)


class Greed(Skill):
    """Compare cards, and take both."""

    @active(target=one_seat(other))
    async def grab(self, game: Game, me: Player, _: None, target: Player) -> None:
        contest = Pindian(me, target, self.id)
        me.this_turn["won"] = int(await contest)
        await obtain(me, contest.cards)


class Poor(Skill):
    """Locked: when you lose your last hand card you draw one."""

    tags = ("locked",)

    @on(Move.moved, given=lambda game, me, move: me.seat in move.emptied_hands)
    async def beg(self, game: Game, me: Player, move: Move) -> None:
        await Draw(me)


PACK = pack_of(Joust, Greed, Poor)


def joust(mine: str, theirs: str, skill: str = "joust") -> Play:
    """Each holds one card more than what he will show."""
    play = Play(Seat([skill], [mine, "dilu"]), Seat(hand=[theirs, "jueying"]))
    play.answer(skill, 1)
    return play


def show(play: Play, first: int = 0) -> None:
    """Both lay down their first card, `first` answering first."""
    for seat in (first, 1 - first):
        play.answer("choose", play.player(seat).hand[0], seat=seat)


def test_both_are_asked_at_once_for_a_hand_card() -> None:
    play = joust("slash", "jink")
    assert play.asked == [0, 1]
    for seat in (0, 1):
        assert play.listed("choose", seat=seat) == play.player(seat).hand
        reason = play.question(seat).reason
        assert (reason.name, reason.prompt, reason.source, reason.target) == ("joust", "pindian", 0, 1 - seat)


@pytest.mark.parametrize("first", [0, 1])
def test_nothing_is_seen_of_a_card_before_both_are_chosen(first: int) -> None:
    play = joust("slash", "jink")
    before = {viewer: (play.told(viewer), play.view(viewer)) for viewer in play.viewers}
    play.answer("choose", play.player(first).hand[0], seat=first)
    assert {viewer: (play.told(viewer), play.view(viewer)) for viewer in play.viewers} == before


@pytest.mark.parametrize("first", [0, 1])
def test_then_everybody_sees_both(first: int) -> None:
    play = joust("slash", "jink")
    shown = (play.player(0).hand[0], play.player(1).hand[0])
    show(play, first)
    for viewer in play.viewers:
        moved = [event for event in play.events(CardsMoved, viewer) if event.reason == "pindian"]
        assert [event.cards for event in moved] == [(shown[0],), (shown[1],)]
        assert len(play.events(CardsCompared, viewer)) == 1


@pytest.mark.parametrize(
    ("mine", "theirs", "won"),
    [
        ("slash spade 10", "jink diamond 9", True),
        ("jink diamond 9", "slash spade 10", False),
        ("slash spade 9", "slash club 9", False),
        ("duel spade 1", "jink heart 2", False),
        ("dilu club 5", "duel spade 1", True),
        ("slash diamond 13", "peach heart 12", True),
    ],
)
def test_the_higher_rank_wins_an_ace_is_low_and_a_tie_is_not_won(mine: str, theirs: str, won: bool) -> None:
    play = Play(Seat(["joust"], [mine, "jueying"]), Seat(hand=[theirs, "chitu"]))
    play.answer("joust", 1)
    cards = [play.player(seat).hand[0] for seat in (0, 1)]
    show(play)
    assert play.events(CardsCompared) == [CardsCompared(0, 1, "joust", *cards, won)]
    assert [len(play.player(seat).hand) for seat in (0, 1)] == ([4, 1] if won else [1, 4])


def test_both_cards_lie_on_the_table_until_the_rule_is_done_and_are_discarded_then() -> None:
    play = joust("slash", "jink")
    show(play)
    moves = [(event.source, event.destination, event.reason) for event in play.events(CardsMoved)][-4:]
    assert [(to, why) for _, to, why in moves[:2]] == [(PROCESSING, "pindian")] * 2
    assert moves[2][2] == "draw"
    assert moves[3] == (PROCESSING, DISCARD, "done")
    assert len(play.game.discard_pile) == 2


def test_a_rule_may_take_them_before() -> None:
    play = joust("slash spade 10", "jink", skill="greed")
    cards = [play.player(seat).hand[0] for seat in (0, 1)]
    show(play)
    assert set(cards) < set(play.player(0).hand)
    assert play.game.discard_pile == []
    assert play.player(0).this_turn["won"] == 1


def test_without_a_hand_card_there_is_no_comparison() -> None:
    play = Play(Seat(["greed"], ["slash"]), Seat())
    play.answer("greed", 1)
    assert play.question().kind == "PLAY"
    assert play.events(CardsCompared) == []
    assert play.player(0).this_turn["won"] == 0
    assert len(play.player(0).hand) == 1


def test_the_last_card_of_a_hand_is_gone_before_the_ranks_are_compared() -> None:
    play = Play(Seat(["joust"], ["slash", "dilu"]), Seat(["poor"], ["jink"]), top=["peach"])
    play.answer("joust", 1)
    play.answer("choose", play.player(0).hand[0], seat=0)
    assert len(play.player(1).hand) >= 1
    kinds = [type(event).__name__ for event in play.game.events]
    assert kinds.index("SkillInvoked", kinds.index("SkillInvoked") + 1) < kinds.index("CardsCompared")
