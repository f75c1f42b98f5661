"""Seats by lot: nobody chooses one, and whoever has seed and salt can check the draw."""

from __future__ import annotations

from collections import Counter

from sanguosha.v1 import match_pb2

from service.matches.lots import lots
from tests.service.lobbies import create, issue, join, leave, quick, rematch
from tests.service.tables import Calls, refusal, ruleset

NAMES = ("Zhao", "Qian", "Sun", "Li")


def by_lot(**more: object) -> match_pb2.Match:
    return match_pb2.Match(ruleset=ruleset(4, seat_lottery=True), **more)


async def drawn(calls: Calls, match: match_pb2.Match) -> list[int]:
    """The lots, from what is published when it is over."""
    await calls.abandon(match.name)
    over = await calls.get(match.name)
    return lots(over.seed, over.salt, 4)


async def test_who_joins_sits_where_the_lot_says(calls: Calls) -> None:
    match = await create(calls, by_lot())
    assert match.ruleset.options.seat_lottery
    seats = [(await join(calls, match.name)).seat for _ in range(4)]
    assert sorted(seats) == [0, 1, 2, 3]
    assert seats == await drawn(calls, match)


async def test_who_is_named_is_dealt_onto_a_seat_and_so_is_the_house(calls: Calls) -> None:
    named = [match_pb2.MatchSeat(seat=n, display_name=name) for n, name in enumerate(NAMES[:2])]
    match = await create(calls, by_lot(seats=named), bot_seats=[2])
    last = (await join(calls, match.name, display_name=NAMES[3])).seat
    seated = (await calls.get(match.name)).seats
    order = await drawn(calls, match)
    assert [seated[seat].display_name for seat in order] == [*NAMES[:2], "", NAMES[3]]
    assert seated[order[2]].bot
    assert last == order[3]


async def test_nobody_chooses_a_seat(calls: Calls) -> None:
    match = await create(calls, by_lot())
    refused = await refusal(join(calls, match.name, 0))
    assert refused.reason == "SEATS_BY_LOT"
    assert not any(seat.taken for seat in (await calls.get(match.name)).seats)


async def test_m805_nobody_gives_a_free_seat_away_either(calls: Calls) -> None:
    match = await create(calls, by_lot(), bot_seats=[0])
    seated = (await calls.get(match.name)).seats
    free, house = (next(seat.seat for seat in seated if seat.bot is bot) for bot in (False, True))
    assert (await refusal(issue(calls, match.name, free))).reason == "SEATS_BY_LOT"
    assert (await calls.get(match.name)).seats == seated
    joined = await join(calls, match.name)
    for drawn_already in (joined.seat, house):
        assert (await issue(calls, match.name, drawn_already)).token


async def test_who_leaves_and_comes_back_draws_the_same_seat(calls: Calls) -> None:
    match = await create(calls, by_lot())
    joined = await join(calls, match.name)
    await leave(calls, match.name, joined.seat_token)
    assert (await join(calls, match.name)).seat == joined.seat


async def test_a_quick_match_and_its_rematch(calls: Calls) -> None:
    joined = [await quick(calls, ruleset(4, seat_lottery=True)) for _ in range(4)]
    assert sorted(each.seat for each in joined) == [0, 1, 2, 3]
    await calls.abandon(joined[0].match.name)
    again = await rematch(calls, joined[0].match.name, joined[0].seat_token)
    assert again.seat == joined[0].seat


def test_every_order_is_drawn_alike() -> None:
    orders = Counter(tuple(lots(n.to_bytes(16, "big"), bytes(16), 3)) for n in range(1200))
    assert len(orders) == 6
    assert min(orders.values()) > 140
