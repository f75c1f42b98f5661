"""One atomic step: what is written, what is refused, what a repeat is answered."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from service.store import (
    After,
    Applied,
    At,
    Conflict,
    Exists,
    NotFound,
    Repeat,
    Request,
    RequestReused,
    Store,
    Write,
    bucket_of,
    new_commit_id,
    scripts,
)
from tests.service.planting import logged

MATCH = "m-1"
CREATE = Request.of("host", "create-1", b"a match, please")
ACT = Request.of("bot", "act-1", b"slash seat 3")


async def created(store: Store, match_id: str = MATCH) -> Applied:
    answer = await store.create(
        match_id,
        CREATE,
        Write(commit=b"c1", state=b"dealt", events=[b"e1", b"e2"], summary=b"open", reply=b"your match"),
    )
    assert isinstance(answer, Applied)
    return answer


def step(commit: bytes = b"c2", **fields: object) -> Write:
    written = {"state": b"slashed", "events": [b"e3"], "log": [b"slash"], "reply": b"done", **fields}
    return Write(commit=commit, **written)  # type: ignore[arg-type]  # the fields of Write, as each test needs them


async def contents(redis: Redis) -> dict[bytes, object]:
    """Everything the server holds."""
    found: dict[bytes, object] = {}
    for key in sorted(await redis.keys()):
        match await redis.type(key):
            case b"hash":
                found[key] = await redis.hgetall(key)
            case b"list":
                found[key] = await redis.lrange(key, 0, -1)
            case b"zset":
                found[key] = await redis.zrange(key, 0, -1, withscores=True)
            case b"string":
                found[key] = await redis.get(key)
    return found


async def test_a_created_match_can_be_loaded(store: Store) -> None:
    answer = await created(store)
    match = await store.load(MATCH)
    assert match is not None
    assert (match.state, match.commit, match.head, match.opened_ms) == (b"dealt", b"c1", 2, 0)
    [listed] = (await store.list_matches(10)).matches
    assert (listed.summary, listed.created_ms) == (b"open", answer.now_ms)


async def test_what_was_never_created_is_not_there(store: Store) -> None:
    assert await store.load(MATCH) is None
    assert await store.events(MATCH, 0, 10) is None
    assert await logged(store, MATCH) == []
    assert isinstance(await store.commit(MATCH, ACT, step(), expected_commit=b"c1", expected_head=0), NotFound)


async def test_a_commit_writes_state_events_log_and_head(store: Store) -> None:
    await created(store)
    answer = await store.commit(MATCH, ACT, step(), expected_commit=b"c1", expected_head=2)
    assert isinstance(answer, Applied)
    assert (answer.commit, answer.head) == (b"c2", 3)
    match = await store.load(MATCH)
    assert match is not None
    assert (match.state, match.commit, match.head) == (b"slashed", b"c2", 3)
    assert [listed.summary for listed in (await store.list_matches(10)).matches] == [b"open"]
    assert await logged(store, MATCH) == [b"slash"]
    page = await store.events(MATCH, 0, 10)
    assert page is not None
    assert (page.events, page.head) == ([b"e1", b"e2", b"e3"], 3)


async def test_any_bytes_survive(store: Store) -> None:
    every = bytes(range(256))
    await created(store)
    write = step(every, state=every, events=[every, b""], log=[b"", every], summary=every, reply=every)
    await store.commit(MATCH, ACT, write, expected_commit=b"c1", expected_head=2)
    match = await store.load(MATCH)
    assert match is not None
    assert (match.state, match.commit) == (every, every)
    assert [listed.summary for listed in (await store.list_matches(10)).matches] == [every]
    assert await logged(store, MATCH) == [b"", every]
    answer = await store.reply_for(MATCH, ACT)
    assert isinstance(answer, Repeat)
    assert answer.reply == every


async def test_a_step_may_cause_thousands_of_events(store: Store) -> None:
    await created(store)
    events = [b"%d" % n for n in range(9_000)]
    log = [b"a%d" % n for n in range(2_500)]
    answer = await store.commit(MATCH, ACT, step(events=events, log=log), expected_commit=b"c1", expected_head=2)
    assert isinstance(answer, Applied)
    assert answer.head == 9_002
    page = await store.events(MATCH, 2, 10_000)
    assert page is not None
    assert page.events == events
    assert await logged(store, MATCH) == log


@pytest.mark.parametrize(("commit", "head"), [(b"c0", 2), (b"c1", 1), (b"c1", 3)])
async def test_a_stale_commit_or_head_is_refused_and_writes_nothing(
    store: Store, redis: Redis, commit: bytes, head: int
) -> None:
    await created(store)
    before = await contents(redis)
    answer = await store.commit(MATCH, ACT, step(due=[After(5)]), expected_commit=commit, expected_head=head)
    assert isinstance(answer, Conflict)
    assert (answer.commit, answer.head) == (b"c1", 2)
    assert await contents(redis) == before


async def test_a_repeated_commit_is_answered_with_the_stored_reply_and_writes_nothing(
    store: Store, redis: Redis
) -> None:
    await created(store)
    await store.commit(MATCH, ACT, step(), expected_commit=b"c1", expected_head=2)
    before = await contents(redis)
    answer = await store.commit(MATCH, ACT, step(b"c3", reply=b"other"), expected_commit=b"c2", expected_head=3)
    assert isinstance(answer, Repeat)
    assert answer.reply == b"done"
    assert await contents(redis) == before


async def test_a_repeat_is_answered_even_when_the_match_has_gone(store: Store) -> None:
    await created(store)
    await store.commit(MATCH, ACT, step(), expected_commit=b"c1", expected_head=2)
    await store.delete(MATCH)
    answer = await store.commit(MATCH, ACT, step(b"c3"), expected_commit=b"c1", expected_head=2)
    assert isinstance(answer, Repeat)


async def test_a_request_id_with_another_body_is_refused_and_writes_nothing(store: Store, redis: Redis) -> None:
    await created(store)
    await store.commit(MATCH, ACT, step(), expected_commit=b"c1", expected_head=2)
    before = await contents(redis)
    other = Request.of(ACT.caller, ACT.request_id, b"slash seat 4")
    answer = await store.commit(MATCH, other, step(b"c3"), expected_commit=b"c2", expected_head=3)
    assert isinstance(answer, RequestReused)
    assert isinstance(await store.reply_for(MATCH, other), RequestReused)
    assert await contents(redis) == before


async def test_two_callers_may_use_the_same_request_id(store: Store) -> None:
    await created(store)
    await store.commit(MATCH, ACT, step(), expected_commit=b"c1", expected_head=2)
    other = Request.of("another bot", ACT.request_id, b"slash seat 4")
    assert await store.reply_for(MATCH, other) is None
    assert isinstance(await store.commit(MATCH, other, step(b"c3"), expected_commit=b"c2", expected_head=3), Applied)


async def test_a_step_nobody_asked_for_stores_no_reply(store: Store, redis: Redis) -> None:
    await created(store)
    keys = await redis.keys()
    answer = await store.commit(MATCH, None, step(log=[b"x"]), expected_commit=b"c1", expected_head=2)
    assert isinstance(answer, Applied)
    assert set(await redis.keys()) - set(keys) == {b"{b%03d}:m:m-1:log" % bucket_of(MATCH)}


async def test_stored_replies_expire(store: Store, redis: Redis) -> None:
    await created(store)
    await store.commit(MATCH, ACT, step(), expected_commit=b"c1", expected_head=2)
    [key] = await redis.keys("*:r:*")
    assert 0 < await redis.pttl(key) <= 600_000


async def test_of_many_concurrent_commits_exactly_one_wins(store: Store) -> None:
    await created(store)
    answers = await asyncio.gather(
        *(
            store.commit(
                MATCH,
                Request.of("bot", f"act-{n}", b""),
                step(new_commit_id(), log=[b"%d" % n]),
                expected_commit=b"c1",
                expected_head=2,
            )
            for n in range(20)
        )
    )
    [winner] = [n for n, answer in enumerate(answers) if isinstance(answer, Applied)]
    assert sum(isinstance(answer, Conflict) for answer in answers) == 19
    assert await logged(store, MATCH) == [b"%d" % winner]


async def test_a_repeated_create_is_answered_alike_however_far_the_match_has_come(store: Store, redis: Redis) -> None:
    await created(store)
    await store.commit(MATCH, ACT, step(), expected_commit=b"c1", expected_head=2)
    before = await contents(redis)
    answer = await store.create(MATCH, CREATE, Write(commit=b"c9", state=b"other", reply=b"other"))
    assert isinstance(answer, Repeat)
    assert answer.reply == b"your match"
    assert await contents(redis) == before


async def test_a_create_with_another_body_is_refused(store: Store, redis: Redis) -> None:
    await created(store)
    before = await contents(redis)
    other = Request.of(CREATE.caller, CREATE.request_id, b"ten seats")
    assert isinstance(await store.create(MATCH, other, Write(commit=b"c9", state=b"other")), RequestReused)
    assert await contents(redis) == before


async def test_an_existing_match_is_never_overwritten(store: Store, redis: Redis) -> None:
    await created(store)
    before = await contents(redis)
    stranger = Request.of("stranger", "create-1", b"a match, please")
    assert isinstance(await store.create(MATCH, stranger, Write(commit=b"c9", state=b"other")), Exists)
    assert await contents(redis) == before


async def test_events_are_read_again_by_cursor(store: Store) -> None:
    await created(store)
    await store.commit(MATCH, ACT, step(events=[b"e3", b"e4", b"e5"]), expected_commit=b"c1", expected_head=2)
    pages = [await store.events(MATCH, after, 2) for after in (0, 2, 4, 5, 99)]
    assert [(page.events, page.head) for page in pages if page] == [
        ([b"e1", b"e2"], 5),
        ([b"e3", b"e4"], 5),
        ([b"e5"], 5),
        ([], 5),
        ([], 5),
    ]


@pytest.mark.parametrize(("after", "limit"), [(-1, 10), (0, 0)])
async def test_a_cursor_before_the_first_event_or_an_empty_page_is_refused(
    store: Store, after: int, limit: int
) -> None:
    await created(store)
    with pytest.raises(ValueError, match="counted from 1"):
        await store.events(MATCH, after, limit)


async def test_scripts_are_sent_again_after_the_server_forgot_them(store: Store, redis: Redis) -> None:
    await redis.script_flush()
    await created(store)
    await redis.script_flush()
    assert isinstance(await store.commit(MATCH, ACT, step(), expected_commit=b"c1", expected_head=2), Applied)
    await redis.script_flush()
    assert await store.load(MATCH) is not None
    await redis.script_flush()
    assert await store.claim_due(range(256), 10, 1000) == []


async def test_the_clock_is_that_of_the_server(store: Store, redis: Redis) -> None:
    seconds, _ = await redis.time()
    answer = await created(store)
    assert seconds * 1000 <= answer.now_ms <= await store.now_ms()


async def test_a_deleted_match_leaves_nothing_behind(store: Store, redis: Redis) -> None:
    await created(store)
    await store.commit(MATCH, None, step(due=[At(1)], expiry=At(1)), expected_commit=b"c1", expected_head=2)
    assert await store.delete(MATCH)
    assert await contents(redis) == {}
    assert not await store.delete(MATCH)


async def test_a_match_is_deleted_when_its_expiry_has_passed_and_not_before(store: Store) -> None:
    bucket = bucket_of(MATCH)
    await created(store)
    assert await store.delete_expired(bucket, 10) == []
    await store.commit(MATCH, None, step(b"c2", expiry=After(60_000)), expected_commit=b"c1", expected_head=2)
    assert await store.delete_expired(bucket, 10) == []
    await store.commit(MATCH, None, step(b"c3", expiry=After(0)), expected_commit=b"c2", expected_head=3)
    assert await store.delete_expired(bucket, 10) == [MATCH]
    assert await store.load(MATCH) is None


async def test_a_match_whose_expiry_was_put_off_meanwhile_is_spared(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.create(MATCH, CREATE, Write(commit=b"c1", state=b"dealt", expiry=After(0)))
    delete = scripts.DELETE_EXPIRED.run

    async def after_a_commit(*arguments: Any) -> Any:
        await store.commit(MATCH, None, step(expiry=After(60_000)), expected_commit=b"c1", expected_head=0)
        return await delete(*arguments)

    monkeypatch.setattr(scripts.DELETE_EXPIRED, "run", after_a_commit)
    assert await store.delete_expired(bucket_of(MATCH), 10) == []
    assert await store.load(MATCH) is not None


async def test_a_commit_without_expiry_takes_the_old_one_back(store: Store) -> None:
    await store.create(MATCH, CREATE, Write(commit=b"c1", state=b"dealt", expiry=After(0)))
    await store.commit(MATCH, None, step(), expected_commit=b"c1", expected_head=0)
    assert await store.delete_expired(bucket_of(MATCH), 10) == []


def test_a_body_hash_is_a_sha256() -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        Request("bot", "act-1", b"short")


def test_the_bucket_of_a_match_is_part_of_the_stored_format() -> None:
    assert [bucket_of(match_id) for match_id in ("", "m-1", "三国杀")] == [0, 180, 104]


async def test_the_memory_of_a_match_is_that_of_all_its_keys(store: Store) -> None:
    assert await store.memory(MATCH) == 0
    await created(store)
    before = await store.memory(MATCH)
    assert 0 < before < 2000
    large = step(state=bytes(3000), events=[bytes(4000)], log=[bytes(5000)])
    await store.commit(MATCH, ACT, large, expected_commit=b"c1", expected_head=2)
    await store.say(MATCH, Request.of("bot", "say-1", b""), 0, bytes(6000), 20)
    assert 18_000 < await store.memory(MATCH) - before < 30_000
