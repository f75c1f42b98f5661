"""Rules that never come to an end are stopped, so that other matches go on: a pack may have any mistake."""

from __future__ import annotations

import pytest

from engine.asking import choose_option
from engine.deeds.marks import Mark
from engine.game import Game
from engine.questions import Reason
from engine.skill import Skill, active
from engine.state import Player
from engine.table import EndlessRule
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Loop(Skill):
    """Without end: say something; or ask who has no choice."""

    @active()
    async def talk(self, game: Game, me: Player, _: None) -> None:
        while True:
            await Mark(me, "said")

    @active()
    async def ask(self, game: Game, me: Player, _: None) -> None:
        while True:
            await choose_option(me, Reason(self.id, self.id, me.seat), ("only",))


PACK = pack_of(Loop)


@pytest.mark.parametrize("way", ["talk", "ask"])
def test_rules_without_end_are_stopped(way: str) -> None:
    play = Play(Seat(["loop"], [IDLE]))
    with pytest.raises(EndlessRule):
        play.answer(f"loop.{way}")
