"""Things to do in one's own play phase: for groups of players, and how often."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.deeds.draw import Draw
from engine.deeds.hp import Recover
from engine.events import SkillInvoked
from engine.game import Game
from engine.picks import in_hand, one, one_seat, other
from engine.skill import Skill, active
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


def pairs(game: Game, me: Player) -> list[tuple[Player, ...]]:
    """Any two others with as many hand cards as each other."""
    others = game.others(me)
    return [(a, b) for n, a in enumerate(others) for b in others[n + 1 :] if len(a.hand) == len(b.hand)]


def ordered_pairs(game: Game, me: Player) -> list[tuple[Player, ...]]:
    return list(permutations(game.others(me), 2))


class Matchmaker(Skill):
    """Once a phase, two others draw a card, the second one two."""

    @active(once="phase", each=pairs)
    async def match(self, game: Game, me: Player, _: None, players: list[Player]) -> None:
        first, second = players
        await Draw(first)
        await Draw(second, 2)


class Toll(Skill):
    """For a hand card, an ordered pair of others recovers."""

    @active(each=ordered_pairs, card=one(in_hand))
    async def toll(self, game: Game, me: Player, _: None, players: list[Player], card: int) -> None:
        await Recover(players[0])


class Hourly(Skill):
    @active(once="phase")
    async def draw(self, game: Game, me: Player, _: None) -> None:
        await Draw(me)


class Daily(Skill):
    @active(once="turn")
    async def draw(self, game: Game, me: Player, _: None) -> None:
        await Draw(me)


class Blaze(Skill):
    """Once a match: draw two, or let another draw three."""

    tags = ("limited",)

    @active()
    async def small(self, game: Game, me: Player, _: None) -> None:
        await Draw(me, 2)

    @active(target=one_seat(other))
    async def great(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Draw(target, 3)


PACK = pack_of(Matchmaker, Toll, Hourly, Daily, Blaze)


def test_there_is_an_option_for_each_pair() -> None:
    play = Play(Seat(["matchmaker"]), Seat(hand=["slash"]), Seat(hand=["jink"]), Seat(hand=["peach"]))
    assert play.options() == ["matchmaker@1+2", "matchmaker@1+3", "matchmaker@2+3", "end"]
    assert play.option("matchmaker@1+3").targets == (1, 3)


def test_the_body_gets_the_pair_in_its_order() -> None:
    play = Play(Seat(["matchmaker"], [IDLE]))
    play.answer("matchmaker@1+3")
    assert [len(play.player(seat).hand) for seat in range(4)] == [1, 1, 0, 2]
    assert play.events(SkillInvoked) == [SkillInvoked(0, "matchmaker", (1, 3))]


def test_without_a_pair_there_is_nothing_to_do() -> None:
    play = Play(Seat(["matchmaker"], [IDLE]), Seat(hand=["slash"]), Seat(hand=["jink", "jink"]))
    assert play.skills_offered() == []


def test_what_else_is_chosen_is_asked_with_the_pair() -> None:
    play = Play(Seat(["toll"], ["jink", "dilu"]))
    assert play.skills_offered() == [f"toll@{a}+{b}" for a in (1, 2, 3) for b in (1, 2, 3) if a != b]
    assert play.listed("toll@2+1") == play.player(0).hand


@pytest.mark.parametrize("skill", ["hourly", "daily", "blaze.small"])
def test_what_was_done_is_not_offered_again_in_the_phase(skill: str) -> None:
    play = Play(Seat(["hourly", "daily", "blaze"]))
    play.answer(skill)
    assert skill not in play.skills_offered()


def test_once_a_turn_and_once_a_match_last_beyond_the_phase() -> None:
    play = Play(Seat(["hourly", "daily", "blaze"]))
    for skill in ("hourly", "daily", "blaze.small"):
        play.answer(skill)
    play.answer("end")
    play.wait_for("play", 1)
    play.wait_for("play", 0)
    assert play.skills_offered() == ["hourly", "daily"]


def test_once_a_match_is_once_for_all_that_the_skill_does() -> None:
    play = Play(Seat(["blaze"], [IDLE]))
    assert play.skills_offered() == ["blaze.small", "blaze.great"]
    play.answer("blaze.great", 2)
    assert play.skills_offered() == []
