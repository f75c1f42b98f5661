"""`may_spend`: hand cards that may be neither used nor played nor discarded (鸡肋)."""

from __future__ import annotations

from engine.card import Card
from engine.discarding import discard_all, may_discard, must_discard
from engine.events import CardsMoved, WindowClosed, WindowOpened
from engine.game import Game
from engine.picks import in_hand, one, one_seat, other, some, to_discard
from engine.questions import Reason
from engine.skill import Skill, Spending, active, changes, view_as
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Frozen(Skill):
    """You may not use, play or discard basic hand cards."""

    @changes("may_spend")
    def freeze(self, game: Game, me: Player, may: bool, card: Card, who: Player, how: Spending) -> bool:
        held = game.where[card.ids[0]].kind == "hand"
        return may and not (who is me and held and game.rules.kinds[card.name].category == "basic")


class Miser(Skill):
    """You may discard and use cards, and never play them."""

    @changes("may_spend")
    def spare(self, game: Game, me: Player, may: bool, card: Card, who: Player, how: Spending) -> bool:
        return may and not (who is me and how == "play")


class Trader(Skill):
    """Any hand card as a Duel; discard any number of cards."""

    @view_as("duel", cards=one(in_hand))
    async def as_duel(self, game: Game, me: Player, card: Card) -> None: ...

    @active(cards=some(to_discard))
    async def drop(self, game: Game, me: Player, _: None, cards: list[int]) -> None: ...


class Tax(Skill):
    """Another must discard two cards; or may discard a red one; or discards all it has."""

    @active(target=one_seat(other))
    async def levy(self, game: Game, me: Player, _: None, target: Player) -> None:
        await must_discard(game, target, target.own_cards, 2, Reason(self.id, "discard", me.seat, target.seat))

    @active(target=one_seat(other))
    async def beg(self, game: Game, me: Player, _: None, target: Player) -> None:
        reason = Reason(self.id, "discard", me.seat, target.seat, count=1)
        given = await may_discard(game, target, target.hand, 1, reason, lambda card: card.is_red)
        me.this_turn["given"] = int(given)

    @active(target=one_seat(other))
    async def seize(self, game: Game, me: Player, _: None, target: Player) -> None:
        await discard_all(game, target)


PACK = pack_of(Frozen, Miser, Trader, Tax)


def test_such_a_card_is_not_used_neither_as_itself_nor_as_another() -> None:
    play = Play(Seat(["frozen", "trader"], ["slash", "savage_assault"]))
    assault = play.player(0).hand[1]
    assert [option.as_card for option in play.question().options] == ["savage_assault", "duel", "", ""]
    duel = next(option for option in play.options() if option.startswith("trader:"))
    assert play.listed(duel) == play.listed("trader") == [assault]


def test_nor_is_it_played() -> None:
    play = Play(Seat(hand=["savage_assault"]), Seat(["miser"], ["slash"]))
    play.answer("savage_assault")
    assert play.player(1).hp == 3


def test_of_what_must_be_discarded_as_much_is_as_may() -> None:
    play = Play(Seat(["tax"], [IDLE]), Seat(["frozen"], ["slash", "jink", "duel"]))
    play.answer("tax.levy", 1)
    assert [play.rules.deck[card].name for card in play.player(1).hand] == ["slash", "jink"]


def test_equipment_is_no_hand_card() -> None:
    play = Play(Seat(["tax"], [IDLE]), Seat(["frozen"], ["slash", "duel"], worn=["dilu"]))
    play.answer("tax.seize", 1)
    assert [play.rules.deck[card].name for card in play.player(1).own_cards] == ["slash"]


def windows(play: Play) -> list[WindowOpened | WindowClosed]:
    return [event for event in play.told(0) if isinstance(event, WindowOpened | WindowClosed)]


def test_whether_anything_can_be_discarded_is_not_told_by_asking() -> None:
    some, nothing = (Play(Seat(["tax"], [IDLE]), Seat(["frozen"], hand)) for hand in (["duel"], ["slash"]))
    for play in (some, nothing):
        play.answer("tax.levy", 1)
    assert windows(some) == windows(nothing)
    assert not some.player(1).hand
    assert nothing.player(1).hand


def test_whether_somebody_has_such_a_card_is_not_told_by_asking() -> None:
    one, none = (Play(Seat(["tax"], [IDLE]), Seat(skills, ["peach heart"])) for skills in ([], ["frozen"]))
    for play in (one, none):
        play.answer("tax.beg", 1)
    one.answer("pass")
    assert windows(one) == windows(none)
    assert none.player(0).this_turn["given"] == 0


def test_who_may_and_does_discard() -> None:
    play = Play(Seat(["tax"], [IDLE]), Seat(hand=["slash heart", "slash spade"]))
    red = play.player(1).hand[0]
    play.answer("tax.beg", 1)
    assert play.listed("choose") == [red]
    play.answer("choose", red)
    assert play.player(0).this_turn["given"] == 1
    assert play.events(CardsMoved)[-1].cards == (red,)


def test_who_has_too_few_cards_for_all_to_see_is_not_asked() -> None:
    play = Play(Seat(["tax"], [IDLE]), Seat())
    play.answer("tax.beg", 1)
    assert play.player(0).this_turn["given"] == 0
    assert play.question().kind == "PLAY"
