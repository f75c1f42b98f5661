"""Listings by what a match is, and what a match is created and joined with."""

from __future__ import annotations

import asyncio
import string
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import grpc
import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store import Request, Store, Write, new_commit_id
from service.telling import listing
from tests.service.lobbies import create, issue, join, leave, quick
from tests.service.replica import SOMEBODY, Replica
from tests.service.tables import BEGINNING, Calls, bearer, refusal, request_id, ruleset

LOBBY, PLAYING = match_pb2.MATCH_STATE_LOBBY, match_pb2.MATCH_STATE_PLAYING
FAILED = grpc.StatusCode.FAILED_PRECONDITION
INVALID = grpc.StatusCode.INVALID_ARGUMENT
List = Callable[[pb.ListMatchesRequest], Awaitable[pb.ListMatchesResponse]]


def summary(number: int, **what: Any) -> match_pb2.Match:
    """As a listing keeps it."""
    match = match_pb2.Match(name=f"matches/m{number}", state=LOBBY, ruleset=ruleset(4))
    match.ruleset.mode, match.ruleset.edition = "identity", "standard"
    match.seats.extend(match_pb2.MatchSeat(seat=seat) for seat in range(4))
    for name, value in what.items():
        setattr(match if name == "state" else match.ruleset, name, value)
    return match


def full(match: match_pb2.Match) -> match_pb2.Match:
    for seat in match.seats:
        seat.taken = True
    return match


async def planted(store: Store, matches: Iterable[match_pb2.Match], listed: bool = True) -> None:
    async def plant(match: match_pb2.Match) -> None:
        write = Write(commit=new_commit_id(), state=b"", summary=match.SerializeToString(), listed=listed)
        await store.create(match.name.removeprefix("matches/"), Request.of("", match.name, b""), write)

    await asyncio.gather(*map(plant, matches))


async def pages(replica: Replica, request: pb.ListMatchesRequest) -> list[pb.ListMatchesResponse]:
    found = []
    while True:
        found.append(await replica.app.call("ListMatches")(request, SOMEBODY))
        if not found[-1].next_page_token:
            return found
        request.page_token = found[-1].next_page_token


def every_kind() -> list[match_pb2.Match]:
    kinds = [
        summary(0),
        full(summary(1)),
        full(summary(2, state=PLAYING)),
        summary(3, state=match_pb2.MATCH_STATE_ABANDONED),
        full(summary(4, state=match_pb2.MATCH_STATE_FINISHED)),
        summary(5, mode="3v3"),
        summary(6, edition="first-edition"),
        summary(7, seat_count=8),
        full(summary(8, seat_count=8)),
        full(summary(9, mode="3v3", state=PLAYING)),
    ]
    for n in range(10, 30):
        kinds.append(match_pb2.Match.FromString(kinds[n % 10].SerializeToString()))
        kinds[n].name = f"matches/m{n}"
    return kinds


FILTERS: list[tuple[dict[str, Any], set[int]]] = [
    ({}, set(range(10))),
    ({"state": LOBBY}, {0, 1, 5, 6, 7, 8}),
    ({"state": PLAYING}, {2, 9}),
    ({"state": match_pb2.MATCH_STATE_FINISHED}, {4}),
    ({"state": match_pb2.MATCH_STATE_ABANDONED}, {3}),
    ({"state": 77}, set()),
    ({"joinable": True}, {0, 5, 6, 7}),
    ({"joinable": True, "state": PLAYING}, set()),
    ({"mode": "3v3"}, {5, 9}),
    ({"mode": "identity", "state": PLAYING}, {2}),
    ({"mode": "no such"}, set()),
    ({"edition": "first-edition"}, {6}),
    ({"seat_count": 8}, {7, 8}),
    ({"seat_count": 8, "joinable": True}, {7}),
    ({"seat_count": 2**32 - 1}, set()),
]


