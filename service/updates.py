"""What one caller is told of a match: its events since a cursor, its open decisions, or a snapshot."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import blake2b

from sanguosha.v1 import decision_pb2, match_service_pb2, view_pb2

from engine.events import Event
from engine.match import Match
from engine.view import SPECTATOR, view

from .convert import decisions, events, views
from .errors import ServiceError
from .hosting import Host, Hosted
from .store import StoreUnavailable
from .stored import State, decode_event

MOST_EVENTS = 400  # more than this since a cursor, and a snapshot is the shorter message


class Teller:
    """Builds updates. `known` are the decisions already sent on a stream."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def update(
        self,
        match_id: str,
        viewer: int,
        cursor: int | None,
        known: frozenset[int] = frozenset(),
        commit: bytes | None = None,
    ) -> match_service_pb2.Update:
        """Everything after the cursor as it is now, or was at `commit` or later; a snapshot without a cursor, or where
        it does not fit."""
        while True:
            hosted = await self._host.read(match_id, commit)
            missed = await self._missed(hosted, cursor)
            if hosted.live is None or hosted.live.game.event_count == hosted.head:
                return told(hosted, viewer, cursor, missed, known)

    async def _missed(self, hosted: Hosted, cursor: int | None) -> list[Event] | None:
        if hosted.live is None or cursor is None or cursor > hosted.head or hosted.head - cursor > MOST_EVENTS:
            return None
        recent = hosted.live.events_after(cursor)
        if recent is not None:
            return recent
        try:
            page = await self._host.store.events(hosted.match_id, cursor, hosted.head - cursor)
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error
        if page is None or len(page.events) != hosted.head - cursor:
            return None
        return [decode_event(blob) for blob in page.events]


def told(
    hosted: Hosted, viewer: int, cursor: int | None, missed: list[Event] | None, known: frozenset[int] = frozenset()
) -> match_service_pb2.Update:
    """An update from a match at hand; `missed` are the events after the cursor, None where a snapshot must do."""
    state = hosted.stored.state
    live = hosted.live
    if live is None:
        return match_service_pb2.Update(cursor=0, state=state.message)
    head = live.game.event_count
    update = match_service_pb2.Update(cursor=head, state=state.message)
    if cursor is None or missed is None:
        update.snapshot.CopyFrom(snapshot(hosted, viewer))
    else:
        first = head - len(missed) + 1
        rules = live.game.rules
        update.events.extend(events.to_message(e, first + n, viewer, rules) for n, e in enumerate(missed))
    if state == State.PLAYING:
        waiting = open_decisions(live, viewer)
        update.open.extend(decision.id for decision in waiting)
        update.decisions.extend(decision for decision in waiting if decision.id not in known)
    return update


def snapshot(hosted: Hosted, viewer: int) -> view_pb2.MatchView:
    """The table as the viewer may see it. Raises MATCH_NOT_STARTED."""
    live = hosted.live
    if live is None:
        raise ServiceError("MATCH_NOT_STARTED", "the match has not started")
    message = views.to_message(view(live.game, viewer), live.game.rules)
    if hosted.stored.state == State.FINISHED:
        message.result.winners.extend(hosted.stored.winners)
        message.result.roles.extend(hosted.stored.roles)
        message.result.reason = hosted.stored.ending
    return message


def open_decisions(live: Match, viewer: int) -> list[decision_pb2.Decision]:
    """The viewer's waiting decisions; none for a spectator."""
    waiting = live.open.get(viewer) if viewer != SPECTATOR else None
    return [decisions.to_message(waiting, live.game.rules)] if waiting else []


def etag(hosted: Hosted, viewer: int) -> str:
    """A function of what the viewer may see: a commit that shows it nothing changes no etag of its own."""
    live = hosted.live
    waiting = live.open.get(viewer) if live else None
    parts = (
        hosted.match_id,
        str(int(hosted.stored.state)),
        "".join("x" if seat.taken else "-" for seat in hosted.stored.seats),
        str(live.game.event_count if live else 0),
        str(viewer),
        str(waiting.id if waiting else 0),
    )
    return urlsafe_b64encode(blake2b("\0".join(parts).encode(), digest_size=9).digest()).decode()
