"""Matches between the store and the engine: loaded, advanced by one step, written back, or not at all.

A warm copy of a match is kept by its commit id. It is taken out before it is advanced and put back only when its commit
was applied; on a conflict or an unknown outcome it is dropped. Correctness never depends on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec
from google.protobuf.message import Message

from engine.codec import Corrupted
from engine.match import Drift, Match
from engine.ruleset import UnknownRuleset

from .access.quota import Quota
from .config.settings import Settings
from .duty import clock
from .errors import ServiceError, without_pack
from .fleet.rules_version import rules_version
from .matches.stored import LogEntry, Stored, decode_event, decode_stored, encode, encode_stored
from .recent import Recent
from .reticent import Reticent
from .store import (
    Applied,
    Conflict,
    NotFound,
    OutcomeUnknown,
    Repeat,
    Request,
    RequestReused,
    Store,
    StoreUnavailable,
    Write,
    new_commit_id,
)
from .telemetry.metrics import Metrics
from .telemetry.unusable_matches import UnusableMatches
from .telling.resources import whole_message
from .to_its_end import ToItsEnd

T = TypeVar("T")
TRIES = 8
RECENT_EVENTS = 64  # kept at hand for those who watch


class Hosted:
    """A match as it stood at one commit. `opened_ms` is when what is asked now was asked first (0: nothing is). `sound`
    is the match running, once it has started; None too where it cannot be brought up, and `fault` says why."""

    __slots__ = ("commit", "fault", "head", "match_id", "opened_ms", "sound", "stored")

    def __init__(
        self,
        match_id: str,
        commit: bytes,
        head: int,
        stored: Stored,
        live: Match | None,
        opened_ms: int,
        fault: ServiceError | None = None,
    ) -> None:
        self.match_id = match_id
        self.commit = commit
        self.head = head
        self.stored = stored
        self.sound = live
        self.fault = fault
        self.opened_ms = opened_ms

    @property
    def live(self) -> Match | None:
        """The match running, once it has started. Raises DRIFT, STATE_CORRUPTED, PACK_UNAVAILABLE and
        RULES_VERSION_UNAVAILABLE."""
        if self.fault is not None:
            raise self.fault.with_traceback(None)  # it is kept, and would keep every caller
        return self.sound


class Step(Reticent, frozen=True):
    """What one change of a match comes to: its new form, the answers given (`kinds` are those of their decisions), and
    the reply to who asked for it."""

    stored: Stored
    live: Match | None
    reply: bytes = b""
    log: Sequence[LogEntry] = ()
    kinds: Sequence[str] = ()

    shown = ("stored", "log")

    def answered(self, reply: Message) -> Step:
        """The same step, with its reply."""
        return msgspec.structs.replace(self, reply=reply.SerializeToString())


class Host:
    """Loads and writes matches for every call of this process."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self._settings = settings
        self._metrics = metrics
        self.quota = Quota.of_matches(store, settings)
        self._warm = Recent[str, Hosted](settings.warm_matches)
        metrics.warm_matches.set_function(lambda: len(self._warm))
        self._unusable = UnusableMatches(metrics)
        self.to_its_end = ToItsEnd()  # what changes how many matches a host has open
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def read(self, match_id: str, commit: bytes | None = None) -> Hosted:
        """The match as it is now; with `commit`, as it was at that commit or later.

        Waits for a step that is being written. Use the result before awaiting anything else: a later step changes it.
        """
        lock = self._locks.get(match_id)
        if (lock is None or not lock.locked()) and (known := self._known_at(match_id, commit)):
            return known
        async with self._lock(match_id):
            return self._known_at(match_id, commit) or await self._fresh(match_id)

    async def read_back_to(self, match_id: str, ordinal: int, commit: bytes) -> Hosted:
        """As `read`, with the events after an ordinal at hand, where they are still stored: fetched once for all who
        ask, since a match that was brought up has none from before its checkpoint."""
        async with self._lock(match_id):
            hosted = self._known_at(match_id, commit) or await self._fresh(match_id)
            live = hosted.sound
            if live is not None and ordinal < hosted.head and live.events_after(ordinal) is None:
                count = hosted.head - len(live.game.events) - ordinal
                try:
                    page = await self.store.events(match_id, ordinal, count)
                except StoreUnavailable as error:
                    raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error
                if page is not None and len(page.events) == count:
                    live.recall_events([decode_event(blob) for blob in page.events])
            return hosted

    async def create(self, match_id: str, request: Request, step: Step) -> bytes:
        """Store a new match; the reply, which is the first one for a repeat. Raises LIMIT_REACHED."""
        return await self.to_its_end(self._writing(self._create(match_id, request, step)))

    async def step(self, match_id: str, request: Request | None, change: Callable[[Hosted], Step | None]) -> bytes:
        """Apply a change and write it, again on a fresh copy when somebody else wrote first; the reply.

        `change` may raise `ServiceError`, having changed nothing; it returns None where nothing is to be done.
        """
        async with self._lock(match_id):
            for _ in range(TRIES):
                warm = self._warm.pop(match_id, None)
                if warm is not None:
                    self._metrics.reads[("warm",)].inc()
                hosted = warm or await self._fresh(match_id)
                self._warm.pop(match_id, None)
                try:
                    with self._metrics.step_seconds.time():
                        step = change(hosted)
                except ServiceError:  # not to be kept by a name, which would make a cycle of it and its frames
                    if await self._was_behind(hosted, warm):
                        continue
                    repeated = await self._repeated(match_id, request)
                    if repeated is not None:
                        return repeated
                    raise
                if step is None:
                    if await self._was_behind(hosted, warm):
                        continue
                    return b""
                committing = self._writing(self._commit(hosted, request, step))
                reply = await (self.to_its_end(committing) if step.stored.over else committing)
                if reply is not None:
                    return reply
                self._metrics.conflicts.inc()
        raise ServiceError("CONTENTION", "others changed the match again and again: repeat the call")

    def warm(self, match_id: str) -> Hosted | None:
        """The match as this process knew it last."""
        return self._warm.get(match_id)

    # -- inside

    async def _create(self, match_id: str, request: Request, step: Step) -> bytes:
        """As `create`; the store's own errors."""
        host = step.stored.host
        write = self._write(Hosted(match_id, b"", 0, step.stored, None, 0), self._with_window(step))
        try:
            counted = await self.quota.reserve(host, match_id, clock.lifetime_ms(step.stored, self._settings))
        except OutcomeUnknown:
            await self._count_no_more(host, match_id)
            raise
        try:
            answer = await self.store.create(match_id, request, write)
        except StoreUnavailable:
            await self._count_no_more(host, match_id)
            raise
        match answer:
            case Applied():
                self._metrics.count_step(write.state, None, step.stored.state)
                return step.reply
        if counted and (await self.read(match_id)).stored.over:  # by a repeat that comes after its end
            await self.quota.release(host, match_id)
        if isinstance(answer, Repeat):
            return answer.reply
        raise ServiceError("REQUEST_ID_REUSED", "this request_id was used for another request")

    async def _count_no_more(self, host: str, match_id: str) -> None:
        """After a creation that did not come about, unless it repeats one that did."""
        with suppress(StoreUnavailable):
            if await self.store.load(match_id) is None:
                await self.quota.release(host, match_id)

    def _known_at(self, match_id: str, commit: bytes | None) -> Hosted | None:
        """The warm copy, where it is that of the commit."""
        warm = self._warm.get(match_id)
        if warm is None or warm.commit != commit:
            return None
        self._metrics.reads[("warm",)].inc()
        return warm

    def _lock(self, match_id: str) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _was_behind(self, hosted: Hosted, warm: Hosted | None) -> bool:
        """Whether a change that came to nothing saw a warm copy, and the store is ahead of it: it is tried again."""
        self._warm[hosted.match_id] = hosted
        return warm is not None and await self._fresh(hosted.match_id) is not warm

    async def _look(self, match_id: str) -> Hosted | None:
        """As `_fresh`; None where the match cannot be seen."""
        with suppress(ServiceError):
            return await self._fresh(match_id)
        return None

    async def _fresh(self, match_id: str) -> Hosted:
        """The match as the store has it; under the match's lock.

        Whoever finds it over counts it no more for its host: who ended it may have died before, or not know that it
        did. The script of the commit cannot (decision 11).
        """
        try:
            found = await self.store.load(match_id)
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error
        if found is None:
            self._warm.pop(match_id, None)
            raise ServiceError("MATCH_NOT_FOUND", "there is no such match")
        warm = self._warm.get(match_id)
        if warm is not None and warm.commit == found.commit:
            self._metrics.reads[("checked",)].inc()
            return warm
        self._metrics.reads[("cold",)].inc()
        live, fault = None, None
        try:
            stored = decode_stored(found.state)
        except ServiceError as error:
            self._unusable.note(match_id, found.commit, error)
            raise
        try:
            live = self._bring_up(match_id, stored, found.head)
        except ServiceError as error:
            fault = error
            self._unusable.note(match_id, found.commit, error)
        if stored.over and not (warm and warm.stored.over):
            await self.quota.release(stored.host, match_id)
        hosted = Hosted(match_id, found.commit, found.head, stored, live, found.opened_ms, fault)
        self._warm[match_id] = hosted
        return hosted

    async def _commit(self, hosted: Hosted, request: Request | None, step: Step) -> bytes | None:
        """The reply; None on a conflict. Raises the store's own errors as well."""
        step = self._with_window(step)
        stored, live, write = step.stored, step.live, self._write(hosted, step)
        ends = stored.over and not hosted.stored.over
        try:
            answer = await self.store.commit(
                hosted.match_id, request, write, expected_commit=hosted.commit, expected_head=hosted.head
            )
        except OutcomeUnknown:
            if ends:  # nothing is due any more, and nobody may come back to it
                found = await self._look(hosted.match_id)
                if found is not None and found.commit == write.commit:
                    self._count(hosted, step, write)
            raise
        match answer:
            case Applied():
                if step.live is not None:
                    step.live.forget_events(keep=RECENT_EVENTS)
                self._warm[hosted.match_id] = Hosted(
                    hosted.match_id, write.commit, answer.head, stored, live, answer.opened_ms
                )
                self._count(hosted, step, write)
                if ends:
                    await self.quota.release(stored.host, hosted.match_id)
                return step.reply
            case Conflict():
                return None
            case Repeat():
                if ends:
                    await self._look(hosted.match_id)
                return answer.reply
            case RequestReused():
                raise ServiceError("REQUEST_ID_REUSED", "this request_id was used for another request")
            case NotFound():
                raise ServiceError("MATCH_NOT_FOUND", "there is no such match")

    def _count(self, hosted: Hosted, step: Step, write: Write) -> None:
        """A step that was written."""
        self._metrics.count_step(write.state, hosted.stored.state, step.stored.state)
        self._metrics.count_answers(step.log, step.kinds)

    @staticmethod
    def _with_window(step: Step) -> Step:
        """The step, with the window that is open after it; as before where this replica cannot tell."""
        live = step.live
        if live is None:
            return step
        window = live.window if live.open or live.holding else 0
        return msgspec.structs.replace(step, stored=msgspec.structs.replace(step.stored, window=window))

    def _write(self, hosted: Hosted, step: Step) -> Write:
        """What the step leaves in the store, on top of the match as it was."""
        stored, live = step.stored, step.live
        events = [] if live is None else live.events_after(hosted.head)
        assert events is not None
        opened = clock.opened(hosted.stored, hosted.opened_ms, stored, live)
        unchanged = bool(hosted.commit) and hosted.stored.revision == stored.revision
        return Write(
            commit=new_commit_id(),
            state=encode_stored(stored),
            events=[encode(event) for event in events],
            log=[encode(entry) for entry in step.log],
            due=clock.due(stored, live, opened, self._settings),
            opened=opened,
            expiry=clock.expiry(stored, self._settings),
            summary=b"" if unchanged else whole_message(hosted.match_id, stored).SerializeToString(),
            reply=step.reply,
            listed=not stored.terms.unlisted,
        )

    async def _repeated(self, match_id: str, request: Request | None) -> bytes | None:
        """The reply to a request that was served before, whatever the match has become since."""
        if request is None:
            return None
        answer = await self._writing(self.store.reply_for(match_id, request))
        match answer:
            case Repeat():
                return answer.reply
            case RequestReused():
                raise ServiceError("REQUEST_ID_REUSED", "this request_id was used for another request")
        return None

    async def _writing(self, call: Awaitable[T]) -> T:
        try:
            return await call
        except OutcomeUnknown as error:
            raise ServiceError(
                "STORE_UNAVAILABLE", "the outcome is unknown: repeat with the same request_id"
            ) from error
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error

    def _bring_up(self, match_id: str, stored: Stored, head: int) -> Match | None:
        if stored.record is None:
            return None
        if stored.record.event_count != head:
            raise ServiceError("STATE_CORRUPTED", "the stored match and its events do not fit")
        try:
            with self._metrics.resume_seconds.time():
                live = Match.resume(stored.record)
            self._metrics.resume_answers.observe(len(stored.record.tail))
        except UnknownRuleset as error:
            raise without_pack(stored.rules_version, error) from error
        except Exception as error:  # rules that other rules have left a match to may fail in any way
            if stored.rules_version != rules_version():
                said = f"the match waits for a server with the rules {stored.rules_version}"
                raise ServiceError(
                    "RULES_VERSION_UNAVAILABLE",
                    said,
                    name=f"matches/{match_id}",
                    rules_version=stored.rules_version,
                ) from error
            if isinstance(error, Corrupted):
                raise ServiceError("STATE_CORRUPTED", "the stored match cannot be read") from error
            if isinstance(error, Drift):
                raise ServiceError("DRIFT", "the stored answers do not lead to the stored question") from error
            raise
        live.forget_events(keep=RECENT_EVENTS)
        return live
