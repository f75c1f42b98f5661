"""`may_lay_down`: cards that may neither be used nor played."""

from __future__ import annotations

import pytest

from engine.card import Card
from engine.events import WindowOpened
from engine.game import Game
from engine.picks import in_hand, one
from engine.skill import Manner, Skill, changes, provides, view_as
from engine.state import Player
from tests.engine.words.play import Play, Seat, pack_of


class Ban(Skill):
    """Others may not lay down Slashes and Jinks."""

    @changes("may_lay_down")
    def ban(self, game: Game, me: Player, may: bool, card: Card, who: Player, manner: Manner) -> bool:
        return may and (who is me or card.name not in ("slash", "jink"))


class Truce(Skill):
    """Nobody may play a Slash, everybody may use one."""

    @changes("may_lay_down")
    def truce(self, game: Game, me: Player, may: bool, card: Card, who: Player, manner: Manner) -> bool:
        return may and (manner == "use" or card.name != "slash")


class Noble(Skill):
    """Nobody may use red cards."""

    @changes("may_lay_down")
    def noble(self, game: Game, me: Player, may: bool, card: Card, who: Player, manner: Manner) -> bool:
        return may and not card.is_red


class Versatile(Skill):
    """Any hand card as a Slash, a Jink or Ex Nihilo."""

    @view_as("slash", "jink", "ex_nihilo", cards=one(in_hand))
    async def lay(self, game: Game, me: Player, card: Card) -> None: ...


class Conjurer(Skill):
    """A Slash or Jink out of nothing."""

    @provides("slash", "jink")
    async def conjure(self, game: Game, me: Player, about: object) -> Card:
        return Card("jink", "", 0, (), self.id)


PACK = pack_of(Ban, Truce, Noble, Versatile, Conjurer)


def test_a_forbidden_card_is_not_offered() -> None:
    play = Play(Seat(hand=["slash", "duel"]), Seat(["ban"]))
    assert [play.option(o).as_card for o in play.options()] == ["duel", ""]


def test_nor_is_a_skill_that_would_make_it() -> None:
    play = Play(Seat(["versatile", "conjurer"], ["dilu"]), Seat(["ban"]))
    offered = [option.as_card for option in play.question().options if option.skill]
    assert offered == ["ex_nihilo"]


def test_what_makes_no_forbidden_card_is_still_offered_in_answer() -> None:
    play = Play(Seat(hand=["savage_assault"]), Seat(["truce", "versatile"], ["slash", "jink"]))
    play.answer("savage_assault")
    assert play.player(1).hp == 3, "a slash may not be played"
    play = Play(Seat(hand=["archery_attack"]), Seat(["truce", "versatile"], ["slash"]))
    play.answer("archery_attack")
    play.answer("versatile:jink", play.player(1).hand[0])
    assert play.player(1).hp == 4


def test_a_card_may_be_forbidden_to_be_played_and_not_to_be_used() -> None:
    play = Play(Seat(["truce"], ["slash", "savage_assault"]), Seat(hand=["slash"]))
    play.answer("savage_assault")
    assert play.player(1).hp == 3
    play.answer("slash", 1)
    assert play.player(1).hp == 2


@pytest.mark.parametrize(("hand", "offered"), [("peach heart", []), ("duel spade", ["versatile:slash~spade"])])
def test_a_made_card_is_judged_as_what_it_would_be(hand: str, offered: list[str]) -> None:
    play = Play(Seat(["versatile"], [hand]), Seat(["noble"]))
    assert [option for option in play.options() if option.startswith("versatile:slash")] == offered


def test_who_may_lay_down_nothing_is_asked_like_anybody_and_passes_unseen() -> None:
    play = Play(Seat(["ban"], ["slash"]), Seat(hand=["jink"]))
    play.answer("slash", 1)
    (window,) = [event for event in play.events(WindowOpened) if event.reason == "slash"]
    assert window.seats == (1,)
    assert play.player(1).hp == 3
