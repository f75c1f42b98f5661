"""House players: every answer is legal, made from what the seat sees alone, and not foolish; their matches end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.card import Suit
from engine.match import Match
from engine.questions import PASS, Answer, Assignment, Bucket, Candidate, Option, Question, Reason, Subset, seats_of
from engine.ruleset import Ruleset
from engine.state import RETURNED, Role
from engine.view import view
from service.house import HousePlayer, choose
from service.house.sides import goodwill

MOST_ANSWERS = 3_000  # a match of eight takes about 200


def house_stops(ruleset: Ruleset, seed: int) -> Iterator[tuple[Match, int]]:
    """A match at each decision of a seat, played by the house until it is over."""
    match = Match.start(ruleset, bytes([seed]) * 16)
    for _ in range(MOST_ANSWERS):
        if match.over:
            return
        seat = min(match.open)
        yield match, seat
        match.answer(seat, match.open[seat].id, choose(match, seat))
        match.forget_events()
    raise AssertionError(f"the match goes on after {MOST_ANSWERS} answers")


@pytest.mark.parametrize("seats", range(4, 11))
@pytest.mark.parametrize("seed", range(4))
def test_every_answer_is_listed_and_the_match_ends(seats: int, seed: int) -> None:
    for match, seat in house_stops(Ruleset(seats), seed):
        question = match.open[seat].question
        question.check(HousePlayer(view(match.game, seat), question, match.game.rules).answer())


def test_matches_without_heroes_end() -> None:
    assert sum(1 for _ in house_stops(Ruleset(5, heroes=False), 1)) > 20


def test_both_sides_win() -> None:
    winners: set[str] = set()
    for seed in range(20, 40):
        *_, (match, _) = house_stops(Ruleset(5), seed)
        winners.update(match.game.players[seat].role for seat in match.game.winners)
    assert {"lord", "rebel"} <= winners


def test_in_3v3_a_team_fights_the_other_and_either_may_win() -> None:
    winners: set[int] = set()
    kills = {True: 0, False: 0}
    for seed in range(12):
        *_, (match, _) = house_stops(Ruleset(6, mode="3v3"), seed)
        winners.update(match.game.winners)
        for fallen in match.game.fallen:
            if fallen.killer >= 0:
                kills[(fallen.seat < 3) == (fallen.killer < 3)] += 1
    assert winners == set(range(6))
    assert kills[False] > 5 * kills[True]


def test_in_3v3_everybody_knows_friend_and_foe() -> None:
    match = Match.start(Ruleset(6, mode="3v3", warm_seat=4), bytes(16))
    for seat in range(6):
        wished = goodwill(view(match.game, seat), match.game.ruleset)
        assert [wish > 0 for wish in wished] == [(other < 3) == (seat < 3) for other in range(6)]
        assert [other for other, wish in enumerate(wished) if wish == -1.0] == [4 if seat < 3 else 1]


def test_an_answer_is_a_function_of_what_the_seat_sees() -> None:
    """Other cards in the hands of others and in the pile, other roles behind their backs: the same answer."""
    rng = Random(1)
    compared = 0
    for match, seat in house_stops(Ruleset(8), 3):
        answer = choose(match, seat)
        assert choose(match, seat) == answer
        if compared < 100:
            other = Match.resume(match.record())
            exchange_hidden(other, seat, rng)
            assert choose(other, seat) == answer
            compared += 1
    assert compared == 100


def exchange_hidden(match: Match, seat: int, rng: Random) -> None:
    game = match.game
    others = [player for player in game.players if player.seat != seat]
    unseen = [*game.draw_pile, *(card for player in others for card in player.hand)]
    rng.shuffle(unseen)
    for cards in (game.draw_pile, *(player.hand for player in others)):
        cards[:] = [unseen.pop() for _ in cards]
    hidden = [player for player in others if not player.role_shown]
    roles = [player.role for player in hidden]
    rng.shuffle(roles)
    for player, role in zip(hidden, roles, strict=True):
        player.role = role


class Seat:
    """Seat 0 of a table without heroes, asked what the test wants. The lord sits at 1, strangers at 2 to 4."""

    def __init__(self, role: Role = "loyalist", *, hand: str = "", hp: int = 4) -> None:
        match = Match.start(Ruleset(5, heroes=False), bytes(16))
        self.game = match.game
        spare: list[Role] = ["loyalist", "rebel", "rebel", "renegade"]
        if role in spare:
            spare.remove(role)
        roles: list[Role] = [role, "lord", *spare] if role != "lord" else [role, *spare]
        for player, its_role in zip(self.game.players, roles, strict=True):
            player.role = its_role
            player.role_shown = its_role == "lord"
            player.hand = []
            player.hp = 4
        self.me = self.game.players[0]
        self.me.hp = hp
        for name in hand.split():
            self.me.hand.append(self.card(name))

    def card(self, name: str, suit: Suit = "") -> int:
        """One that is not in the hand yet."""
        deck = self.game.rules.deck
        fits = (n for n, c in enumerate(deck) if c.name == name and n not in self.me.hand and c.suit in (suit, c.suit))
        return next(fits)

    def using(self, name: str, *seats: int) -> Option:
        card = next(i for i in self.me.hand if self.game.rules.deck[i].name == name)
        picks = (Subset("targets", seats_of(seats), 1, 1),) if seats else ()
        return Option(f"{name}#{card}", picks, (card,), "", name)

    def answers(self, kind: str, reason: Reason, *options: Option) -> Answer:
        question = Question(0, kind, reason, options, Answer(options[-1].id))  # type: ignore[arg-type]  # a test's word
        answer = HousePlayer(view(self.game, 0), question, self.game.rules).answer()
        question.check(answer)
        return answer

    def plays(self, *options: Option) -> Answer:
        return self.answers("PLAY", Reason("play", "play"), *options, Option("end"))

    def responds(self, reason: Reason, *options: Option) -> bool:
        return self.answers("RESPOND", reason, *options, Option(PASS)).option != PASS


SLASHED = Reason("slash", "respond_jink", 2, 0, "slash", 1)


def test_a_slash_is_dodged() -> None:
    seat = Seat(hand="jink")
    assert seat.responds(SLASHED, seat.using("jink"))


def test_a_free_way_to_dodge_comes_before_a_card() -> None:
    seat = Seat(hand="jink")
    judge = Option("eight_diagram:jink", (), (), "eight_diagram", "jink")
    assert seat.answers("RESPOND", SLASHED, seat.using("jink"), judge, Option(PASS)).option == judge.id


@pytest.mark.parametrize(
    ("role", "dying", "saved"),
    [
        ("loyalist", 0, True),
        ("loyalist", 1, True),
        ("loyalist", 2, False),
        ("rebel", 1, False),
        ("renegade", 1, True),
        ("lord", 3, False),
    ],
)
def test_who_is_saved_with_a_peach(role: Role, dying: int, saved: bool) -> None:
    seat = Seat(role, hand="peach")
    seat.game.players[dying].hp = 0
    assert seat.responds(Reason("dying", "rescue", target=dying, count=1), seat.using("peach")) is saved


@pytest.mark.parametrize(
    ("role", "trick", "target", "nullified"),
    [
        ("rebel", "duel", 0, True),
        ("loyalist", "indulgence", 1, True),
        ("rebel", "indulgence", 1, False),
        ("rebel", "ex_nihilo", 1, True),
        ("loyalist", "ex_nihilo", 1, False),
    ],
)
def test_what_is_nullified(role: Role, trick: str, target: int, nullified: bool) -> None:
    seat = Seat(role, hand="nullification")
    reason = Reason("nullification", "nullify", 3, target, trick)
    assert seat.responds(reason, seat.using("nullification")) is nullified


def test_a_rebel_strikes_at_the_lord_who_is_nearly_dead() -> None:
    seat = Seat("rebel", hand="slash")
    seat.game.players[1].hp = 1
    assert seat.plays(seat.using("slash", 1, 2)).picks[0].items == seats_of([1])


def test_a_loyalist_strikes_at_a_stranger_and_never_at_the_lord() -> None:
    seat = Seat("loyalist", hand="slash")
    assert seat.plays(seat.using("slash", 1, 2)).picks[0].items == seats_of([2])
    assert seat.plays(seat.using("slash", 1)).option == "end"


def test_a_renegade_kills_the_lord_last() -> None:
    seat = Seat("renegade", hand="slash")
    assert seat.plays(seat.using("slash", 1)).option == "end"
    for player in seat.game.players[2:]:
        player.alive, player.role_shown = False, True
    assert seat.plays(seat.using("slash", 1)).option != "end"


def test_who_has_come_back_does_not_stand_between_the_renegade_and_the_lord() -> None:
    seat = Seat("renegade", hand="slash")
    for player in seat.game.players[3:]:
        player.alive, player.role_shown = False, True
    seat.game.players[2].role_shown = True
    assert seat.plays(seat.using("slash", 1)).option == "end"
    seat.game.players[2].marks = {RETURNED: 1}
    assert seat.plays(seat.using("slash", 1)).option != "end"


@pytest.mark.parametrize(("back", "struck"), [(2, 3), (3, 2)])
def test_who_must_still_die_is_struck_before_who_has_come_back(back: int, struck: int) -> None:
    seat = Seat("loyalist", hand="slash")
    for rebel in seat.game.players[2:4]:
        rebel.role_shown = True
    seat.game.players[back].marks = {RETURNED: 1}
    answer = seat.plays(seat.using("slash", 2, 3))
    assert [candidate.value for candidate in answer.picks[0].items] == [struck]


def test_a_black_slash_is_not_wasted_on_the_shield() -> None:
    seat = Seat("rebel", hand="slash")
    assert seat.game.rules.deck[seat.me.hand[0]].is_black
    seat.game.players[1].equipment = [seat.card("nioh_shield")]
    assert seat.plays(seat.using("slash", 1)).option == "end"


def test_no_savage_assault_at_the_expense_of_a_dying_lord() -> None:
    seat = Seat("loyalist", hand="savage_assault")
    assert seat.plays(seat.using("savage_assault")).option != "end"
    seat.game.players[1].hp = 1
    assert seat.plays(seat.using("savage_assault")).option == "end"


def test_dismantling_takes_the_indulgence_off_the_lord() -> None:
    seat = Seat("loyalist", hand="dismantlement")
    lord = seat.game.players[1]
    lord.hand, lord.judging = [seat.card("slash")], [seat.card("indulgence")]
    assert seat.plays(seat.using("dismantlement", 1)).option != "end"
    of = (Candidate("hand", 1), Candidate("card", lord.judging[0]))
    reason = Reason("dismantlement", "choose_card_of", 0, 1, "dismantlement")
    answer = seat.answers("CHOOSE", reason, Option("choose", (Subset("card", of, 1, 1),)))
    assert answer.picks[0].items == of[1:]


def test_of_one_slot_the_second_piece_is_put_on_only_when_it_is_better() -> None:
    seat = Seat(hand="axe")
    seat.me.equipment = [seat.card("kylin_bow")]
    assert seat.plays(seat.using("axe")).option == "end"
    seat.me.equipment = [seat.card("double_swords")]
    assert seat.plays(seat.using("axe")).option != "end"


def test_the_least_useful_cards_are_discarded() -> None:
    seat = Seat(hand="peach lightning jink collateral")
    of = tuple(Candidate("card", card) for card in seat.me.hand)
    answer = seat.answers(
        "DISCARD", Reason("discard", "discard", count=2), Option("choose", (Subset("cards", of, 2, 2),))
    )
    assert {seat.game.rules.deck[int(c.value)].name for c in answer.picks[0].items} == {"lightning", "collateral"}


def test_only_what_would_be_discarded_is_given_away_and_only_to_a_friend() -> None:
    for role, hp, given in (("loyalist", 4, 0), ("loyalist", 2, 2), ("rebel", 2, 0)):
        seat = Seat(role, hand="slash slash jink peach", hp=hp)  # type: ignore[arg-type]  # a role
        items = tuple(Candidate("card", card) for card in seat.me.hand)
        buckets = tuple(Bucket(Candidate("seat", n), 0, 4) for n in range(1, 5))
        answer = seat.plays(Option("rende", (Assignment("gift", items, buckets, 1, 4),), (), "rende"))
        assert answer.option == ("rende" if given else "end")
        if given:
            assert answer.picks[0].buckets == (Candidate("seat", 1),) * given


def test_two_hand_cards_are_paid_rather_than_the_last_hp() -> None:
    reason = Reason("ganglie", "ganglie", 2, 0, count=2)
    for hp, pays in ((1, True), (4, False)):
        seat = Seat(hand="peach jink", hp=hp)
        of = tuple(Candidate("card", card) for card in seat.me.hand)
        answer = seat.answers("CHOOSE", reason, Option("choose", (Subset("cards", of, 2, 2),)), Option(PASS))
        assert (answer.option == "choose") is pays


def test_what_is_not_understood_gets_a_legal_answer() -> None:
    seat = Seat()
    pick = Subset("value", (Candidate("value", "a"), Candidate("value", "b")), 1, 2)
    answer = seat.answers("CHOOSE", Reason("unheard_of", "unheard_of"), Option("first", (pick,)), Option("second"))
    assert answer.option in ("first", "second")


def test_a_skill_that_costs_nothing_is_not_invoked_for_ever() -> None:
    invoked = 0
    seat = Seat()
    while seat.plays(Option("unheard_of", (), (), "unheard_of")).option != "end":
        invoked += 1
        seat.game.event_count += 1
    assert invoked < 50
