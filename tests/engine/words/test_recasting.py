"""Recasting (重铸): a card is laid aside for another one, which is no use of it."""

from __future__ import annotations

from engine.card import Card
from engine.deeds.draw import Draw
from engine.deeds.move import Move
from engine.deeds.use import Use
from engine.events import CardsMoved, CardUsed
from engine.game import Game
from engine.picks import in_hand, one, suited
from engine.skill import Skill, on, view_as
from engine.state import Player
from engine.zones import DISCARD, hand_of
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Link(Skill):
    """Use or recast a club hand card as an Iron Chain."""

    @view_as("iron_chain", cards=one(in_hand, suited("club")), when=("use", "recast"))
    async def link(self, game: Game, me: Player, card: Card) -> None: ...


class Sham(Skill):
    """Use a hand card as any trick."""

    @view_as(types=("trick",), cards=one(in_hand), when=("use",))
    async def feign(self, game: Game, me: Player, card: Card) -> None: ...


class Scholar(Skill):
    """Locked: when you use a card you draw one."""

    tags = ("locked",)

    @on(Use.declared, me="user")
    async def learn(self, game: Game, me: Player, use: Use) -> None:
        await Draw(me)


class Hoarder(Skill):
    """Locked: when you discard a card you draw two."""

    tags = ("locked",)

    @on(Move.moved, given=lambda game, me, move: move.reason == "discard" and hand_of(me.seat) in move.taken_from)
    async def hoard(self, game: Game, me: Player, move: Move) -> None:
        await Draw(me, 2)


PACK = pack_of(Link, Sham, Scholar, Hoarder)
MILITARY = ("military",)


def recasts(play: Play) -> list[str]:
    return [option.partition("#")[0] for option in play.options() if option.startswith("recast:")]


def test_it_is_offered_beside_the_use_and_has_nothing_to_aim_at() -> None:
    play = Play(Seat(hand=["iron_chain"]), packs=MILITARY)
    (card,) = play.player(0).hand
    assert play.options() == [f"recast:iron_chain#{card}", f"iron_chain#{card}", "end"]
    option = play.option("recast:iron_chain")
    assert (option.cards, option.picks, option.as_card, option.skill) == ((card,), (), "", "")


def test_the_card_is_laid_aside_openly_and_one_is_drawn() -> None:
    play = Play(Seat(hand=["iron_chain", IDLE]), top=["peach"], packs=MILITARY)
    card = play.player(0).hand[0]
    play.answer("recast:iron_chain")
    assert play.game.discard_pile == [card]
    for viewer in play.viewers:
        laid, drawn = play.events(CardsMoved, viewer)
        assert (laid.source, laid.destination, laid.cards, laid.reason) == (hand_of(0), DISCARD, (card,), "recast")
        assert (drawn.destination, drawn.count, len(drawn.cards)) == (hand_of(0), 1, 1 if viewer == 0 else 0)


def test_it_is_neither_a_use_nor_a_discard() -> None:
    play = Play(Seat(["scholar", "hoarder"], ["iron_chain", IDLE]), packs=MILITARY)
    play.answer("recast:iron_chain")
    assert play.events(CardUsed) == []
    assert play.game.discarded == []
    assert len(play.player(0).hand) == 2


def test_a_skill_that_says_so_lets_another_card_be_recast() -> None:
    play = Play(Seat(["link"], ["slash club", "peach", IDLE]), packs=MILITARY)
    card = play.player(0).hand[0]
    assert recasts(play) == ["recast:link:iron_chain~club"]
    assert play.listed("recast:link:iron_chain") == [card]
    play.answer("recast:link:iron_chain", card)
    assert play.game.discard_pile == [card]
    assert play.events(CardUsed) == []


def test_one_that_lets_it_be_used_only_does_not() -> None:
    play = Play(Seat(["sham"], ["slash club", IDLE]), packs=MILITARY)
    assert "sham:iron_chain" in "".join(play.options())
    assert recasts(play) == []


def test_nothing_else_is_recast() -> None:
    play = Play(Seat(hand=["fire_attack", "analeptic", "slash", "vine"]), packs=MILITARY)
    assert recasts(play) == []
