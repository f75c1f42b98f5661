"""Questions that must not tell who holds what, and questions to several at once."""

from __future__ import annotations

from engine.asking import choose_cards, who_accepts
from engine.deeds.draw import Draw
from engine.deeds.move import discard
from engine.events import WindowClosed, WindowOpened
from engine.game import Game
from engine.picks import one_seat, other
from engine.questions import Reason
from engine.skill import Skill, active
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Audit(Skill):
    """Another may discard a red hand card; nobody must learn whether he has one."""

    @active(target=one_seat(other))
    async def ask(self, game: Game, me: Player, _: None, target: Player) -> None:
        red = [card_id for card_id in target.hand if game.card(card_id).is_red]
        reason = Reason(self.id, "discard", me.seat, target.seat, count=1)
        await discard(await choose_cards(target, reason, red, 1, 1, unseen=True))


class Toast(Skill):
    """All others may draw a card."""

    @active()
    async def raise_(self, game: Game, me: Player, _: None) -> None:
        for player in await who_accepts(game.others(me), Reason(self.id, "invoke", me.seat)):
            await Draw(player)

    @active()
    async def alone(self, game: Game, me: Player, _: None) -> None:
        me.this_turn["takers"] = len(await who_accepts([], Reason(self.id, "invoke", me.seat)))


PACK = pack_of(Audit, Toast)


def windows(play: Play, viewer: int) -> list[object]:
    return [event for event in play.told(viewer) if isinstance(event, WindowOpened | WindowClosed)][-2:]


def test_who_has_such_a_card_may_decline() -> None:
    play = Play(Seat(["audit"], [IDLE]), Seat(hand=["peach", "slash spade"]))
    play.answer("audit", 1)
    assert play.options() == ["choose", "pass"]
    assert play.listed("choose") == play.player(1).hand[:1]
    play.answer("pass")
    assert len(play.player(1).hand) == 2


def test_to_the_others_it_looks_as_if_who_has_none_had_declined() -> None:
    with_one = Play(Seat(["audit"], [IDLE]), Seat(hand=["peach", "slash spade"]))
    with_none = Play(Seat(["audit"], [IDLE]), Seat(hand=["slash club", "slash spade"]))
    with_one.answer("audit", 1)
    with_one.answer("pass")
    with_none.answer("audit", 1)
    for viewer in (-1, 0, 2, 3):
        assert windows(with_one, viewer) == windows(with_none, viewer) != []
    assert [len(play.player(1).hand) for play in (with_one, with_none)] == [2, 2]


def test_several_are_asked_at_once_and_those_who_said_yes_are_told_in_order() -> None:
    play = Play(Seat(["toast"], [IDLE]))
    play.answer("toast.raise_")
    assert play.asked == [1, 2, 3]
    play.answer("accept", seat=3)
    play.answer("pass", seat=1)
    assert play.asked == [2]
    play.answer("accept", seat=2)
    assert [len(play.player(seat).hand) for seat in range(4)] == [1, 0, 1, 1]


def test_who_says_nothing_says_no() -> None:
    play = Play(Seat(["toast"], [IDLE]))
    play.answer("toast.raise_")
    for _ in range(3):
        play.time_out()
    assert [len(play.player(seat).hand) for seat in range(4)] == [1, 0, 0, 0]


def test_what_one_answered_the_others_do_not_learn_before_all_have() -> None:
    play = Play(Seat(["toast"], [IDLE]))
    play.answer("toast.raise_")
    before = {viewer: (play.told(viewer), play.view(viewer)) for viewer in play.viewers}
    play.answer("accept", seat=2)
    assert {viewer: (play.told(viewer), play.view(viewer)) for viewer in play.viewers} == before


def test_where_there_is_nobody_to_ask_nobody_accepts() -> None:
    play = Play(Seat(["toast"], [IDLE]))
    play.answer("toast.alone")
    assert play.player(0).this_turn["takers"] == 0
