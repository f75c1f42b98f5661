"""Equipment speaks of its own going: the abilities that a move takes away are heard at that move, and never after."""

from __future__ import annotations

from engine.cards.kind import Armor
from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.deeds.move import Move, discard, exchange
from engine.events import SkillInvoked
from engine.game import Game
from engine.pack import Pack
from engine.picks import one_seat, other
from engine.skill import Skill, active, on
from engine.state import Player
from engine.zones import equipment_of
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Bell(Skill):
    """Locked: when you lose the Bell you draw a card."""

    tags = ("locked",)

    @on(Move.moved, given=lambda game, me, move: bool(move.lost_equipment(me)))
    async def ring(self, game: Game, me: Player, move: Move) -> None:
        await Draw(me)


class BellArmor(Armor):
    """Takes the place of the Eight Diagram."""

    id = "eight_diagram"
    skills = (Bell,)


class Thief(Skill):
    """Throw away, or exchange, what another wears; or deal 9 damage."""

    @active(target=one_seat())
    async def strip(self, game: Game, me: Player, _: None, target: Player) -> None:
        await discard(target.equipment)

    @active(target=one_seat(other))
    async def swap(self, game: Game, me: Player, _: None, target: Player) -> None:
        await exchange(game, equipment_of(me.seat), equipment_of(target.seat), self.id)

    @active(target=one_seat(other))
    async def kill(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Damage(me, target, 9)


_HEROES = pack_of(Thief)
PACK = Pack(_HEROES.id, kinds=(BellArmor,), heroes=_HEROES.heroes)


def rung(play: Play) -> list[int]:
    """Whose Bell rang, in order."""
    return [event.seat for event in play.events(SkillInvoked) if event.skill == "bell"]


def test_it_speaks_of_the_move_that_took_it() -> None:
    play = Play(Seat(["thief"], [IDLE]), Seat(worn=["eight_diagram", "dilu"]))
    play.answer("thief.strip", 1)
    assert rung(play) == [1]
    assert len(play.player(1).hand) == 1


def test_it_is_no_skill_of_his_any_more() -> None:
    play = Play(Seat(["thief"], [IDLE]), Seat(worn=["eight_diagram"]), Seat(worn=["dilu"]))
    play.answer("thief.strip", 1)
    assert play.player(1).skills == []
    play.answer("thief.strip", 2)
    assert rung(play) == [1]


def test_what_stays_speaks_of_what_goes_as_well() -> None:
    play = Play(Seat(["thief"], [IDLE]), Seat(worn=["eight_diagram"], hand=["jueying"]))
    play.answer("end")
    play.wait_for("play", 1)
    play.answer("jueying")
    assert rung(play) == []


def test_it_speaks_when_another_takes_its_place() -> None:
    play = Play(Seat(hand=["eight_diagram club", IDLE], worn=["eight_diagram spade"]))
    play.answer("eight_diagram")
    assert rung(play) == [0]


def test_in_an_exchange_each_speaks_for_who_lost_it() -> None:
    play = Play(Seat(["thief"], [IDLE], worn=["eight_diagram spade"]), Seat(worn=["eight_diagram club"]))
    play.answer("thief.swap", 1)
    assert rung(play) == [0, 1]
    assert [len(play.player(seat).hand) for seat in (0, 1)] == [2, 1]


def test_the_dead_do_not_speak() -> None:
    play = Play(Seat(["thief"], [IDLE]), Seat(worn=["eight_diagram"]))
    play.answer("thief.kill", 1)
    while play.player(1).alive:
        play.time_out()
    assert rung(play) == []
