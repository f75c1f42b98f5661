"""Declared picks: whether one is possible is told by public facts alone; what it lists is the owner's to know."""

from __future__ import annotations

from engine.picks import Gift, equipped, exactly, fillable, in_hand, male, one, one_seat, other, red, seats, some
from engine.questions import Answer, Chosen, Option, Question, Reason, Reply, Subset, seats_of
from engine.zones import hand_of
from tests.engine.tables import names, put, table
from tests.engine.tables import seats as seat_numbers

BLACK_HAND = {0: ["slash spade", "slash club"]}


def listed(pick: Subset) -> list[int]:
    return [int(candidate.value) for candidate in pick.of]


def replied(pick: Subset, *chosen: int) -> Reply:
    items = tuple(candidate for value in chosen for candidate in pick.of if candidate.value == value)
    answer = Answer("do", (Chosen(items),))
    question = Question(0, "PLAY", Reason("x", "x"), (Option("do", (pick,)),), answer)
    question.check(answer)
    return Reply(question, answer)


def test_what_a_hand_holds_does_not_decide_whether_a_pick_is_possible() -> None:
    game = table(*[""] * 4, hands=BLACK_HAND)
    me = game.players[0]
    assert one(red).possible(game, me, None)
    assert not fillable(one(red).build("card", game, me, None))


def test_without_cards_no_card_can_be_picked() -> None:
    game = table(*[""] * 4)
    assert not one().possible(game, game.players[0], None)


def test_how_many_hand_cards_there_are_is_public() -> None:
    game = table(*[""] * 4, hands=BLACK_HAND)
    assert exactly(2).possible(game, game.players[0], None)
    assert not exactly(3).possible(game, game.players[0], None)


def test_worn_equipment_is_public_so_that_it_counts_only_where_it_fits() -> None:
    game = table(*[""] * 4, worn={0: ["axe"], 1: ["blade"]})
    assert one(red).possible(game, game.players[0], None)
    assert not one(red).possible(game, game.players[1], None)


def test_a_pick_of_cards_lists_hand_and_equipment_unless_told_otherwise() -> None:
    game = table(*[""] * 4, hands=BLACK_HAND, worn={0: ["axe"]})
    me = game.players[0]
    assert listed(one().build("c", game, me, None)) == me.hand + me.equipment
    assert listed(one(in_hand).build("c", game, me, None)) == me.hand
    assert listed(one(equipped).build("c", game, me, None)) == me.equipment
    assert names(game, listed(one(red).build("c", game, me, None))) == ["axe"]


def test_no_more_can_be_picked_than_there_are() -> None:
    game = table(*[""] * 4, hands=BLACK_HAND)
    me = game.players[0]
    assert [(p.min, p.max) for p in (s.build("c", game, me, None) for s in (some(), exactly(2)))] == [
        (1, 2),
        (2, 2),
    ]


def test_a_single_card_reads_as_an_id_and_several_as_a_list() -> None:
    game = table(*[""] * 4, hands=BLACK_HAND)
    first, second = game.players[0].hand
    pick = some().build("c", game, game.players[0], None)
    assert one().read("c", game, replied(pick, first)) == first
    assert some().read("c", game, replied(pick, second, first)) == [second, first]


def test_seats_are_those_of_the_living_that_fit() -> None:
    game = table("", "daqiao", "", "zhenji", "")
    game.players[2].alive = False
    assert listed(one_seat(other, male).build("t", game, game.players[0], None)) == [4]
    assert listed(one_seat().build("t", game, game.players[0], None)) == [0, 1, 3, 4]


def test_chosen_characters_are_read_in_order_of_play_from_the_current_turn() -> None:
    game = table(*[""] * 5)
    game.turn = 3
    spec = seats(1, 3)
    pick = spec.build("t", game, game.players[0], None)
    assert seat_numbers(spec.read("t", game, replied(pick, 2, 4, 3))) == [3, 4, 2]


def test_a_gift_assigns_cards_to_those_who_may_take_them() -> None:
    game = table(*[""] * 4, hands=BLACK_HAND)
    gift = Gift(some(in_hand), seats(1, 1, other))
    pick = gift.build("gift", game, game.players[0], None)
    assert [bucket.to for bucket in pick.buckets] == list(seats_of([1, 2, 3]))
    assert (pick.min, pick.max) == (1, 2)
    assert all((bucket.min, bucket.max) == (0, 2) for bucket in pick.buckets)


def test_a_gift_needs_a_card_and_somebody_to_take_it() -> None:
    game = table(*[""] * 4)
    gift = Gift(some(in_hand), seats(1, 1, other))
    assert not gift.possible(game, game.players[0], None)
    put(game, ["jink"], hand_of(0))
    assert gift.possible(game, game.players[0], None)
    for player in game.players[1:]:
        player.alive = False
    assert not gift.possible(game, game.players[0], None)
