"""Skills that one skill lends, skills held twice, and skills for a while."""

from __future__ import annotations

from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.deeds.skills import GainSkill, Linger, LoseSkill
from engine.events import SkillGained, SkillLost
from engine.game import Game
from engine.picks import one_seat
from engine.skill import Skill, active, changes, on
from engine.state import Player
from engine.turn import Phase, in_phase
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Ample(Skill):
    """You may draw a card once a phase."""

    @active(once="phase")
    async def draw(self, game: Game, me: Player, _: None) -> None:
        await Draw(me)


class Bare(Skill):
    """While you wear no armor you have Ample."""

    lends = (Ample,)

    def lent(self, game: Game, me: Player) -> tuple[str, ...]:
        return () if game.equipped(me, "armor") is not None else ("ample",)


class Herald(Skill):
    """You have the skills called lord skills that the lord has."""

    def lent(self, game: Game, me: Player) -> tuple[str, ...]:
        lord = next(player for player in game.players if player.role == "lord")
        return tuple(
            held.skill for held in lord.skills if "lord" in game.rules.skill(held.skill).tags and lord is not me
        )


class Court(Skill):
    """Lord: your attack range is greater by 5."""

    tags = ("lord",)

    @changes("attack_range")
    def far(self, game: Game, me: Player, reach: int, who: Player) -> int:
        return reach + 5 * (who is me)


class Stoic(Skill):
    """When you suffered damage you may draw a card."""

    @on(Damage.suffered, me="target")
    async def draw(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)


class Teacher(Skill):
    """Give a skill away, for a phase, a turn or for good; or take one away; or let its effect linger."""

    @active(target=one_seat())
    async def for_a_phase(self, game: Game, me: Player, _: None, target: Player) -> None:
        await GainSkill(target, "stoic", "phase")

    @active(target=one_seat())
    async def for_a_turn(self, game: Game, me: Player, _: None, target: Player) -> None:
        await GainSkill(target, "stoic", "turn")

    @active(target=one_seat())
    async def for_good(self, game: Game, me: Player, _: None, target: Player) -> None:
        await GainSkill(target, "stoic")

    @active(target=one_seat())
    async def linger(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Linger(target, "stoic")

    @active(target=one_seat())
    async def unlearn(self, game: Game, me: Player, _: None, target: Player) -> None:
        for skill in ("stoic", "bare", "court"):
            await LoseSkill(target, skill)


class Sprint(Skill):
    """When your finish phase begins you may have Stoic for that phase."""

    @on(Phase.began, me="who", given=in_phase("finish"))
    async def learn(self, game: Game, me: Player, phase: Phase) -> None:
        await GainSkill(me, "stoic", "phase")


PACK = pack_of(Ample, Bare, Herald, Court, Stoic, Teacher, Sprint)


def skills(play: Play, seat: int) -> tuple[str, ...]:
    """As everybody sees them."""
    seen = [play.seat_view(seat, viewer).skills for viewer in play.viewers]
    assert all(listed == seen[0] for listed in seen)
    return seen[0]


def test_a_lent_skill_is_had_for_as_long_as_it_is_lent() -> None:
    play = Play(Seat(["bare"], ["eight_diagram"]), Seat(hand=["dismantlement"]))
    assert "ample" in play.options()
    play.answer("eight_diagram")
    assert "ample" not in play.options()
    assert skills(play, 0) == ("bare",)
    play.answer("end")
    play.wait_for("play", 1)
    play.answer("dismantlement", 0)
    play.wait_for("dismantlement")
    play.answer("choose", play.player(0).equipment[0])
    assert skills(play, 0) == ("bare", "ample")


def test_what_lends_a_skill_takes_it_along() -> None:
    play = Play(Seat(["bare", "teacher"]))
    assert skills(play, 0) == ("bare", "teacher", "ample")
    play.answer("teacher.unlearn", 0)
    assert skills(play, 0) == ("teacher",)
    assert "ample" not in play.options()


def test_what_is_lent_may_depend_on_the_skills_of_another() -> None:
    play = Play(Seat(["court", "teacher"]), Seat(), Seat(["herald"], ["slash"]))
    assert skills(play, 2) == ("herald", "court")
    play.answer("teacher.unlearn", 0)
    assert skills(play, 2) == ("herald",)


def test_a_lent_number_counts() -> None:
    play = Play(Seat(["court"], [IDLE]), Seat(["herald"], ["slash diamond 13"]), Seat(), Seat(), Seat(), Seat())
    play.answer("end")
    assert play.listed(f"slash#{play.player(1).hand[0]}") == [2, 3, 4, 5, 0]


def test_a_lent_skill_that_one_has_already_counts_once() -> None:
    play = Play(Seat(["ample", "bare"]))
    assert skills(play, 0) == ("ample", "bare")
    assert play.options().count("ample") == 1


def hits(play: Play) -> int:
    """How many cards seat 1 draws when it is struck, accepting all it is offered."""
    play.answer("slash", 1)
    while play.asked == [1]:
        play.answer("stoic")
    return len(play.player(1).hand)


def test_a_skill_held_twice_counts_once() -> None:
    play = Play(Seat(["teacher"], ["slash"]), Seat(["stoic"]))
    play.answer("teacher.for_good", 1)
    play.answer("teacher.for_a_turn", 1)
    assert skills(play, 1) == ("stoic",)
    assert hits(play) == 1


def test_each_piece_of_equipment_counts_for_itself() -> None:
    play = Play(Seat(["teacher"], worn=["dilu", "jueying", "spear"]))
    assert [held.skill for held in play.game.held[0]] == ["teacher", *[h.skill for h in play.player(0).skills[1:]]]


def test_a_skill_for_a_phase_is_lost_when_the_phase_ends() -> None:
    play = Play(Seat(["sprint", "teacher"], ["slash"]), Seat())
    play.answer("teacher.for_a_phase", 1)
    assert skills(play, 1) == ("stoic",)
    assert play.events(SkillGained) == [SkillGained(1, "stoic")]
    play.answer("end")
    assert play.events(SkillLost) == [SkillLost(1, "stoic")]
    assert skills(play, 1) == ()
    assert play.game.phase == "finish"


def test_a_skill_for_a_turn_is_lost_when_the_turn_ends() -> None:
    play = Play(Seat(["sprint", "teacher"]), Seat())
    play.answer("teacher.for_a_turn", 1)
    play.answer("end")
    assert skills(play, 1) == ("stoic",)
    play.answer("sprint")
    assert play.events(SkillLost) == [SkillLost(0, "stoic"), SkillLost(1, "stoic")]
    assert skills(play, 1) == ()


def test_who_has_a_skill_for_good_as_well_does_not_lose_it() -> None:
    play = Play(Seat(["teacher"]), Seat(["stoic"]))
    play.answer("teacher.for_a_turn", 1)
    play.answer("end")
    assert skills(play, 1) == ("stoic",)
    assert play.events(SkillLost) == []


def test_an_effect_outlives_the_skill_and_is_not_listed_as_one() -> None:
    play = Play(Seat(["teacher"], ["slash"]), Seat(["stoic"]))
    play.answer("teacher.linger", 1)
    play.answer("teacher.unlearn", 1)
    assert skills(play, 1) == ()
    assert hits(play) == 1


def test_an_effect_ends_with_the_turn_unseen() -> None:
    play = Play(Seat(["teacher"]), Seat(hand=["slash"]))
    play.answer("teacher.linger", 1)
    play.answer("end")
    assert play.player(1).skills == []
    assert play.events(SkillLost) == []