@pytest.mark.parametrize("page_size", [0, 1, 3])
@pytest.mark.parametrize(("wanted", "kinds"), FILTERS, ids=lambda value: str(value)[:40])
async def test_pages_hold_what_was_asked_for_each_once_and_in_order(
    store: Store, redis: Redis, wanted: dict[str, Any], kinds: set[int], page_size: int
) -> None:
    await planted(store, every_kind())
    replica = Replica(store)
    everything = [match.name for page in await pages(replica, pb.ListMatchesRequest()) for match in page.matches]
    assert len(everything) == 30
    found = await pages(replica, pb.ListMatchesRequest(page_size=page_size, **wanted))
    assert all(len(page.matches) <= (page_size or 100) for page in found)
    names = [match.name for page in found for match in page.matches]
    assert names == [name for name in everything if int(name.removeprefix("matches/m")) % 10 in kinds]


async def test_a_page_token_is_a_place_whatever_the_filters_are(store: Store) -> None:
    """With others it goes on from there: nothing before it, and everything after it that fits."""
    await planted(store, every_kind())
    replica = Replica(store)
    everything = [match for page in await pages(replica, pb.ListMatchesRequest()) for match in page.matches]
    page = await replica.app.call("ListMatches")(pb.ListMatchesRequest(page_size=3, state=LOBBY), SOMEBODY)
    place = [match.name for match in everything].index(page.matches[-1].name)
    rest = await pages(replica, pb.ListMatchesRequest(page_token=page.next_page_token, seat_count=8))
    expected = [match.name for match in everything[place + 1 :] if match.ruleset.seat_count == 8]
    assert [match.name for page in rest for match in page.matches] == expected


async def test_the_last_page_says_that_it_is_the_last(store: Store) -> None:
    await planted(store, every_kind())
    found = await pages(Replica(store), pb.ListMatchesRequest(seat_count=8, page_size=6))
    assert [len(page.matches) for page in found] in ([6], [6, 0])


@pytest.mark.parametrize("token", ["nonsense", "MS4y.", "é", "MTIz", "A" * 5000])
async def test_a_page_token_that_was_made_up_is_refused(calls: Calls, token: str) -> None:
    refused = await refusal(calls.stub.ListMatches(pb.ListMatchesRequest(page_token=token, mode="3v3")))
    assert refused[:2] == (INVALID, "PAGE_TOKEN_INVALID")


async def test_a_negative_page_size_is_refused(calls: Calls) -> None:
    refused = await refusal(calls.stub.ListMatches(pb.ListMatchesRequest(page_size=-1)))
    assert refused == (INVALID, "FIELD_INVALID", {"field": "page_size"})


async def test_unlisted_matches_are_never_listed(store: Store) -> None:
    await planted(store, (summary(n) for n in range(5)), listed=False)
    await planted(store, [summary(7)])
    for wanted, _ in FILTERS:
        found = await pages(Replica(store), pb.ListMatchesRequest(**wanted))
        assert {match.name for page in found for match in page.matches} <= {"matches/m7"}


async def test_an_unlisted_match_stays_unlisted_whatever_happens_to_it(calls: Calls) -> None:
    match = await create(calls, match_pb2.Match(ruleset=ruleset(4), unlisted=True, auto_start=True))
    assert match.unlisted
    joined = [await join(calls, match.name) for _ in range(4)]
    quickly = await quick(calls)
    await leave(calls, match.name, joined[0].seat_token)
    await calls.abandon(match.name)
    assert (await calls.get(match.name)).unlisted
    request, names = pb.ListMatchesRequest(), set[str]()
    while True:
        page = await calls.stub.ListMatches(request)
        names |= {found.name for found in page.matches}
        request.page_token = page.next_page_token
        if not page.next_page_token:
            break
    assert not names & {match.name, quickly.match.name}


# -- bounded work


