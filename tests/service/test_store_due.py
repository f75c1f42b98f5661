"""Due matches: claimed by one replica at a time, never lost by a dead one."""

from __future__ import annotations

import asyncio

from redis.asyncio import Redis

from service.store import (
    BUCKETS,
    After,
    Applied,
    At,
    DueMatch,
    Instant,
    Request,
    Store,
    Write,
    bucket_of,
)

EVERYWHERE = range(BUCKETS)


async def create(store: Store, match_id: str, *due: Instant) -> None:
    await store.create(match_id, Request.of("", match_id, b""), Write(commit=b"c1", state=b"", due=due))


def ids(claimed: list[DueMatch]) -> list[str]:
    return sorted(match.match_id for match in claimed)


async def test_only_what_is_due_is_claimed(store: Store) -> None:
    await create(store, "overdue", At(1))
    await create(store, "now", After(0))
    await create(store, "later", After(60_000))
    await create(store, "never")
    assert ids(await store.claim_due(EVERYWHERE, 10, 1000)) == ["now", "overdue"]


async def test_a_claim_tells_when_the_match_was_due_what_time_it_is_and_when_the_lease_ends(store: Store) -> None:
    await create(store, "overdue", At(17))
    before = await store.now_ms()
    [claim] = await store.claim_due(EVERYWHERE, 10, 1000)
    assert claim.due_ms == 17
    assert before <= claim.now_ms <= await store.now_ms()
    assert claim.lease_ends_ms == claim.now_ms + 1000


async def test_concurrent_claims_share_the_matches_without_overlap(store: Store) -> None:
    names = [f"m{n:03d}" for n in range(100)]
    for name in names:
        await create(store, name, At(1))
    claims = await asyncio.gather(*(store.claim_due(EVERYWHERE, 10, 60_000) for _ in range(12)))
    assert max(map(len, claims)) == 10
    assert ids([match for claim in claims for match in claim]) == names


async def test_the_claim_of_a_dead_replica_lapses(store: Store) -> None:
    await create(store, "orphan", At(1))
    assert ids(await store.claim_due(EVERYWHERE, 10, 30)) == ["orphan"]
    assert await store.claim_due(EVERYWHERE, 10, 30) == []
    await asyncio.sleep(0.04)
    assert ids(await store.claim_due(EVERYWHERE, 10, 60_000)) == ["orphan"]


async def test_the_commit_that_serves_a_claimed_match_sets_its_next_due_time(store: Store) -> None:
    await create(store, "again", At(1))
    await store.claim_due(EVERYWHERE, 10, 60_000)
    write = Write(commit=b"c2", state=b"", due=[After(0)])
    await store.commit("again", None, write, expected_commit=b"c1", expected_head=0)
    assert ids(await store.claim_due(EVERYWHERE, 10, 60_000)) == ["again"]


async def test_a_commit_without_due_time_ends_the_waiting(store: Store) -> None:
    await create(store, "over", At(1))
    await store.commit("over", None, Write(commit=b"c2", state=b""), expected_commit=b"c1", expected_head=0)
    assert await store.claim_due(EVERYWHERE, 10, 1000) == []


async def test_a_refused_commit_leaves_the_due_time_alone(store: Store) -> None:
    await create(store, "m", At(1))
    await store.commit("m", None, Write(commit=b"c2", state=b""), expected_commit=b"stale", expected_head=0)
    assert ids(await store.claim_due(EVERYWHERE, 10, 1000)) == ["m"]


async def test_the_longest_due_match_of_a_bucket_comes_first(store: Store) -> None:
    for due in (30, 10, 20):
        await create(store, f"m{due}", At(due))
    claimed = [match.due_ms for bucket in EVERYWHERE for match in await store.claim_due([bucket], 10, 60_000)]
    assert sorted(claimed) == [10, 20, 30]


async def committed(store: Store, number: int, *due: Instant, opened: Instant | None = None) -> Applied:
    """The commit c<number> of the match m, on top of the one before."""
    write = Write(commit=b"c%d" % number, state=b"", due=due, opened=opened)
    answer = await store.commit("m", None, write, expected_commit=b"c%d" % (number - 1), expected_head=0)
    assert isinstance(answer, Applied)
    return answer


async def due_at(redis: Redis) -> float | None:
    return await redis.zscore(f"{{b{bucket_of('m'):03d}}}:due", "m")


async def test_when_a_question_was_opened_is_the_time_of_its_commit_and_is_kept(store: Store) -> None:
    await create(store, "m")
    first = await committed(store, 2, opened=After(0))
    assert first.opened_ms == first.now_ms
    again = await committed(store, 3, opened=At(first.opened_ms))
    assert again.opened_ms == first.opened_ms
    match = await store.load("m")
    assert match is not None
    assert match.opened_ms == first.opened_ms
    assert (await committed(store, 4)).opened_ms == 0


async def test_a_match_is_due_at_the_earliest_of_its_instants(store: Store, redis: Redis) -> None:
    await create(store, "m")
    alone = await committed(store, 2, After(5000))
    assert await due_at(redis) == alone.now_ms + 5000
    sooner = await committed(store, 3, After(300), At(alone.now_ms + 5000))
    assert await due_at(redis) == sooner.now_ms + 300
    await committed(store, 4, After(60_000), At(alone.now_ms + 5000))
    assert await due_at(redis) == alone.now_ms + 5000
    await committed(store, 5)
    assert await due_at(redis) is None
