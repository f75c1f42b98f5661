"""Several moves as one: nobody speaks, and no hand counts as empty, before all of them are made (D41)."""

from __future__ import annotations

from engine.deeds.draw import Draw
from engine.deeds.move import Move, Together, exchange
from engine.events import CardsMoved, SkillInvoked
from engine.game import Game
from engine.picks import one_seat, other
from engine.skill import Skill, active, on
from engine.state import Player
from engine.zones import DISCARD, equipment_of, hand_of
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Barter(Skill):
    """Exchange hands with another, or equipment, or throw away what both hold."""

    @active(target=one_seat(other))
    async def hands(self, game: Game, me: Player, _: None, target: Player) -> None:
        await exchange(game, hand_of(me.seat), hand_of(target.seat), self.id)

    @active(target=one_seat(other))
    async def equipment(self, game: Game, me: Player, _: None, target: Player) -> None:
        await exchange(game, equipment_of(me.seat), equipment_of(target.seat), self.id)

    @active(target=one_seat(other))
    async def waste(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Together(Move(me.hand, DISCARD, "discard"), Move(target.hand, DISCARD, "discard"))


class Poor(Skill):
    """Locked: when you lose your last hand card you draw one."""

    tags = ("locked",)

    @on(Move.moved, given=lambda game, me, move: me.seat in move.emptied_hands)
    async def beg(self, game: Game, me: Player, move: Move) -> None:
        await Draw(me)


class Scribe(Skill):
    """Locked: with each move you note how many cards everybody holds."""

    tags = ("locked",)

    @on(Move.moved, compulsory=True, quiet=True)
    async def write(self, game: Game, me: Player, move: Move) -> None:
        counts = "".join(str(len(player.hand) + len(player.equipment)) for player in game.players)
        me.notes[f"move {len(me.notes)}"] = counts


PACK = pack_of(Barter, Poor, Scribe)


def test_hands_change_places() -> None:
    play = Play(Seat(["barter"], [IDLE, "slash"]), Seat(hand=["jink", "peach", "duel"]))
    mine, theirs = list(play.player(0).hand), list(play.player(1).hand)
    play.answer("barter.hands", 1)
    assert (play.player(0).hand, play.player(1).hand) == (theirs, mine)


def test_nobody_speaks_before_both_are_made() -> None:
    play = Play(Seat(["barter"], [IDLE]), Seat(hand=["jink", "peach"]), Seat(["scribe"]))
    play.answer("barter.hands", 1)
    assert [*play.player(2).notes.values()] == ["2100", "2100"]


def test_a_hand_that_is_filled_by_the_exchange_was_never_empty() -> None:
    play = Play(Seat(["barter", "poor"], [IDLE]), Seat(["poor"], ["jink"]))
    play.answer("barter.hands", 1)
    assert [event.skill for event in play.events(SkillInvoked)] == ["barter"]


def test_a_hand_exchanged_for_none_is_empty() -> None:
    play = Play(Seat(["barter", "poor"], [IDLE]), Seat(["poor"]))
    play.answer("barter.hands", 1)
    assert [(event.seat, event.skill) for event in play.events(SkillInvoked)] == [(0, "barter"), (0, "poor")]
    assert [len(play.player(seat).hand) for seat in (0, 1)] == [1, 1]


def test_with_two_empty_hands_nothing_moves() -> None:
    play = Play(Seat(["barter"], worn=["spear"]), Seat())
    play.answer("barter.hands", 1)
    assert play.events(CardsMoved) == []


def test_only_the_two_see_the_cards() -> None:
    play = Play(Seat(["barter"], [IDLE]), Seat(hand=["jink"]))
    mine, theirs = play.player(0).hand[0], play.player(1).hand[0]
    play.answer("barter.hands", 1)
    for viewer in play.viewers:
        seen = [event.cards for event in play.events(CardsMoved, viewer)]
        assert seen == ([(mine,), (theirs,)] if viewer in (0, 1) else [(), ()])


def test_equipment_changes_places_with_its_skills() -> None:
    play = Play(Seat(["barter"], [IDLE], worn=["spear", "dilu"]), Seat(worn=["crossbow", "chitu"]))
    play.answer("barter.equipment", 1)
    assert [held.skill for held in play.player(0).skills if held.origin == "equipment"] == ["crossbow", "minus_horse"]
    assert [held.skill for held in play.player(1).skills if held.origin == "equipment"] == ["spear", "plus_horse"]
    assert all(held.card in play.player(1).equipment for held in play.player(1).skills)


def test_each_of_the_moves_is_spoken_of() -> None:
    play = Play(Seat(["barter", "poor"], [IDLE]), Seat(["poor"], ["jink", "peach"]))
    play.answer("barter.waste", 1)
    assert [(event.seat, event.skill) for event in play.events(SkillInvoked)[1:]] == [(0, "poor"), (1, "poor")]
    assert len(play.game.discarded) == 3
