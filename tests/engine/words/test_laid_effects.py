"""Effects that last until they are ended, and that know who laid them; marks that turn; turns not yet begun."""

from __future__ import annotations

from engine.deeds.lapse import EndEffect
from engine.deeds.marks import SwitchMark
from engine.deeds.skills import Linger
from engine.events import MarkChanged, SkillGained, SkillLost
from engine.game import Game
from engine.picks import one_seat, other
from engine.skill import Skill, active, changes, on
from engine.state import Player
from engine.turn import Turn
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Marked(Skill):
    """Whoever laid it may strike you as often as he likes."""

    printed = False
    mark = "prey"

    @changes("slash_counts")
    def prey(self, game: Game, me: Player, counts: bool, user: Player, target: Player) -> bool:
        return counts and not (target is me and user in game.laid_by(me, self.id))


class Hunter(Skill):
    """Lay it on somebody; take it away."""

    lends = (Marked,)

    @active(target=one_seat(other))
    async def hunt(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Linger(target, Marked.id, "", me)

    @active(target=one_seat(other))
    async def spare(self, game: Game, me: Player, _: None, target: Player) -> None:
        await EndEffect(target, Marked.id)


class Day(Skill):
    """What is lent by day."""


class Night(Skill):
    """What is lent by night."""


class Watch(Skill):
    """By day you have Day, by night Night. Before anybody's turn the one becomes the other."""

    lends = (Day, Night)

    def lent(self, game: Game, me: Player) -> tuple[str, ...]:
        return ("night",) if me.marks.get("moon") else ("day",)

    @on(Turn.before, compulsory=True)
    async def turn(self, game: Game, me: Player, turn: Turn) -> None:
        await SwitchMark(me, *(("moon", "sun") if me.marks.get("moon") else ("sun", "moon")))


PACK = pack_of(Hunter, Watch, Day, Night)


def strikes(play: Play) -> list[list[int | str]]:
    return [play.listed(option, 0) for option in play.options() if option.startswith("slash")]


def test_a_slash_at_whom_no_limit_holds_counts_towards_none_and_needs_none() -> None:
    play = Play(Seat(["hunter"], ["slash spade 7", "slash spade 8", "slash spade 9", "slash spade 10", IDLE]))
    play.answer("hunter.hunt", 1)
    for _ in range(2):
        play.answer(next(option for option in play.options() if option.startswith("slash")), 1)
    assert strikes(play) == [[1, 3], [1, 3]]
    play.answer(next(option for option in play.options() if option.startswith("slash")), 3)
    assert strikes(play) == [[1]]
    play.answer("hunter.spare", 1)
    assert strikes(play) == []


def test_it_is_for_who_laid_it_alone() -> None:
    play = Play(Seat(["hunter"], [IDLE]), Seat(), Seat(hand=["slash spade 7", "slash spade 8"]), Seat())
    play.answer("hunter.hunt", 1)
    play.wait_for("play", 2)
    play.answer(next(option for option in play.options() if option.startswith("slash")), 1)
    assert strikes(play) == []


def test_it_lasts_over_turns_and_its_mark_goes_with_it() -> None:
    play = Play(Seat(["hunter"], [IDLE]), *[Seat()] * 3)
    play.answer("hunter.hunt", 1)
    play.answer("end")
    play.wait_for("play", 0)
    assert [player.seat for player in play.game.laid_by(play.player(1), "marked")] == [0]
    assert play.player(1).marks == {"prey": 1}
    play.answer("hunter.spare", 1)
    assert play.game.laid_by(play.player(1), "marked") == []
    assert play.player(1).marks == {}


def test_what_a_mark_lends_turns_with_it_before_every_turn() -> None:
    play = Play(Seat(hand=[IDLE]), Seat(["watch"], ["dilu"], marks={"sun": 1}), *[Seat()] * 2)
    assert play.game.skills_of(play.player(1)) == ("watch", "day")
    play.answer("end")
    assert play.game.turn == 1
    assert [(event.mark, event.count) for event in play.events(MarkChanged, viewer=0)] == [("sun", 0), ("moon", 1)]
    assert play.game.skills_of(play.player(1)) == ("watch", "night")
    assert play.events(SkillGained) == [SkillGained(1, "night")]
    assert play.events(SkillLost) == [SkillLost(1, "day")]


def test_it_turns_before_the_turn_too_of_who_only_turns_up() -> None:
    play = Play(Seat(hand=[IDLE]), Seat(["watch"], marks={"sun": 1}, face_down=True), Seat(hand=["dilu"]), Seat())
    play.answer("end")
    told = [(event.mark, event.count) for event in play.events(MarkChanged)]
    assert told == [("sun", 0), ("moon", 1), ("moon", 0), ("sun", 1)]
    assert not play.player(1).face_down
