"""A stored match played again, in the engine alone, from its seed and its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.codec import encode_snapshot
from engine.match import Match
from service.matches.steps import result_of
from service.matches.stored import State, decode_log, decode_stored, encode
from service.replays.advancing import advance
from service.store import Store

Given = tuple[int, int, str]
"""An answer: the seat, its decision, the option."""


async def check_replay(store: Store, match_id: str, acknowledged: Iterable[Given] = ()) -> int:
    """A finished match is what its seed and log make of it, to the byte; each answer is in the log once, and every
    acknowledged one is. How many answers it took."""
    found = await store.load(match_id)
    assert found is not None
    stored = decode_stored(found.state)
    assert stored.state == State.FINISHED
    assert stored.record is not None
    log = [decode_log(timed.entry) for timed in await store.log(match_id)]
    answers = [entry for entry in log if entry.decision]
    counted = Counter((entry.seat, entry.decision) for entry in answers)
    assert not [answer for answer, times in counted.items() if times > 1]
    logged = {(entry.seat, entry.decision, entry.answer.option) for entry in answers}
    assert not [answer for answer in acknowledged if answer not in logged]

    match: Match | None = None
    events: list[bytes] = []
    for n, entry in enumerate(log, 1):
        match, over = advance(match, entry, stored.ruleset, stored.seed)
        assert over == (n == len(log))
        if match is not None:
            events += map(encode, match.events_after(len(events)) or ())
    assert match is not None
    assert match.over
    assert encode_snapshot(match.game.snapshot()) == stored.record.checkpoint
    assert result_of(match) == stored.result
    page = await store.events(match_id, 0, found.head)
    assert page is not None
    assert page.events == events
    return len(answers)
