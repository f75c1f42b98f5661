"""Listing: every match once, the newest first, over all buckets."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest
from redis.asyncio import Redis

from service.store import BUCKETS, BadPageToken, ListedMatch, Request, Store, Write, bucket_of


async def create(store: Store, match_id: str) -> None:
    await store.create(
        match_id, Request.of("", match_id, b""), Write(commit=b"c1", state=b"", summary=match_id.encode())
    )


async def pages(store: Store, page_size: int) -> list[list[ListedMatch]]:
    found, token = [], ""
    while True:
        page = await store.list_matches(page_size, token)
        found.append(page.matches)
        token = page.next_page_token
        if not token:
            return found


async def test_nothing_is_one_empty_page(store: Store) -> None:
    assert await pages(store, 10) == [[]]


@pytest.mark.parametrize("page_size", [1, 7, 50, 200])
async def test_pages_list_every_match_exactly_once_the_newest_first(store: Store, page_size: int) -> None:
    names = [f"m{n}" for n in range(50)]
    for name in names:
        await create(store, name)
    listed = await pages(store, page_size)
    assert [len(page) for page in listed[:-1]] == [page_size] * (len(listed) - 1)
    matches = [match for page in listed for match in page]
    assert sorted(match.match_id for match in matches) == sorted(names)
    assert [match.created_ms for match in matches] == sorted((match.created_ms for match in matches), reverse=True)
    assert all(match.summary == match.match_id.encode() for match in matches)


async def test_many_matches_in_one_bucket_are_listed_like_any(store: Store) -> None:
    crowded = (name for n in count() if bucket_of(name := f"m{n}") == BUCKETS - 1)
    names = [next(crowded) for _ in range(40)]
    names[10:10] = ["before"]
    names[30:30] = ["between"]
    names.append("after")
    for name in names:
        await create(store, name)
        await asyncio.sleep(0.0011)  # within a millisecond the order is by bucket
    for page_size in (3, 40, 100):
        assert [match.match_id for page in await pages(store, page_size) for match in page] == names[::-1]


async def test_within_a_bucket_creation_strictly_increases_even_if_the_clock_steps_back(
    store: Store, redis: Redis
) -> None:
    same_bucket = (name for n in count() if bucket_of(name := f"m{n}") == 7)
    first, second, third = (next(same_bucket) for _ in range(3))
    await create(store, first)
    in_an_hour = await store.now_ms() + 3_600_000
    await redis.zadd("{b007}:index", {first: in_an_hour})
    await create(store, second)
    await create(store, third)
    assert await redis.zrange("{b007}:index", 0, -1, withscores=True) == [
        (first.encode(), in_an_hour),
        (second.encode(), in_an_hour + 1),
        (third.encode(), in_an_hour + 2),
    ]


async def test_matches_created_and_deleted_meanwhile_do_not_disturb_the_rest(store: Store) -> None:
    for n in range(20):
        await create(store, f"m{n}")
    first = await store.list_matches(10)
    gone = first.matches[-1].match_id
    await store.delete(gone)
    await create(store, "late")
    rest = await store.list_matches(100, first.next_page_token)
    seen = [match.match_id for match in (*first.matches, *rest.matches)]
    assert sorted(seen) == sorted(f"m{n}" for n in range(20))


@pytest.mark.parametrize("token", ["nonsense", "!!", "MS4y.", "é", "MTIz"])
async def test_a_made_up_page_token_is_refused(store: Store, token: str) -> None:
    with pytest.raises(BadPageToken):
        await store.list_matches(10, token)