async def test_a_page_of_what_is_rare_looks_at_so_many_matches_and_no_more(
    store: Store, redis: Redis, pytestconfig: pytest.Config
) -> None:
    """However small the page and however rare what it asks for; and page by page everything is found."""
    many = 20_000 if pytestconfig.getoption("nightly") else 2500
    rare = {many // 3, many // 2, many - 1}
    for first in range(0, many, 500):
        matches = [summary(n, seat_count=8 if n in rare else 4) for n in range(first, min(many, first + 500))]
        await planted(store, matches)
    replica = Replica(store)
    for size in (0, 1):
        found, request = [], pb.ListMatchesRequest(page_size=size, seat_count=8)
        while True:
            await redis.config_resetstat()
            page = await replica.app.call("ListMatches")(request, SOMEBODY)
            work = await redis.info("commandstats")
            looked_at = work["cmdstat_hget"]["calls"]
            assert looked_at <= listing.MOST_LOOKED_AT + 100
            assert work["cmdstat_zrange"]["calls"] <= 256 * 40
            found += [match.name for match in page.matches]
            request.page_token = page.next_page_token
            if not page.next_page_token:
                break
        assert sorted(found) == sorted(f"matches/m{n}" for n in rare)


# -- annotations


def annotated(annotations: dict[str, str]) -> match_pb2.Match:
    return match_pb2.Match(ruleset=ruleset(4), annotations=annotations)


GOOD = [
    {"room": "7"},
    {"": ""},
    {f"key{n}": "" for n in range(16)},
    {"k": "v" * 1023},
    {"三国": "杀" * 339},
    {"\0": "\u202e any text at all \n"},
]
BAD = [{f"key{n}": "" for n in range(17)}, {"k": "v" * 1024}, {"三国": "杀" * 340}, {"k" * 1025: ""}]


@pytest.mark.parametrize("annotations", GOOD, ids=lambda value: str(value)[:20])
async def test_annotations_come_back_as_they_were(calls: Calls, annotations: dict[str, str]) -> None:
    match = await create(calls, annotated(annotations))
    assert dict(match.annotations) == annotations
    assert dict((await calls.get(match.name)).annotations) == annotations
    stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=match.name, cursor=BEGINNING))
    assert dict((await stream.read()).update.match.annotations) == annotations
    page = await calls.stub.ListMatches(pb.ListMatchesRequest())
    assert [dict(found.annotations) for found in page.matches if found.name == match.name] == [annotations]
    await calls.abandon(match.name)
    assert dict((await calls.get(match.name)).annotations) == annotations


@pytest.mark.parametrize("annotations", BAD, ids=lambda value: str(value)[:20])
async def test_annotations_have_bounds(calls: Calls, annotations: dict[str, str]) -> None:
    refused = await refusal(create(calls, annotated(annotations)))
    assert refused == (INVALID, "FIELD_INVALID", {"field": "annotations"})


async def test_the_order_in_which_annotations_were_written_is_no_part_of_the_request(calls: Calls) -> None:
    """A map has none: a repeat may be written otherwise."""
    once = request_id()
    letters = dict.fromkeys(string.ascii_lowercase[:16], "x")
    first = await create(calls, annotated(letters), id=once)
    assert await create(calls, annotated(dict(reversed(letters.items()))), id=once) == first
    other = annotated({**letters, "a": "y"})
    assert (await refusal(create(calls, other, id=once))).reason == "REQUEST_ID_REUSED"


# -- names


NAMES = ["", "Zhao", "赵云", "x" * 32, "🐉" * 32, "Ç é ñ", "a b", "العربية"]
BAD_NAMES = {
    "long": "x" * 33,
    "long in characters": "杀" * 33,
    "line end": "a\nb",
    "escape": "\x1b[31m",
    "nul": "a\0b",
    "del": "a\x7f",
    "c1": "a\x9b",
    "right-to-left override": "a\u202eb",
    "isolate": "a\u2066b",
    "right-to-left mark": "a\u200fb",
    "joiner": "a\u200db",
    "byte order mark": "\ufeffa",
    "line separator": "a\u2028b",
    "private": "a\ue000",
    "unassigned": "a\u0378",
    "tag": "a\U000e0041",
}


@pytest.mark.parametrize("name", NAMES)
async def test_a_display_name_is_shown_as_it_was_said(calls: Calls, name: str) -> None:
    match = await calls.create(4)
    joined = await join(calls, match.name, 1, name)
    assert joined.match.seats[1].display_name == name
    assert (await calls.get(match.name)).seats[1].display_name == name
    left = await leave(calls, match.name, joined.seat_token)
    assert left.seats[1].display_name == ""


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES.keys())
async def test_what_could_disturb_a_line_of_text_is_no_name(calls: Calls, name: str) -> None:
    match = await calls.create(4)
    named = match_pb2.Match(ruleset=ruleset(4), seats=[match_pb2.MatchSeat(seat=2, display_name=name)])
    for call in (join(calls, match.name, 1, name), quick(calls, display_name=name), create(calls, named)):
        assert await refusal(call) == (INVALID, "FIELD_INVALID", {"field": "display_name"})
    assert not any(seat.taken for seat in (await calls.get(match.name)).seats)


