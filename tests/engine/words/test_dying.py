"""At no hp and not dying: skills that hold a character there ."""

from __future__ import annotations

from engine.deeds.dying import Dying
from engine.deeds.hp import Recover
from engine.events import Died, DyingBegan, DyingEnded, WindowOpened
from engine.game import Game
from engine.skill import Skill, changes, on
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Unbent(Skill):
    """Locked: you live on down to -1 hp."""

    tags = ("locked",)

    @changes("stays_alive")
    def live(self, game: Game, me: Player, alive: bool, who: Player) -> bool:
        return alive or (who is me and me.hp >= -1)


class Reserve(Skill):
    """When you would be dying you may recover 1 instead."""

    @on(Dying.threatened, me="who")
    async def breathe(self, game: Game, me: Player, dying: Dying) -> None:
        await Recover(me)


PACK = pack_of(Unbent, Reserve)


def struck(*skills: str, hp: int, hand: list[str]) -> Play:
    play = Play(Seat(hand=["slash", IDLE]), Seat(skills, hand, hp=hp))
    play.answer("slash", 1)
    return play


def windows(play: Play) -> list[str]:
    return [event.reason for event in play.events(WindowOpened)]


def test_a_character_kept_alive_below_one_hp_is_not_dying() -> None:
    play = struck("unbent", hp=0, hand=[])
    assert (play.player(1).hp, play.player(1).alive) == (-1, True)
    assert play.events(DyingBegan) == []
    assert "dying" not in windows(play)


def test_he_plays_on() -> None:
    play = struck("unbent", hp=1, hand=[])
    play.answer("end")
    play.wait_for("play", 1)
    play.answer("end")
    assert (play.player(1).hp, play.player(1).hand) == (0, []), "his hand limit is 0"


def test_where_it_does_not_hold_any_more_he_is_dying() -> None:
    play = struck("unbent", hp=-1, hand=["peach"])
    assert play.events(DyingBegan) == [DyingBegan(1)]
    assert play.question().reason.name == "dying"
    play.answer("pass")
    assert play.events(Died) == [Died(1, 0)]


def test_a_rescue_is_over_as_soon_as_it_holds_again() -> None:
    play = struck("unbent", hp=-1, hand=["peach", "peach"])
    play.answer(f"peach#{play.player(1).hand[0]}")
    assert (play.player(1).hp, play.player(1).alive) == (-1, True)
    assert play.events(DyingEnded) == [DyingEnded(1)]
    assert play.question().reason.name == "play"


def test_a_skill_may_see_to_it_that_a_threatened_character_is_not_dying_at_all() -> None:
    play = struck("reserve", hp=1, hand=[])
    assert play.question().reason.name == "reserve"
    play.answer("reserve")
    assert play.player(1).hp == 1
    assert play.events(DyingBegan) == []


def test_and_else_he_is() -> None:
    play = struck("reserve", hp=1, hand=[])
    play.answer("pass")
    play.wait_for("play", 0)
    assert play.events(DyingBegan) == [DyingBegan(1)]
    assert not play.player(1).alive
