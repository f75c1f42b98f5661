"""Spectators with a delay: they watch a replay of the match that is as far behind as was agreed."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec

from engine.match import Match

from ..errors import ServiceError
from ..hosting import Hosted
from ..matches.stored import State, Stored, decode_log
from ..recent import Recent
from ..replays.advancing import advance
from ..store import Store, StoreUnavailable, Timed

MOST_REPLAYS = 256  # in memory; another one is played from its beginning, when somebody watches it
AT_ONCE = 50  # answers before others have their turn


class Behind(NamedTuple):
    """A match as spectators may see it at an instant. `next_ms` is when they may see more (None: when it happens)."""

    hosted: Hosted
    now_ms: int
    next_ms: int | None


class _Replay:
    """A match as it was a while ago, and what has happened since. `last` is the last entry of its log that is known."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.begin()

    def begin(self) -> None:
        self.live: Match | None = None
        self.ended = False
        self.played = 0
        self.ahead: list[Timed] = []
        self.last: Timed | None = None

    @property
    def head(self) -> int:
        return self.live.game.event_count if self.live else 0


class Spectators:
    """The replays that somebody watches at this server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._replays = Recent[str, _Replay](MOST_REPLAYS)

    async def behind(self, hosted: Hosted) -> Behind:
        """The match as long ago as was agreed. As with `Host.read`: use it before awaiting anything else.

        Raises STORE_UNAVAILABLE and DRIFT.
        """
        self._replays[hosted.match_id] = replay = self._replays.get(hosted.match_id) or _Replay()
        stored, delay_ms = hosted.stored, hosted.stored.options.spectator_delay_ms
        async with replay.lock:
            try:
                now_ms = await self._store.now_ms()
                await self._read_on(replay, hosted.match_id)
            except StoreUnavailable as error:
                raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error
            await _catch_up(replay, stored, now_ms - delay_ms)
        next_ms = replay.ahead[0].ms + delay_ms if replay.ahead else None
        then = Hosted(hosted.match_id, hosted.commit, replay.head, _as_it_was(stored, replay), replay.live, 0)
        return Behind(then, now_ms, next_ms)

    async def _read_on(self, replay: _Replay, match_id: str) -> None:
        """From the last entry known. Where it is not there any more, the store has lost its last steps, or the match is
        another of the same name: the replay begins anew."""
        known = replay.played + len(replay.ahead)
        entries = await self._store.log(match_id, max(0, known - 1))
        if known and entries[:1] != [replay.last]:
            replay.begin()
            entries = await self._store.log(match_id)
        elif known:
            del entries[0]
        if entries:
            replay.ahead += entries
            replay.last = entries[-1]


async def _catch_up(replay: _Replay, stored: Stored, until_ms: int) -> None:
    while replay.ahead and replay.ahead[0].ms <= until_ms:
        entry = decode_log(replay.ahead[0].entry)
        replay.live, over = advance(replay.live, entry, stored.ruleset, stored.seed)
        replay.ended = replay.ended or over
        del replay.ahead[0]
        replay.played += 1
        if replay.played % AT_ONCE == 0:
            await asyncio.sleep(0)


def _as_it_was(stored: Stored, replay: _Replay) -> Stored:
    """What was not decided then is not told, nor by its revision that it has been decided since: a start, an end and a
    rematch are one each. Who sits where, and pauses, are as they are now."""
    if replay.ended:
        return stored
    started_since = replay.live is None and stored.record is not None
    since = sum((started_since, stored.over, bool(stored.rematch)))
    state = State.PLAYING if replay.live else State.LOBBY
    return msgspec.structs.replace(stored, state=state, result=None, rematch="", revision=stored.revision - since)
