"""What an edition of its own may say: phases, the order of judgement, direction, and cards of its own."""

from __future__ import annotations

import pytest

from engine.cards.basic.slash import Slash
from engine.cards.kind import Kind
from engine.deeds.draw import Draw
from engine.deeds.use import Aim
from engine.editions import EDITIONS, Edition
from engine.events import JudgementMade, PhaseBegan
from engine.game import Game
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.state import Player
from tests.engine.words.play import WHOLE_TURN, Play, Seat, pack_of

PACK = pack_of()


class KindSlash(Slash):
    """Who is struck draws a card instead."""

    id = "slash"

    async def effect(self, game: Game, aim: Aim) -> None:
        await Draw(aim.target)


class Ancient(Edition):
    id = "ancient"
    phases = ("judge", "draw", "play", "discard")
    direction = "clockwise"

    def kinds_in(self, ruleset: Ruleset) -> tuple[type[Kind], ...]:
        return (KindSlash,)

    def judge_order(self, game: Game, me: Player) -> list[int]:
        return list(me.judging)


@pytest.fixture(autouse=True)
def ancient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EDITIONS, "ancient", Ancient())
    rules_of.cache_clear()


def test_an_edition_may_have_four_phases() -> None:
    play = Play(agenda=WHOLE_TURN, edition="ancient")
    play.wait_for("play", 1)
    assert [event.phase for event in play.events(PhaseBegan) if event.seat == 0] == list(Ancient.phases)


@pytest.mark.parametrize(
    ("edition", "order"), [("standard", ["indulgence", "lightning"]), ("ancient", ["lightning", "indulgence"])]
)
def test_an_edition_says_in_which_order_delayed_tricks_come_due(edition: str, order: list[str]) -> None:
    judging = ["lightning", "indulgence"]
    play = Play(Seat(judging=judging), top=["peach heart", "peach heart"], agenda=WHOLE_TURN, edition=edition)
    assert [event.reason for event in play.events(JudgementMade)] == order


def test_an_edition_has_cards_of_its_own_under_the_same_name() -> None:
    play = Play(Seat(hand=["slash"]), edition="ancient")
    (card,) = play.player(0).hand
    play.answer(f"slash#{card}", 1)
    assert (play.player(1).hp, len(play.player(1).hand) > 0) == (4, True)


def test_everybody_sees_which_way_play_goes() -> None:
    play = Play(edition="ancient")
    assert {play.view(viewer).direction for viewer in play.viewers} == {"clockwise"}
    assert play.game.turn == 1, "and the next seat is the next number all the same"
