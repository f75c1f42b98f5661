"""Judgement cards: what they count as, and whose judgement they were when they are discarded."""

from __future__ import annotations

from engine.card import Card
from engine.deeds.judge import Judge, Retrial
from engine.deeds.move import Move, obtain
from engine.events import CardUsed, ChoiceMade, JudgementMade, PhaseSkipped
from engine.game import Game
from engine.picks import in_hand, named, one, one_seat
from engine.skill import Skill, active, changes, filters, on, view_as
from engine.state import Player
from engine.zones import Zone
from tests.engine.words.play import IDLE, WHOLE_TURN, Play, Seat, pack_of


class Oracle(Skill):
    """Somebody judges."""

    @active(target=one_seat())
    async def ask(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Judge(target, self.id)


class Fate(Skill):
    """A hand card may take the place of a judgement card."""

    @on(Judge.retrial, card=one(in_hand))
    async def replace(self, game: Game, me: Player, judge: Judge, card: int) -> None:
        await Retrial(judge, me, card)


class Witness(Skill):
    """Locked: of every discarded card you say whose judgement it was."""

    tags = ("locked",)

    @on(Move.moved, given=lambda game, me, move: move.to.kind == "discard")
    async def tell(self, game: Game, me: Player, move: Move) -> None:
        game.emit(ChoiceMade(me.seat, self.id, str(move.judged)))


class Gleaner(Skill):
    """You may take the discarded judgement cards of others."""

    @on(Move.moved, given=lambda game, me, move: move.judged not in (-1, me.seat))
    async def glean(self, game: Game, me: Player, move: Move) -> None:
        await obtain(me, move.ids)


class Rosy(Skill):
    """Locked: your spades are hearts, and so are your judgements."""

    tags = ("locked",)

    @filters()
    def held(self, game: Game, me: Player, card: Card, zone: Zone) -> Card:
        return self._heart(card) if zone.seat == me.seat and card.suit == "spade" else card

    @changes("judgement")
    def judged(self, game: Game, me: Player, card: Card, who: Player) -> Card:
        return self._heart(card) if who is me and card.suit == "spade" else card

    def _heart(self, card: Card) -> Card:
        return Card(card.name, "heart", card.rank, card.ids, card.skill, "red")


class Martial(Skill):
    """Locked: your heart hand cards are Slashes."""

    tags = ("locked",)

    @filters()
    def slashes(self, game: Game, me: Player, card: Card, zone: Zone) -> Card:
        if (zone.kind, zone.seat, card.suit) != ("hand", me.seat, "heart"):
            return card
        return Card("slash", card.suit, card.rank, card.ids, self.id, card.colour)


class Deft(Skill):
    """You may use or play a Slash as a Jink."""

    @view_as("jink", cards=one(named("slash")))
    async def dodge(self, game: Game, me: Player, card: Card) -> None: ...


PACK = pack_of(Oracle, Fate, Witness, Gleaner, Rosy, Martial, Deft)


def told(play: Play) -> list[str]:
    return [event.value for event in play.events(ChoiceMade) if event.reason == "witness"]


def test_a_judgement_card_tells_whose_judgement_it_was_when_it_is_discarded() -> None:
    play = Play(Seat(["oracle"], [IDLE]), Seat(["witness"]))
    play.answer("oracle", 2)
    play.answer("oracle", 0)
    assert told(play) == ["2", "0"]


def test_so_does_the_card_that_was_replaced_and_the_one_that_took_its_place() -> None:
    play = Play(Seat(["oracle"], [IDLE]), Seat(["witness"]), Seat(), Seat(["fate"], ["peach"]))
    play.answer("oracle", 2)
    play.answer("fate", play.player(3).hand[0])
    assert told(play) == ["2", "2"]


def test_other_discarded_cards_are_nobodys_judgement() -> None:
    play = Play(Seat(hand=["slash", IDLE]), Seat(["witness"]))
    play.answer("slash", 1)
    assert told(play) == ["-1"]


def test_a_judgement_card_may_be_taken_as_it_is_discarded() -> None:
    play = Play(Seat(["oracle", "gleaner"], [IDLE]), top=["jink diamond 2", "jink diamond 3"])
    top = play.game.draw_pile[-1]
    play.answer("oracle", 2)
    play.answer("gleaner")
    assert play.player(0).hand[-1] == top
    play.answer("oracle", 0)
    assert play.question().reason.name == "play", "not one's own"


def test_the_judgement_sees_what_a_filter_makes_of_the_card() -> None:
    play = Play(Seat(["rosy"], judging=["indulgence"]), top=["slash spade 7"], agenda=WHOLE_TURN)
    (made,) = play.events(JudgementMade)
    assert (made.suit, made.rank) == ("heart", 7)
    assert play.events(PhaseSkipped) == []


def test_it_is_the_judged_ones_filter_that_counts() -> None:
    play = Play(Seat(judging=["indulgence"]), Seat(["rosy"]), top=["slash spade 7"], agenda=WHOLE_TURN)
    assert play.events(JudgementMade)[0].suit == "spade"
    assert play.events(PhaseSkipped)[0] == PhaseSkipped(0, "play")


def test_a_filter_makes_a_used_card_another() -> None:
    play = Play(Seat(["rosy"], ["slash spade 7"]))
    play.answer("slash", 1)
    (used,) = play.events(CardUsed)
    assert (used.suit, used.rank) == ("heart", 7)


def test_a_card_under_a_filter_cannot_be_used_as_what_is_printed_on_it() -> None:
    play = Play(Seat(["martial"], ["peach heart", "jink diamond"], hp=3))
    peach, _ = play.player(0).hand
    assert play.options() == [f"slash#{peach}", "end"]


def test_a_view_as_takes_what_a_filter_made() -> None:
    play = Play(Seat(hand=["slash", IDLE]), Seat(["martial", "deft"], ["peach heart"]))
    play.answer("slash", 1)
    play.answer("deft:jink", play.player(1).hand[0])
    assert play.player(1).hp == 4


def test_a_filter_touches_only_what_its_owner_holds_where_it_says() -> None:
    play = Play(Seat(hand=["peach heart"], hp=3), Seat(["martial"], worn=["chitu"]))
    assert play.game.card(play.player(0).hand[0]).name == "peach"
    assert play.game.card(play.player(1).equipment[0]).name == "chitu"
