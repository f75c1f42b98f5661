"""Maximum hp goes up and down; without any left one dies at once (D7)."""

from __future__ import annotations

import pytest

from engine.deeds.max_hp import ChangeMaxHp
from engine.events import CardsMoved, Died, DyingBegan, MaxHpChanged
from engine.game import Game
from engine.picks import one_seat
from engine.skill import Skill, active
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Growth(Skill):
    """Somebody has one maximum hp more, one less, or none."""

    @active(target=one_seat())
    async def more(self, game: Game, me: Player, _: None, target: Player) -> None:
        await ChangeMaxHp(target, 1)

    @active(target=one_seat())
    async def less(self, game: Game, me: Player, _: None, target: Player) -> None:
        await ChangeMaxHp(target, -1)

    @active(target=one_seat())
    async def none(self, game: Game, me: Player, _: None, target: Player) -> None:
        await ChangeMaxHp(target, -target.max_hp)
        await ChangeMaxHp(target, 1)


PACK = pack_of(Growth)


@pytest.mark.parametrize(
    ("change", "hp", "after"), [("more", 4, (5, 4)), ("less", 4, (3, 3)), ("less", 3, (3, 3)), ("less", 1, (3, 1))]
)
def test_hp_never_stays_above_it(change: str, hp: int, after: tuple[int, int]) -> None:
    play = Play(Seat(["growth"], [IDLE]), Seat(hp=hp))
    play.answer(f"growth.{change}", 1)
    assert (play.player(1).max_hp, play.player(1).hp) == after
    assert play.events(MaxHpChanged) == [MaxHpChanged(1, *after)]


def test_without_any_left_one_dies_unrescued_by_nobodys_hand() -> None:
    play = Play(Seat(["growth"], [IDLE, "peach"]), Seat(hand=["peach"]))
    play.answer("growth.none", 1)
    assert play.events(Died) == [Died(1, -1)]
    assert play.events(DyingBegan) == []
    assert play.player(1).hand == []


def test_nobody_is_rewarded_for_it() -> None:
    play = Play(Seat(["growth"], [IDLE]), Seat())
    play.answer("growth.none", 1)
    assert play.player(1).role == "rebel"
    assert [event for event in play.events(CardsMoved) if event.reason == "draw"] == []


def test_the_maximum_of_the_dead_does_not_change() -> None:
    play = Play(Seat(["growth"], [IDLE]), Seat())
    play.answer("growth.none", 1)
    assert len(play.events(MaxHpChanged)) == 1
