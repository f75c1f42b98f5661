"""Whom the use of a card dealt damage to (疠火), though the damage was passed on or spread; and what made it worse."""

from __future__ import annotations

from engine.deeds.damage import Damage
from engine.deeds.use import Use
from engine.game import Game
from engine.skill import Skill, on
from engine.state import Player
from tests.engine.words.play import Play, Seat, pack_of


class Scribe(Skill):
    """Locked: you note whom your use hurt, and how much an Analeptic added to each damage."""

    @on(Use.finished, me="user", compulsory=True, quiet=True)
    async def write(self, game: Game, me: Player, use: Use) -> None:
        me.notes["hurt"] = " ".join(str(player.seat) for player in use.hurt)

    @on(Damage.suffered, compulsory=True, quiet=True)
    async def weigh(self, game: Game, me: Player, hit: Damage) -> None:
        me.notes[f"more for {hit.target.seat}"] = str(hit.use.bonus if hit.use else None)


PACK = pack_of(Scribe)
EXTRA = ("wind", "military")


def slashing(*seats: Seat) -> Play:
    play = Play(Seat(["scribe"], ["analeptic", "fire_slash"]), *seats, packs=EXTRA)
    play.answer("analeptic")
    play.answer("fire_slash", 1)
    return play


def test_the_target_is_hurt() -> None:
    assert slashing().player(0).notes == {"hurt": "1", "more for 1": "1"}


def test_nobody_is_who_dodged() -> None:
    play = slashing(Seat(hand=["jink"]))
    play.answer("jink")
    assert play.player(0).notes.get("hurt", "") == ""


def test_whoever_suffers_it_instead_is_hurt() -> None:
    play = slashing(Seat(["tianxiang"], ["peach heart"]))
    play.answer("tianxiang", play.player(1).hand, 2)
    assert play.player(0).notes == {"hurt": "2", "more for 2": "1"}


def test_the_chained_are_hurt() -> None:
    notes = slashing(Seat(chained=True), Seat(), Seat(chained=True)).player(0).notes
    assert notes == {"hurt": "1 3", "more for 1": "1", "more for 3": "1"}
