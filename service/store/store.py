"""The matches in Redis: typed calls over the scripts. Holds no match and no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Self

from redis.exceptions import ResponseError

from service.store import address, scripts
from service.store.claims import claim
from service.store.cluster import Cluster
from service.store.errors import reading, writing
from service.store.keys import due_key, expiry_key, keys_of, match_key, request_identity
from service.store.listing import page
from service.store.open_count import OpenCount
from service.store.records import (
    After,
    Applied,
    Conflict,
    DueMatch,
    EventPage,
    Exists,
    Instant,
    Limited,
    MatchPage,
    NotFound,
    Repeat,
    Request,
    RequestReused,
    Said,
    StoredMatch,
    Timed,
    Write,
)
from service.store.replicated import ReplicaWait
from service.store.replies import ms_of
from service.store.sentinel import Primary
from service.store.servers import Servers
from service.store.topology import Limits, SingleServer, Topology
from service.store.watch import Hub, Watch
from service.store.wire import Connect

REQUEST_TTL_MS: Final = 600_000
KEPT_MESSAGES: Final = 100  # of a channel
MOST_CHANNELS: Final = 7  # everybody's, and one for each speaker whom not all may hear; or one for each team
TIME_DIGITS: Final = 13  # in front of log entries and messages
NO_ANSWER: Final = "the script answered with something else"  # which may hold a hand: it is not shown


class Store:
    """All matches behind one address.

    Errors of every call: `StoreUnavailable` (nothing was written); of the calls that write also `OutcomeUnknown`.
    Times are milliseconds on the clock of Redis, which is the only clock.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float = 2.0,
        connect_timeout: float = 0.5,
        request_ttl_ms: int = REQUEST_TTL_MS,
        watch_poll: float = 15.0,
        replicas: int = 0,
        replicas_ms: int = 1000,
        on_late_replicas: Callable[[], None] = lambda: None,
    ) -> None:
        """Connects on first use, and again whenever that is needed.

        url               as `address.read` takes it
        timeout           seconds a reply may take
        connect_timeout   seconds the making of a connection may take
        request_ttl_ms    how long the reply to a commit is kept for a repeat
        watch_poll        seconds after which a watch wakes without a message
        replicas          how many must have a write before it is acknowledged
        replicas_ms       how long they may take; then the outcome is unknown
        on_late_replicas  called for every write that they did not have in time

        Raises `BadAddress`.
        """
        limits = Limits(timeout, connect_timeout)
        wait = ReplicaWait(replicas, replicas_ms, on_late_replicas) if replicas else None
        self._address = address.read(url, connect_timeout=connect_timeout)
        self._redis = _topology(self._address, limits, wait)
        self._hub = Hub(self._redis.connect_watch, timeout=timeout, connect_timeout=connect_timeout, poll=watch_poll)
        self.open_matches = OpenCount(self._redis)
        self.open_series = OpenCount(self._redis, "open-series")
        self._request_ttl_ms = request_ttl_ms
        self.servers = Servers(self._redis)
        if isinstance(self._address, Primary):
            self._address.on_switch = self._leave

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._hub.close()
        await self._redis.close()
        if isinstance(self._address, Primary):
            await self._address.close()

    def _leave(self) -> None:
        """The sentinels have named another primary."""
        assert isinstance(self._redis, SingleServer)
        self._redis.drop()
        self._hub.drop()

    async def ping(self) -> None:
        """Returns if Redis answers."""
        with reading():
            await self._redis.call_any("PING")

    async def inquire(self, *command: str) -> Any:
        """What the server says about itself (INFO, CONFIG GET); None where it may not be asked."""
        with reading():
            try:
                return await self._redis.call_any(*command)
            except ResponseError:
                return None

    async def now_ms(self) -> int:
        with reading():
            return ms_of(await self._redis.call_any("TIME"))

    async def create(self, match_id: str, request: Request, write: Write) -> Applied | Repeat | RequestReused | Exists:
        """Store a new match. The same request is answered alike for as long as the match lives."""
        identity = request_identity(request.caller, request.request_id)
        head = (
            *(match_id, *_content(write), request.body_hash, write.reply, identity),
            *(int(write.listed), _instant(write.opened), len(write.events)),
        )
        with writing():
            answer = await scripts.CREATE.run(self._redis, keys_of(match_id), *head, *write.events, *write.log)
        match answer:
            case [b"applied", now, commit, new_head]:
                return Applied(commit, new_head, now)
            case [b"repeat", now, reply]:
                return Repeat(reply, now)
            case [b"reused", now]:
                return RequestReused(now)
            case [b"exists", now]:
                return Exists(now)
        raise AssertionError(NO_ANSWER)

    async def commit(
        self, match_id: str, request: Request | None, write: Write, *, expected_commit: bytes, expected_head: int
    ) -> Applied | Conflict | Repeat | RequestReused | NotFound:
        """Write one step of a match if it still stands at the expected commit and head; all of it or nothing.

        A repeated request is answered with its stored reply, whatever the match has become since.
        `request` is None for steps nobody asked for (deadlines, house players).
        """
        keys = keys_of(match_id)
        used: list[str] = [*keys[:5]]
        body_hash = b""
        if request is not None:
            used.append(keys.request(request_identity(request.caller, request.request_id)))
            body_hash = request.body_hash
        head = (
            *(match_id, *_content(write), body_hash, write.reply),
            *(expected_commit, expected_head, self._request_ttl_ms, _instant(write.opened), len(write.events)),
        )
        with writing():
            answer = await scripts.COMMIT.run(self._redis, used, *head, *write.events, *write.log)
        match answer:
            case [b"applied", now, commit, new_head, opened]:
                return Applied(commit, new_head, now, opened)
            case [b"conflict", now, commit, current_head]:
                return Conflict(commit, current_head, now)
            case [b"repeat", now, reply]:
                return Repeat(reply, now)
            case [b"reused", now]:
                return RequestReused(now)
            case [b"missing", now]:
                return NotFound(now)
        raise AssertionError(NO_ANSWER)

    async def reply_for(self, match_id: str, request: Request) -> Repeat | RequestReused | None:
        """How `commit` would answer a request it has seen; None if it has not. Waits for replicas as `commit` does."""
        key = keys_of(match_id).request(request_identity(request.caller, request.request_id))
        with writing():
            answer = await scripts.REPLY.run(self._redis, [key], request.body_hash, self._request_ttl_ms)
        match answer:
            case [b"repeat", now, reply]:
                return Repeat(reply, now)
            case [b"reused", now]:
                return RequestReused(now)
        return None

    async def load(self, match_id: str) -> StoredMatch | None:
        with reading():
            fields = await scripts.LOAD.run(self._redis, [match_key(match_id)])
        if fields is None:
            return None
        state, commit, head, opened = fields
        return StoredMatch(state, commit, int(head), int(opened or 0))

    async def events(self, match_id: str, after: int, limit: int) -> EventPage | None:
        """At most `limit` events with ordinals above `after`; None if there is no such match."""
        if after < 0 or limit < 1:
            raise ValueError("events are counted from 1")
        with reading():
            page = await scripts.EVENTS.run(self._redis, keys_of(match_id)[:2], after, after + limit - 1)
        return None if page is None else EventPage(page[1], int(page[0]))

    async def log(self, match_id: str, first: int = 0) -> list[Timed]:
        """Every log entry, without the `first` ones; empty if there is no such match."""
        with reading():
            key = keys_of(match_id).log
            entries: list[bytes] = await self._redis.call(key, "LRANGE", key, first, -1)
        return list(map(_timed, entries))

    async def memory(self, match_id: str) -> int:
        """How many bytes a match takes in Redis, without what expires by itself (replies to requests); 0 if there is
        no such match."""
        keys = keys_of(match_id)
        own = (keys.match, keys.events, keys.log, keys.talk)
        with reading():
            sizes = await self._redis.call_all([(key, ("MEMORY", "USAGE", key, "SAMPLES", 0)) for key in own])
        return sum(size or 0 for size in sizes)

    async def say(
        self, match_id: str, request: Request, seat: int, message: bytes, most: int
    ) -> Said | Limited | RequestReused | NotFound:
        """Keep a message, unless the seat has sent `most` within the minute; who watches the match wakes. Only the last
        `KEPT_MESSAGES` of a channel are kept."""
        keys = keys_of(match_id)
        identity = request_identity(request.caller, request.request_id)
        used = [keys.match, keys.talk, keys.talk_tally(seat), keys.request(identity)]
        limits = (most, KEPT_MESSAGES, self._request_ttl_ms)
        with writing():
            answer = await scripts.SAY.run(self._redis, used, request.body_hash, message, *limits)
        match answer:
            case [b"said" | b"repeat", _, ms]:
                return Said(ms)
            case [b"limited", now]:
                return Limited(now)
            case [b"reused", now]:
                return RequestReused(now)
            case [b"missing", now]:
                return NotFound(now)
        raise AssertionError(NO_ANSWER)

    async def messages(self, match_id: str, after_ms: int, limit: int = KEPT_MESSAGES * MOST_CHANNELS) -> list[Timed]:
        """The last messages after an instant, of all channels, the oldest first."""
        with reading():
            key = keys_of(match_id).talk
            newest: list[bytes] = await self._redis.call(
                key, "ZRANGE", key, "+inf", f"({after_ms}", "BYSCORE", "REV", "LIMIT", 0, limit
            )
        return list(map(_timed, reversed(newest)))

    async def swap(self, name: str, expected: str, value: str, ttl_ms: int) -> str:
        """Set a name outside of all matches, if it still has the expected value (empty: none); the value that it has
        then."""
        with writing():
            found: bytes = await scripts.SWAP.run(self._redis, [name], expected, value, ttl_ms)
        return found.decode()

    async def value(self, name: str) -> str:
        """What `swap` has set; empty where it has not, or it is long ago."""
        with reading():
            found = await self._redis.call(name, "GET", name)
        return found.decode() if found else ""

    async def delete(self, match_id: str) -> bool:
        """Remove a match; its watchers wake. False if there was none."""
        with writing():
            return bool(await scripts.DELETE.run(self._redis, keys_of(match_id), match_id, "now"))

    async def delete_expired(self, bucket: int, limit: int) -> list[str]:
        """Remove at most `limit` matches of a bucket whose expiry has passed, and name them."""
        key = expiry_key(bucket)
        with reading():
            now = ms_of(await self._redis.call(key, "TIME"))
            candidates = await self._redis.call(key, "ZRANGE", key, 0, now, "BYSCORE", "LIMIT", 0, limit)
        deleted = []
        for match_id in map(bytes.decode, candidates):
            with writing():
                if await scripts.DELETE_EXPIRED.run(self._redis, keys_of(match_id), match_id, "expired"):
                    deleted.append(match_id)
        return deleted

    async def claim_due(self, buckets: Iterable[int], limit: int, lease_ms: int) -> list[DueMatch]:
        """Claim at most `limit` due matches of some buckets, the longest due of a bucket first.

        A claimed match is due again after the lease, so nobody else takes it meanwhile and a dead claimant only delays
        it; the commit that serves the match sets its next due time. On Redis Cluster, nodes that are away are left out.
        """
        return await claim(self._redis, [due_key(bucket) for bucket in buckets], limit, lease_ms)

    async def list_matches(self, page_size: int, page_token: str = "") -> MatchPage:
        """The next `page_size` matches, the newest first. A match that lives throughout is listed exactly once.

        Raises `BadPageToken`.
        """
        return await page(self._redis, page_size, page_token)

    async def matches_of(self, bucket: int) -> list[str]:
        """The ids of all matches of a bucket, listed or not."""
        with reading():
            found = await self._redis.call(expiry_key(bucket), "ZRANGE", expiry_key(bucket), 0, -1)
        return [id.decode() for id in found]

    async def summaries(self, match_ids: Sequence[str]) -> list[bytes]:
        """Those of some matches of one bucket, without those that are gone."""
        with reading():
            keys = [match_key(match_id) for match_id in match_ids]
            found = await self._redis.call_all([(key, ("HGET", key, "summary")) for key in keys])
        return [summary for summary in found if summary is not None]

    def wake_all(self) -> None:
        """Every watch of this process wakes, with an empty `Change`."""
        self._hub.wake_all()

    def watch(self, match_id: str) -> Watch:
        """`async with store.watch(match_id) as watch:`, then `await watch.changed()` or `async for change in watch`."""
        return self._hub.watch(match_key(match_id))


def _topology(found: Connect | Primary | address.ClusterAddress, limits: Limits, wait: ReplicaWait | None) -> Topology:
    if isinstance(found, address.ClusterAddress):
        return Cluster(found, limits, wait)
    return SingleServer(found.connect if isinstance(found, Primary) else found, limits, wait)


def _content(write: Write) -> tuple[bytes, bytes, bytes, str, str]:
    due = " ".join(map(_instant, write.due))
    return write.commit, write.state, write.summary, due, _instant(write.expiry)


def _timed(entry: bytes) -> Timed:
    return Timed(int(entry[:TIME_DIGITS]), entry[TIME_DIGITS:])


def _instant(instant: Instant | None) -> str:
    if instant is None:
        return ""
    return f"+{instant.ms}" if isinstance(instant, After) else f"@{instant.ms}"
