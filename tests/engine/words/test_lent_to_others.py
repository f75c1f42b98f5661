"""A skill that gives others something to do (黄天, 制霸): theirs as long as its owner has it."""

from __future__ import annotations

from engine.deeds.damage import Damage
from engine.deeds.move import obtain
from engine.deeds.skills import GainSkill, LoseAllSkills
from engine.events import SkillGained, SkillLost
from engine.game import Game
from engine.picks import in_hand, one, one_seat
from engine.skill import Skill, active
from engine.state import Player
from engine.view import view
from tests.engine.words.play import IDLE, Play, Seat, pack_of
from tests.laws.test_resume import stored_and_resumed


class Tithe(Skill):
    """Once a phase, hand a card to one who collects."""

    @active(
        once="phase",
        card=one(in_hand),
        target=one_seat(lambda game, me, player, _: player is not me and game.has(player, "shrine")),
    )
    async def give(self, game: Game, me: Player, _: None, card: int, target: Player) -> None:
        await obtain(target, [card])


class Shrine(Skill):
    """Others without equipment may hand you a card once in their play phase."""

    lends = (Tithe,)

    def lent_to(self, game: Game, me: Player, other: Player) -> tuple[str, ...]:
        return () if other.equipment else ("tithe",)


class Iconoclast(Skill):
    """Take all skills from somebody; give the shrine to somebody; or deal 9 damage."""

    @active(target=one_seat())
    async def raze(self, game: Game, me: Player, _: None, target: Player) -> None:
        await LoseAllSkills(target)

    @active(target=one_seat())
    async def found(self, game: Game, me: Player, _: None, target: Player) -> None:
        await GainSkill(target, "shrine")

    @active(target=one_seat())
    async def kill(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Damage(me, target, 9)


PACK = pack_of(Shrine, Iconoclast)


def lent(play: Play) -> list[int]:
    """Who has the lent skill."""
    return [player.seat for player in play.game.players if "tithe" in play.game.skills_of(player)]


def test_the_others_have_it_and_who_lends_it_does_not() -> None:
    play = Play(Seat(["shrine"], [IDLE]), Seat(), Seat(), Seat(worn=["dilu"]))
    assert lent(play) == [1, 2]
    for viewer in play.viewers:
        assert [("tithe" in seat.skills) for seat in play.view(viewer).seats] == [False, True, True, False]


def test_it_is_done_in_the_others_play_phase() -> None:
    play = Play(Seat(hand=["slash", IDLE]), Seat(["shrine"]))
    card = play.player(0).hand[0]
    assert play.skills_offered() == ["tithe"]
    play.answer("tithe", card, 1)
    assert play.player(1).hand == [card]
    assert play.skills_offered() == []


def test_of_two_who_lend_it_either_may_be_chosen_and_it_is_done_once() -> None:
    play = Play(Seat(hand=["slash", "jink", IDLE]), Seat(["shrine"]), Seat(["shrine"]))
    assert lent(play) == [0, 1, 2, 3]
    assert play.listed("tithe", 1) == [1, 2]
    play.answer("tithe", play.player(0).hand[0], 2)
    assert play.skills_offered() == []


def test_it_comes_with_the_skill_that_lends_it_and_everybody_is_told() -> None:
    play = Play(Seat(["iconoclast"], [IDLE]))
    assert lent(play) == []
    play.answer("iconoclast.found", 2)
    assert lent(play) == [0, 1, 3]
    told = [SkillGained(seat, "tithe") for seat in (0, 1, 3)]
    assert all(play.events(SkillGained, viewer) == [SkillGained(2, "shrine"), *told] for viewer in play.viewers)


def test_it_goes_with_the_skill_that_lends_it_and_everybody_is_told() -> None:
    play = Play(Seat(["iconoclast"], [IDLE]), Seat(["shrine"]))
    play.answer("iconoclast.raze", 1)
    assert lent(play) == []
    told = [SkillLost(seat, "tithe") for seat in (0, 2, 3)]
    assert all(play.events(SkillLost, viewer) == [SkillLost(1, "shrine"), *told] for viewer in play.viewers)


def test_it_comes_and_goes_with_what_it_depends_on() -> None:
    play = Play(Seat(hand=["dilu", IDLE]), Seat(["shrine"]))
    play.answer("dilu")
    assert play.events(SkillLost) == [SkillLost(0, "tithe")]


def test_who_dies_as_the_match_ends_has_it_no_more() -> None:
    """Whether the match is stored and taken up again or not."""
    play = Play(Seat(["iconoclast"], [IDLE]), Seat(["shrine"]))
    play.answer("iconoclast.kill", 0)
    while not play.match.over:
        play.time_out()
    again = stored_and_resumed(play.match)
    assert [view(again.game, viewer) for viewer in play.viewers] == [play.view(viewer) for viewer in play.viewers]
    assert lent(play) == [2, 3]


def test_the_dead_lend_nothing_and_are_lent_nothing() -> None:
    play = Play(Seat(["iconoclast"], [IDLE]), Seat(["shrine"]), Seat(), Seat(["shrine"]))
    play.answer("iconoclast.kill", 1)
    while play.player(1).alive:
        play.time_out()
    assert lent(play) == [0, 2]
