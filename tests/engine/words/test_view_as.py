"""Cards used or played as another: as one of several names or any of a type, and what the body makes of them."""

from __future__ import annotations

from engine.card import Card
from engine.deeds.hp import Recover
from engine.events import CardPlayed, CardUsed
from engine.game import Game
from engine.picks import exactly, in_hand, one
from engine.skill import Skill, view_as
from engine.state import Player
from engine.zones import DISCARD
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Scholar(Skill):
    """Use all your hand cards as any trick."""

    @view_as(types=("trick",), cards=exactly(lambda game, me: max(1, len(me.hand)), in_hand), when=("use",))
    async def learn(self, game: Game, me: Player, card: Card) -> None: ...


class Forger(Skill):
    """Use or play a hand card as a Slash or Jink of the king of hearts."""

    @view_as("slash", "jink", cards=one(in_hand))
    async def forge(self, game: Game, me: Player, card: Card) -> Card:
        return Card(card.name, "heart", 13, card.ids, self.id, "red")


class Swift(Skill):
    """Use a hand card as a Slash or Peach: first you recover, then you choose its targets."""

    @view_as("slash", "peach", cards=one(in_hand), targets_later=True)
    async def first(self, game: Game, me: Player, card: Card) -> None:
        await Recover(me)


class Suited(Skill):
    """Use or play a hand card as a Jink, one option for each suit."""

    @view_as("jink", cards=one(in_hand), by_suit=True)
    async def lay(self, game: Game, me: Player, card: Card) -> None: ...


class Weary(Skill):
    """As many hand cards as you have hp count as a Jink."""

    @view_as("jink", cards=exactly(lambda game, me: me.hp, in_hand))
    async def lay(self, game: Game, me: Player, card: Card) -> None: ...


class Humble(Skill):
    """While wounded you may use a hand card as Ex Nihilo."""

    @view_as("ex_nihilo", cards=one(in_hand), given=lambda game, me, about: me.wounds > 0)
    async def lay(self, game: Game, me: Player, card: Card) -> None: ...


PACK = pack_of(Scholar, Forger, Swift, Suited, Weary, Humble)


def made(play: Play, skill: str) -> list[str]:
    """The names that the skill offers to lay down."""
    offered = [option.as_card for option in play.question().options if option.skill == skill]
    return list(dict.fromkeys(offered))


def test_a_skill_may_make_every_card_of_a_type_that_may_be_used_now() -> None:
    play = Play(Seat(["scholar"], ["jink", "jink"]), Seat(hand=["peach"]))
    assert sorted(made(play, "scholar")) == [
        *("amazing_grace", "archery_attack", "dismantlement", "duel", "ex_nihilo"),
        *("god_salvation", "savage_assault", "snatch"),
    ]


def test_how_many_cards_it_takes_may_depend_on_the_state() -> None:
    play = Play(Seat(["scholar"], ["jink", "slash", "dilu"]))
    (pick,) = play.option("scholar:ex_nihilo").picks
    assert (pick.min, pick.max) == (3, 3)


def test_with_fewer_cards_than_it_takes_it_is_not_offered() -> None:
    play = Play(Seat(hand=["slash"]), Seat(["weary"], ["slash", "slash", "peach"], hp=4))
    play.answer("slash", 1)
    assert play.player(1).hp == 3, "nothing to choose: it was asked nothing"
    play = Play(Seat(hand=["slash", IDLE]), Seat(["weary"], ["slash", "slash", "peach"], hp=3))
    play.answer("slash", 1)
    play.answer("weary:jink", play.player(1).hand)
    assert (play.player(1).hp, play.player(1).hand) == (3, [])


def test_the_body_may_return_another_card_and_that_one_is_used() -> None:
    play = Play(Seat(["forger"], ["dilu"]))
    (card,) = play.player(0).hand
    play.answer("forger:slash", card, 1)
    (used,) = play.events(CardUsed)
    assert (used.card, used.suit, used.rank, used.cards, used.skill) == ("slash", "heart", 13, (card,), "forger")


def test_the_body_may_return_another_card_and_that_one_is_played() -> None:
    play = Play(Seat(hand=["slash"]), Seat(["forger"], ["dilu"]))
    play.answer("slash", 1)
    play.answer("forger:jink", play.player(1).hand[0])
    (played,) = play.events(CardPlayed)
    assert (played.card, played.suit, played.rank, played.skill) == ("jink", "heart", 13, "forger")


def test_targets_are_chosen_after_the_body_ran() -> None:
    play = Play(Seat(["swift"], ["dilu"], hp=2))
    (card,) = play.player(0).hand
    assert len(play.option("swift:slash").picks) == 1, "the card, no targets"
    play.answer("swift:slash", card)
    assert play.player(0).hp == 3
    assert play.question().reason.name == "swift"
    assert play.listed("slash") == [1, 3]
    play.answer("slash", 3)
    assert play.player(3).hp == 3
    assert play.game.where[card] == DISCARD


def test_a_card_that_has_no_target_left_after_the_body_ran_is_not_used() -> None:
    play = Play(Seat(["swift"], ["dilu"], hp=3))
    (card,) = play.player(0).hand
    play.answer("swift:peach", card)
    assert play.player(0).hp == 4, "by the body: the peach itself has nobody to heal"
    assert play.events(CardUsed) == []
    assert play.game.where[card] == DISCARD


def test_a_slash_whose_targets_come_later_counts_towards_the_limit_too() -> None:
    play = Play(Seat(["swift"], ["dilu", "slash", IDLE]))
    play.answer("swift:slash", play.player(0).hand[0])
    play.answer("slash", 1)
    assert [play.option(option).as_card for option in play.options()] == [IDLE, ""]


def test_there_may_be_one_option_for_each_suit() -> None:
    play = Play(Seat(hand=["slash"]), Seat(["suited"], ["peach heart", "slash club", "duel club"]))
    play.answer("slash", 1)
    assert play.options() == ["suited:jink~heart", "suited:jink~club", "pass"]
    assert play.listed("suited:jink~club") == play.player(1).hand[1:]


def test_a_skill_whose_condition_does_not_hold_makes_nothing() -> None:
    assert made(Play(Seat(["humble"], ["jink"], hp=4)), "humble") == []
    assert made(Play(Seat(["humble"], ["jink"], hp=3)), "humble") == ["ex_nihilo"]
