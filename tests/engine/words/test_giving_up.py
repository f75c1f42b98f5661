"""Giving up with skills that speak at a death; and a death that comes before the one that was asked for."""

from __future__ import annotations

import pytest

from engine.deeds.death import Death
from engine.deeds.move import discard, obtain
from engine.events import CardsMoved, SkillInvoked
from engine.game import Game
from engine.match import NotAsked
from engine.picks import one_seat, other
from engine.skill import Skill, on
from engine.state import Fallen, Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Bequest(Skill):
    """When you die, you may give your hand to another."""

    @on(Death.died, me="who", heir=one_seat(other))
    async def give(self, game: Game, me: Player, death: Death, heir: Player) -> None:
        await obtain(heir, me.hand)


class Vengeance(Skill):
    """Locked: when you die, who killed you discards all cards."""

    tags = ("locked",)

    @on(Death.died, me="who")
    async def avenge(self, game: Game, me: Player, death: Death) -> None:
        if death.killer is not None:
            await discard(death.killer.own_cards)


class Mourning(Skill):
    """Locked: when another dies, you take their hand."""

    tags = ("locked",)

    @on(Death.died)
    async def take(self, game: Game, me: Player, death: Death) -> None:
        await obtain(me, death.who.hand)


PACK = pack_of(Bequest, Vengeance, Mourning)


def given_up(play: Play, *seats: int) -> None:
    for seat in seats:
        play.match.concede(seat)
    play.answer("end", seat=0)


def test_who_gives_up_has_last_words_and_is_asked_for_them() -> None:
    play = Play(Seat(hand=[IDLE]), Seat(["bequest"], ["slash", "peach"]))
    hand = list(play.player(1).hand)
    given_up(play, 1)
    assert play.asked == [1]
    assert not play.player(1).alive
    play.answer("bequest", 3)
    assert play.player(3).hand == hand


def test_who_is_dead_and_asked_for_last_words_may_not_give_up_again() -> None:
    play = Play(Seat(hand=[IDLE]), Seat(["bequest"], ["slash"]))
    given_up(play, 1)
    with pytest.raises(NotAsked):
        play.match.concede(1)


def test_another_may_give_up_while_last_words_are_awaited_and_dies_after_them() -> None:
    play = Play(Seat(hand=[IDLE]), Seat(["bequest"], ["slash"]), Seat(["bequest"], ["peach"]))
    given_up(play, 1)
    play.match.concede(2)
    play.answer("bequest", 2)
    assert play.asked == [2]
    assert play.game.fallen == [Fallen(1), Fallen(2)]
    hand = list(play.player(2).hand)
    assert len(hand) == 2
    play.answer("bequest", 3)
    assert play.player(3).hand[:2] == hand


def test_of_two_who_give_up_the_second_lives_until_the_first_has_spoken() -> None:
    play = Play(Seat(hand=[IDLE]), Seat(["bequest"], ["slash"]), Seat(["bequest"], ["peach"]))
    given_up(play, 1, 2)
    assert play.asked == [1]
    assert play.player(2).alive
    with pytest.raises(NotAsked):
        play.match.concede(2)
    play.answer("pass")
    assert play.asked == [2]


def test_a_skill_that_punishes_the_killer_finds_none() -> None:
    play = Play(Seat(hand=[IDLE]), Seat(["vengeance"], ["slash"]))
    given_up(play, 1)
    assert [event.seat for event in play.events(SkillInvoked)] == [1]
    assert play.events(CardsMoved)[0].reason == "death"
    assert len(play.player(0).hand) == 1


def test_the_skills_of_others_speak_at_the_death() -> None:
    play = Play(Seat(hand=[IDLE]), Seat(hand=["slash"]), Seat(["mourning"]))
    hand = list(play.player(1).hand)
    given_up(play, 1)
    assert play.player(2).hand[:1] == hand


def test_who_is_killed_before_the_next_quiet_point_was_killed_and_dies_once() -> None:
    play = Play(Seat(hand=["slash", IDLE]), Seat(["bequest"], hand=["jink"], hp=1))
    play.answer("slash", 1)
    play.match.concede(1)
    play.answer("pass")
    play.answer("pass")
    assert play.game.fallen == [Fallen(1, 0)]
    assert play.game.conceding == []
    assert len(play.events(SkillInvoked)) == 0
    assert len(play.player(0).hand) == 1 + 3, "who killed a rebel is rewarded"
