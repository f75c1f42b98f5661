"""Turns and rounds: extra turns, what speaks at a turn's beginning and end, and the tallies kept in it."""

from __future__ import annotations

from engine.deeds.damage import Damage
from engine.deeds.death import Death
from engine.deeds.draw import Draw
from engine.events import PhaseBegan, RoundBegan, SkillInvoked, TurnBegan, TurnEnded
from engine.game import Game
from engine.picks import one_seat
from engine.skill import Skill, active, on
from engine.state import Player
from engine.turn import Turn, extra_turn
from tests.engine.words.play import FROM_PLAY, IDLE, WHOLE_TURN, Play, Seat, pack_of


class Lender(Skill):
    """Somebody has an extra turn after this one."""

    @active(target=one_seat())
    async def lend(self, game: Game, me: Player, _: None, target: Player) -> None:
        extra_turn(game, target)


class Dawn(Skill):
    """Locked: when your turn begins you draw a card."""

    tags = ("locked",)

    @on(Turn.began, me="who")
    async def draw(self, game: Game, me: Player, turn: Turn) -> None:
        await Draw(me)


class Dusk(Skill):
    """Locked: when your turn ends you draw a card."""

    tags = ("locked",)

    @on(Turn.ended, me="who")
    async def draw(self, game: Game, me: Player, turn: Turn) -> None:
        await Draw(me)


class Avenger(Skill):
    """When a turn ends in which you killed somebody, you may have a turn of your own."""

    @on(Death.died, quiet=True, given=lambda game, me, death: death.killer is me)
    async def count(self, game: Game, me: Player, death: Death) -> None:
        me.this_turn[self.id] = 1

    @on(Turn.ended, given=lambda game, me, turn: me.this_turn.get("avenger", 0) > 0)
    async def again(self, game: Game, me: Player, turn: Turn) -> None:
        extra_turn(game, me)


class Thorns(Skill):
    """Locked: who damages you takes 1 damage from you."""

    tags = ("locked",)

    @on(Damage.suffered, me="target")
    async def prick(self, game: Game, me: Player, hit: Damage) -> None:
        if hit.source is not None:
            await Damage(me, hit.source)


PACK = pack_of(Lender, Dawn, Dusk, Avenger, Thorns)


def course(play: Play) -> list[str]:
    """The turns and rounds that began, in order."""
    words = []
    for event in play.game.events:
        if isinstance(event, TurnBegan):
            words.append(f"turn {event.seat}")
        elif isinstance(event, RoundBegan):
            words.append(f"round {event.round}")
    return words


def play_on(play: Play, turns: int) -> list[str]:
    """Let time pass until that many turns began, and tell the course up to there."""
    while len(play.events(TurnBegan)) < turns:
        play.time_out()
    told = course(play)
    begun = [n for n, word in enumerate(told) if word.startswith("turn")]
    return told[: begun[turns - 1] + 1]


def test_an_extra_turn_comes_after_this_one_and_does_not_move_the_order() -> None:
    play = Play(Seat(["lender"], [IDLE]))
    play.answer("lender", 2)
    play.answer("end")
    assert play_on(play, 4) == ["turn 2", "turn 1", "turn 2", "turn 3"]


def test_one_may_have_the_extra_turn_oneself() -> None:
    play = Play(Seat(["lender"], [IDLE]))
    play.answer("lender", 0)
    play.answer("end")
    assert play_on(play, 2) == ["turn 0", "turn 1"]


def test_extra_turns_come_in_the_order_in_which_they_were_granted() -> None:
    play = Play(Seat(["lender"], [IDLE]))
    for seat in (2, 3, 2):
        play.answer("lender", seat)
    play.answer("end")
    assert play_on(play, 4) == ["turn 2", "turn 3", "turn 2", "turn 1"]


def test_an_extra_turn_may_bring_another() -> None:
    play = Play(Seat(["lender"], [IDLE]), Seat(), Seat(["lender"]))
    play.answer("lender", 2)
    play.answer("end")
    play.wait_for("play", 2)
    play.answer("lender", 3)
    play.answer("end")
    assert play_on(play, 3) == ["turn 2", "turn 3", "turn 1"]