# -- seats


async def test_a_player_may_choose_the_seat(calls: Calls) -> None:
    match = await calls.create(5)
    assert [(await join(calls, match.name, seat)).seat for seat in (3, 0, None, None)] == [3, 0, 1, 2]
    assert [seat.taken for seat in (await calls.get(match.name)).seats] == [True] * 4 + [False]


async def test_a_seat_that_is_taken_or_does_not_exist_is_refused(calls: Calls) -> None:
    match = await calls.create(5, bots=[4])
    await join(calls, match.name, 3)
    before = await calls.get(match.name)
    for seat in (3, 4):
        assert (await refusal(join(calls, match.name, seat)))[:2] == (FAILED, "SEAT_TAKEN")
    for seat in (5, 2**32 - 1):
        assert await refusal(join(calls, match.name, seat)) == (INVALID, "FIELD_INVALID", {"field": "seat"})
    assert await calls.get(match.name) == before


async def test_of_many_who_want_one_seat_one_gets_it(calls: Calls) -> None:
    match = await calls.create(5)
    answers = await asyncio.gather(*(join(calls, match.name, 2) for _ in range(6)), return_exceptions=True)
    assert sum(isinstance(answer, pb.JoinMatchResponse) for answer in answers) == 1


async def test_seats_named_at_the_creation_are_taken_and_their_tokens_issued(calls: Calls) -> None:
    named = match_pb2.Match(ruleset=ruleset(4), seats=[match_pb2.MatchSeat(seat=2, display_name="Zhao")])
    match = await create(calls, named, bot_seats=[0])
    assert [(seat.taken, seat.bot, seat.display_name) for seat in match.seats] == [
        *((True, True, ""), (False, False, ""), (True, False, "Zhao"), (False, False, ""))
    ]
    assert (await refusal(join(calls, match.name, 2))).reason == "SEAT_TAKEN"
    token = (await issue(calls, match.name, 2)).token
    assert (await leave(calls, match.name, token)).seats[2].display_name == ""
    outside = match_pb2.Match(ruleset=ruleset(4), seats=[match_pb2.MatchSeat(seat=4, display_name="Zhao")])
    assert await refusal(create(calls, outside)) == (INVALID, "FIELD_INVALID", {"field": "seats"})


# -- starting by itself


@pytest.mark.parametrize("auto_start", [False, True])
async def test_a_match_starts_by_itself_where_that_was_agreed(calls: Calls, auto_start: bool) -> None:
    match = await create(calls, match_pb2.Match(ruleset=ruleset(4), auto_start=auto_start), bot_seats=[1])
    assert match.auto_start is auto_start
    joined = [await join(calls, match.name) for _ in range(3)]
    assert [each.match.state for each in joined] == [LOBBY, LOBBY, PLAYING if auto_start else LOBBY]
    if auto_start:
        view = pb.GetViewRequest(name=match.name)
        seen = await calls.stub.GetView(view, metadata=bearer(joined[0].seat_token))
        assert len(seen.view.seats[0].hand) >= 4
        assert (await refusal(calls.start(match.name)))[:2] == (FAILED, "MATCH_STARTED")


async def test_a_match_without_free_seats_from_the_beginning_starts_at_once_if_it_starts_by_itself(
    calls: Calls,
) -> None:
    seats = [match_pb2.MatchSeat(seat=seat, display_name=f"p{seat}") for seat in range(3)]
    for starts, state in ((True, PLAYING), (False, LOBBY)):
        wanted = match_pb2.Match(ruleset=ruleset(4), auto_start=starts, seats=seats)
        assert (await create(calls, wanted, bot_seats=[3])).state == state
