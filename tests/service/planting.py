"""Matches put into the store at a wanted stop, to be served from there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import msgspec
from sanguosha.v1 import ruleset_pb2

from engine.match import Match
from engine.ruleset import Ruleset
from service.matches.stored import State, decode_log, decode_stored, encode, encode_stored
from service.store import Applied, Store, Write, new_commit_id
from tests.service.playing import stops
from tests.service.tables import Calls, Table, ruleset

SEATS = 6
MOST_SEEDS = 100


def stop_where(wanted: Callable[[Match], bool]) -> Match:
    """The first stop, of one match after the other, that is like this."""
    for seed in count(1):
        assert seed <= MOST_SEEDS, "no match comes there"
        found = next(filter(wanted, stops(Ruleset(SEATS), seed)), None)
        if found is not None:
            return found
    raise AssertionError


async def plant(
    calls: Calls,
    store: Store,
    live: Match,
    playing: ruleset_pb2.Ruleset | None = None,
    table: Table | None = None,
) -> Table:
    """A match of the server, out of the lobby, that stands where `live` does, without the events before."""
    table = table or await calls.lobby(SEATS, playing=playing or ruleset(SEATS, heroes=True))
    found = await store.load(table.id)
    assert found is not None
    stored = msgspec.structs.replace(decode_stored(found.state), state=State.PLAYING, record=live.record())
    events = [encode(event) for event in live.game.events[-1:]] * live.game.event_count
    write = Write(commit=new_commit_id(), state=encode_stored(stored), events=events)
    answer = await store.commit(table.id, None, write, expected_commit=found.commit, expected_head=found.head)
    assert isinstance(answer, Applied)
    return table


async def answered(store: Store, match_id: str) -> int:
    """How many answers a match has had."""
    return sum(decode_log(entry).decision > 0 for entry in await logged(store, match_id))


async def logged(store: Store, match_id: str) -> list[bytes]:
    """The entries of a log, without their times."""
    return [timed.entry for timed in await store.log(match_id)]