def test_the_dead_have_no_extra_turn() -> None:
    play = Play(Seat(["lender"], ["slash", IDLE]), Seat(hp=1))
    play.answer("lender", 1)
    play.answer("slash", 1)
    play.wait_for("play", 0)
    assert not play.player(1).alive
    play.answer("end")
    assert play_on(play, 2) == ["turn 2", "turn 3"]


def test_a_round_begins_when_play_comes_round_to_the_first_seat() -> None:
    assert play_on(Play(), 5) == ["turn 1", "turn 2", "turn 3", "round 2", "turn 0", "turn 1"]


def test_an_extra_turn_begins_no_round() -> None:
    play = Play(Seat(), Seat(), Seat(), Seat(["lender"]))
    play.wait_for("play", 3)
    play.answer("lender", 0)
    assert play_on(play, 5) == ["turn 1", "turn 2", "turn 3", "turn 0", "round 2", "turn 0"]


def test_a_round_begins_once_when_an_extra_turn_takes_the_first_seat_away_from_it() -> None:
    play = Play(Seat(["lender"], [IDLE]))
    play.answer("lender", 3)
    play.answer("end")
    assert play_on(play, 5) == ["turn 3", "turn 1", "turn 2", "turn 3", "round 2", "turn 0"]


def test_a_turn_begins_before_its_first_phase() -> None:
    play = Play(Seat(["dawn"]), agenda=WHOLE_TURN)
    kinds = [type(event) for event in play.game.events if isinstance(event, TurnBegan | SkillInvoked | PhaseBegan)]
    assert kinds[:3] == [TurnBegan, SkillInvoked, PhaseBegan]


def test_a_turn_ends_after_its_last_phase() -> None:
    play = Play(Seat(["dusk"], [IDLE]))
    play.answer("end")
    told = [event for event in play.game.events if isinstance(event, PhaseBegan | SkillInvoked | TurnEnded)]
    assert told[2:5] == [PhaseBegan(0, "finish"), SkillInvoked(0, "dusk", ()), TurnEnded(0)]


def test_who_lies_face_down_only_turns_up_and_has_no_turn_that_begins_or_ends() -> None:
    play = Play(Seat(["dawn", "dusk"], face_down=True), agenda=WHOLE_TURN)
    assert not play.player(0).face_down
    assert play.player(0).hand == []
    assert course(play)[:2] == ["turn 0", "turn 1"]


def test_the_tally_of_a_turn_is_there_when_the_turn_ends_and_gone_thereafter() -> None:
    play = Play(Seat(["avenger"], ["slash", IDLE]), Seat(hp=1))
    play.answer("slash", 1)
    play.wait_for("play", 0)
    assert play.player(0).this_turn == {"avenger": 1}
    play.answer("end")
    assert play.question().reason.name == "avenger"
    play.answer("avenger.again")
    assert play.events(TurnBegan)[-1] == TurnBegan(0)
    assert play.player(0).this_turn == {}


def test_a_turn_ends_for_the_others_though_its_owner_died_in_it() -> None:
    play = Play(Seat(), Seat(hand=["slash"], hp=1), Seat(["avenger", "thorns"]))
    play.wait_for("play", 1)
    play.answer(f"slash#{play.player(1).hand[0]}", 2)
    play.wait_for("avenger", 2)
    assert not play.player(1).alive
    assert play.game.turn == 1
    play.answer("avenger.again")
    assert play.events(TurnBegan)[-2:] == [TurnBegan(1), TurnBegan(2)]


def test_tallies_end_with_what_they_count() -> None:
    play = Play(Seat(hand=["slash", IDLE]), agenda=FROM_PLAY)
    play.answer("slash", 1)
    assert play.player(0).this_phase == {"slash": 1}
    play.answer("end")
    assert play.player(0).this_phase == {}
