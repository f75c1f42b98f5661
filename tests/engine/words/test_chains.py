"""Elemental damage goes through the chained: once, in order, when the first damage is wholly done (D14)."""

from __future__ import annotations

import pytest

from engine.deeds.chain import SetChained
from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.events import ChainChanged, Damaged, Died
from engine.game import Game
from engine.picks import one_seat
from engine.skill import Skill, active, on
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Torch(Skill):
    """Deal somebody 2 fire damage."""

    @active(target=one_seat())
    async def burn(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Damage(me, target, 2, "fire")


class Club(Skill):
    """Deal somebody 2 damage of no element."""

    @active(target=one_seat())
    async def hit(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Damage(me, target, 2)


class Wet(Skill):
    """Locked: prevent fire damage to you."""

    tags = ("locked",)

    @on(Damage.inflicted, me="target", given=lambda game, me, hit: hit.nature == "fire")
    async def quench(self, game: Game, me: Player, hit: Damage) -> None:
        hit.stop()


class Dry(Skill):
    """Locked: fire damage to you is 1 more."""

    tags = ("locked",)

    @on(Damage.inflicted, me="target", given=lambda game, me, hit: hit.nature == "fire")
    async def flare(self, game: Game, me: Player, hit: Damage) -> None:
        hit.amount += 1


class Revenge(Skill):
    """Locked: after damage its source takes 4 from you."""

    tags = ("locked",)

    @on(Damage.suffered, me="target", given=lambda game, me, hit: hit.source is not None)
    async def strike(self, game: Game, me: Player, hit: Damage) -> None:
        await Damage(me, hit.source, 4)


class Key(Skill):
    """Locked: after damage to you everybody is unchained, and you draw a card."""

    tags = ("locked",)

    @on(Damage.suffered, me="target")
    async def free(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)
        for player in game.from_turn():
            await SetChained(player, False)


PACK = pack_of(Torch, Club, Wet, Dry, Revenge, Key)


def burnt(*seats: Seat, target: int, by: str = "torch") -> Play:
    """Seat 0 has the torch; the others as given."""
    play = Play(Seat([by], [IDLE]), *seats)
    play.answer(by, target)
    return play


def damage(play: Play) -> list[tuple[int, int, int]]:
    """Source, target and amount of all damage, in order."""
    return [(event.source, event.target, event.amount) for event in play.events(Damaged)]


CHAINED = Seat(chained=True)


def test_the_other_chained_take_the_same_from_the_current_turn_on() -> None:
    play = burnt(CHAINED, Seat(), CHAINED, CHAINED, target=3)
    assert damage(play) == [(0, 3, 2), (0, 1, 2), (0, 4, 2)]
    assert {event.nature for event in play.events(Damaged)} == {"fire"}
    assert play.events(ChainChanged) == [ChainChanged(seat, False) for seat in (3, 1, 4)]


def test_who_is_hit_again_by_it_is_not_struck_twice() -> None:
    play = burnt(CHAINED, CHAINED, target=1)
    assert [player.hp for player in play.game.players] == [4, 2, 2, 4]


def test_who_is_not_chained_passes_nothing_on() -> None:
    play = burnt(Seat(), CHAINED, target=1)
    assert damage(play) == [(0, 1, 2)]
    assert play.player(2).chained


def test_damage_of_no_element_stays_where_it_is() -> None:
    play = burnt(CHAINED, CHAINED, target=1, by="club")
    assert damage(play) == [(0, 1, 2)]
    assert play.player(1).chained


def test_what_is_prevented_frees_nobody_and_goes_nowhere() -> None:
    play = burnt(Seat(["wet"], chained=True), CHAINED, target=1)
    assert damage(play) == []
    assert play.player(1).chained


def test_who_is_spared_in_the_chain_stays_chained() -> None:
    play = burnt(CHAINED, Seat(["wet"], chained=True), CHAINED, target=1)
    assert damage(play) == [(0, 1, 2), (0, 3, 2)]
    assert play.player(2).chained


def test_what_the_first_suffered_is_passed_on_and_nothing_that_was_added_later() -> None:
    play = burnt(Seat(["dry"], chained=True), Seat(["dry"], chained=True), CHAINED, target=1)
    assert damage(play) == [(0, 1, 3), (0, 2, 4), (0, 3, 3)]


def test_it_is_passed_on_though_the_first_died() -> None:
    play = burnt(Seat(hp=1, chained=True), CHAINED, Seat(), Seat(), target=1)
    while not play.events(Died):
        play.time_out()
    assert damage(play) == [(0, 1, 2), (0, 2, 2)]


def test_the_damage_of_a_source_that_died_meanwhile_has_none() -> None:
    play = Play(Seat(), Seat(["torch"], [IDLE]), Seat(["revenge"], chained=True), CHAINED, Seat())
    play.wait_for("play", 1)
    play.answer("torch", 2)
    while not play.events(Died):
        play.time_out()
    assert damage(play) == [(1, 2, 2), (2, 1, 4), (-1, 3, 2)]


@pytest.mark.parametrize("target", [1, 2])
def test_who_was_freed_meanwhile_is_not_struck(target: int) -> None:
    play = burnt(Seat(["key"], chained=True), CHAINED, CHAINED, target=target)
    assert damage(play) == ([(0, 1, 2)] if target == 1 else [(0, 2, 2), (0, 1, 2)])


def test_chaining_the_chained_changes_nothing() -> None:
    play = Play(Seat(["key"], [IDLE], chained=True), Seat(["club"]))
    play.answer("end")
    play.wait_for("play", 1)
    play.answer("club", 0)
    assert play.events(ChainChanged) == [ChainChanged(0, False)]
