"""The list of all matches, merged from those of the buckets."""

from __future__ import annotations

import heapq
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from service.store.errors import BadPageToken, reading
from service.store.keys import BUCKETS, index_key, match_key
from service.store.records import ListedMatch, MatchPage
from service.store.replies import pairs
from service.store.topology import Topology

Place = tuple[int, int]
"""Creation and bucket of a match: creation is strictly increasing within a bucket."""

NEWEST: Final[Place] = (2**53, 0)  # which no match has reached


async def page(redis: Topology, page_size: int, page_token: str) -> MatchPage:
    """As `Store.list_matches`."""
    if page_size < 1:
        raise ValueError("a page holds at least one match")
    place = _place(page_token)
    found: list[tuple[int, int, bytes]] = []
    each = 2 + page_size // BUCKETS
    while len(found) <= page_size:
        chunk, complete = await _merged(redis, place, each)
        found += chunk
        if complete:
            break
        place = found[-1][:2]
        each *= 2
    listed = found[:page_size]
    matches = await _listed(redis, listed)
    token = _page_token(listed[-1][:2]) if len(found) > page_size else ""
    return MatchPage(matches, token)


async def _merged(redis: Topology, place: Place, each: int) -> tuple[list[tuple[int, int, bytes]], bool]:
    """Some matches older than a place, the newest first and without a gap, and whether there are no more.

    Takes at most `each` from every bucket.
    """
    created, last_bucket = place
    with reading():
        answers = await redis.call_all(
            [
                (
                    key := index_key(bucket),
                    (
                        *("ZRANGE", key, created if bucket < last_bucket else f"({created}", "-inf"),
                        *("BYSCORE", "REV", "LIMIT", 0, each, "WITHSCORES"),
                    ),
                )
                for bucket in range(BUCKETS)
            ]
        )
    runs: list[list[tuple[int, int, bytes]]] = []
    horizon: Place | None = None
    for bucket, answer in enumerate(answers):
        run = [(int(score), bucket, match_id) for match_id, score in pairs(answer)]
        runs.append(run)
        if len(run) == each and (horizon is None or run[-1][:2] > horizon):
            horizon = run[-1][:2]
    merged = heapq.merge(*runs, reverse=True)
    if horizon is None:
        return list(merged), True
    return [entry for entry in merged if entry[:2] >= horizon], False


async def _listed(redis: Topology, places: list[tuple[int, int, bytes]]) -> list[ListedMatch]:
    with reading():
        keys = [match_key(id.decode()) for _, _, id in places]
        summaries = await redis.call_all([(key, ("HGET", key, "summary")) for key in keys])
    return [
        ListedMatch(id.decode(), created, summary, _page_token((created, bucket)))
        for (created, bucket, id), summary in zip(places, summaries, strict=True)
        if summary is not None  # deleted since
    ]


def _page_token(place: Place) -> str:
    return urlsafe_b64encode("{}.{}".format(*place).encode()).decode()


def _place(page_token: str) -> Place:
    if not page_token:
        return NEWEST
    try:
        created, bucket = map(int, urlsafe_b64decode(page_token.encode()).decode().split("."))
    except ValueError as error:
        raise BadPageToken(page_token) from error
    if _page_token((created, bucket)) != page_token:  # the decoder overlooks foreign characters
        raise BadPageToken(page_token)
    return created, bucket
