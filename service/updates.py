"""What one caller is told of a match: its events since a cursor, its open decisions, or a snapshot."""

from __future__ import annotations

from sanguosha.v1 import match_service_pb2, view_pb2

from engine.events import Event
from engine.match import Match
from engine.view import view

from .convert import decisions, events, views
from .errors import ServiceError
from .hosting import Host, Hosted
from .store import StoreUnavailable
from .stored import State, Stored, decode_event

MOST_EVENTS = 400  # more than this since a cursor, and a snapshot is the shorter message

Missed = list[Event] | None
"""The events after a cursor; None where a snapshot must do."""


async def read_since(
    host: Host, match_id: str, cursor: int | None, commit: bytes | None = None
) -> tuple[Hosted, Missed]:
    """The match as it is now, or was at `commit` or later, and what happened after the cursor. As with `Host.read`: use
    them before awaiting anything else."""
    hosted = await host.read(match_id, commit)
    if hosted.live is None or cursor is None or cursor > hosted.head or hosted.head - cursor > MOST_EVENTS:
        return hosted, None
    recent = hosted.live.events_after(cursor)
    if recent is not None:
        return hosted, recent
    older = await _stored_events(host, match_id, cursor, hosted.head)
    hosted = await host.read(match_id, hosted.commit)  # a step may have begun meanwhile
    newer = hosted.live.events_after(cursor + len(older)) if hosted.live is not None and older else None
    return hosted, None if newer is None else older + newer


async def _stored_events(host: Host, match_id: str, cursor: int, head: int) -> list[Event]:
    """Those after the cursor up to the head; none where some are gone."""
    try:
        page = await host.store.events(match_id, cursor, head - cursor)
    except StoreUnavailable as error:
        raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error
    complete = page is not None and len(page.events) == head - cursor
    return [decode_event(blob) for blob in page.events] if page is not None and complete else []


def told(
    stored: Stored,
    live: Match | None,
    viewer: int,
    cursor: int | None,
    missed: Missed,
    known: frozenset[int] = frozenset(),
) -> match_service_pb2.Update:
    """An update from a match at hand. `known` are the decisions already sent on a stream."""
    if live is None:
        return match_service_pb2.Update(cursor=0, state=stored.state.message)
    head = live.game.event_count
    update = match_service_pb2.Update(cursor=head, state=stored.state.message)
    if cursor is None or missed is None:
        update.snapshot.CopyFrom(_snapshot(stored, live, viewer))
    else:
        first = head - len(missed) + 1
        rules = live.game.rules
        update.events.extend(events.to_message(e, first + n, viewer, rules) for n, e in enumerate(missed))
    if stored.state == State.PLAYING:
        waiting = live.open.get(viewer)
        update.open.extend([waiting.id] if waiting else [])
        if waiting and waiting.id not in known:
            update.decisions.append(decisions.to_message(waiting, live.game.rules))
    return update


def _snapshot(stored: Stored, live: Match, viewer: int) -> view_pb2.MatchView:
    """The table as the viewer may see it."""
    message = views.to_message(view(live.game, viewer), live.game.rules)
    if stored.state == State.FINISHED:
        message.result.winners.extend(stored.winners)
        message.result.roles.extend(stored.roles)
        message.result.reason = stored.ending
    return message
