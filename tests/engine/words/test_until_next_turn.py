"""Effects that last until the next turn of whoever made them, or until he dies."""

from __future__ import annotations

from engine.deeds.damage import Damage
from engine.deeds.skills import Linger
from engine.game import Game
from engine.picks import one_seat
from engine.skill import Skill, active, changes
from engine.state import Player
from engine.turn import extra_turn
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Fogged(Skill):
    """You are two further from others."""

    printed = False

    @changes("distance")
    def far(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        return n + 2 if b is me else n


class Fog(Skill):
    """Until your next turn somebody is further away; let another have a turn of its own; or hurt yourself badly."""

    lends = (Fogged,)

    @active(target=one_seat())
    async def spread(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Linger(target, "fogged", "next_turn", me)

    @active(target=one_seat())
    async def grant(self, game: Game, me: Player, _: None, target: Player) -> None:
        extra_turn(game, target)

    @active(target=one_seat())
    async def kill(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Damage(None, target, 9)


PACK = pack_of(Fog)


def fogged(play: Play) -> list[int]:
    return [player.seat for player in play.game.players if play.game.has(player, "fogged")]


def at(play: Play, seat: int) -> None:
    """Let time pass until the turn of the seat."""
    play.time_out()
    while play.game.turn != seat:
        play.time_out()


def test_it_lasts_through_the_turns_of_the_others_and_ends_as_his_own_begins() -> None:
    play = Play(Seat(["fog"], [IDLE]), Seat(hand=["dilu"]), Seat(hand=["jueying"]), Seat(hand=["chitu"]))
    play.answer("fog.spread", 2)
    seen = []
    for seat in (1, 2, 3):
        at(play, seat)
        seen.append(fogged(play))
    at(play, 0)
    assert seen == [[2], [2], [2]]
    assert fogged(play) == []


def test_the_beginning_of_anothers_turn_does_not_end_it() -> None:
    play = Play(Seat(["fog"], [IDLE]), *[Seat()] * 3)
    play.answer("fog.spread", 1)
    at(play, 1)
    assert fogged(play) == [1]


def test_an_extra_turn_of_his_ends_it_too() -> None:
    play = Play(Seat(["fog"], [IDLE]), *[Seat()] * 3)
    play.answer("fog.grant", 0)
    play.answer("fog.spread", 1)
    play.answer("end")
    assert play.game.turn == 0
    assert fogged(play) == []


def test_it_ends_with_his_death() -> None:
    play = Play(Seat(), Seat(["fog"], [IDLE]), *[Seat()] * 3)
    play.wait_for("play", 1)
    play.answer("fog.spread", 2)
    play.answer("fog.kill", 1)
    while play.player(1).alive:
        play.time_out()
    assert fogged(play) == []


def test_another_ones_death_does_not_end_it() -> None:
    play = Play(Seat(["fog"], [IDLE]), Seat(), Seat(), Seat(), Seat())
    play.answer("fog.spread", 2)
    play.answer("fog.kill", 1)
    while play.player(1).alive:
        play.time_out()
    assert fogged(play) == [2]


def test_it_is_no_skill_that_anybody_sees() -> None:
    play = Play(Seat(["fog"], [IDLE]), *[Seat()] * 3)
    play.answer("fog.spread", 2)
    assert play.game.skills_of(play.player(2)) == ()
    assert play.player(2).skills[-1].by == 0
