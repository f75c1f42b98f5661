"""What one caller is told of a match: its events since a cursor, its open decisions, or a snapshot."""

from __future__ import annotations

from typing import NamedTuple

from sanguosha.v1 import decision_pb2, view_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.events import Event, MatchRewound
from engine.match import Match
from engine.view import SPECTATOR, view

from ..backend import Backend
from ..convert import decisions, events, views
from ..duty import clock
from ..hosting import Hosted
from ..matches.stored import State, Stored
from ..store import Timed
from . import talk
from .cursors import Cursor, tag_of
from .resources import match_message, result_message

MOST_EVENTS = 400  # more than this since a cursor, and a snapshot is the shorter message
FIRST_MESSAGES = 3  # of the talk, for a client that has nothing: who reconnects is sent 8 KiB at most


Known = tuple[int, int, bool]
"""A decision that a client has: its id, its deadline (ms; 0: none), and whether the match was paused."""

NOTHING: Known = (0, 0, False)


class News(NamedTuple):
    """What happened after a cursor. `events` is None where a snapshot must do, and `reset` says why if there was a
    cursor. `messages` are those of everybody."""

    events: list[Event] | None
    reset: pb.Reset.ValueType = pb.RESET_UNSPECIFIED
    messages: list[Timed] = []  # noqa: RUF012  # never changed: whoever has some makes a list of their own


class Seen(NamedTuple):
    """A match as one viewer may see it now, and what is new in it. `next_ms` is in how long there will be more to see,
    if it is known."""

    hosted: Hosted
    news: News
    next_ms: int | None = None


async def read_since(
    backend: Backend, match_id: str, viewer: int, cursor: Cursor | None, commit: bytes | None = None
) -> Seen:
    """The match as it is now, or was at `commit` or later, and what happened after the cursor. As with `Host.read`: use
    them before awaiting anything else."""
    host = backend.host
    hosted = await host.read(match_id, commit)
    if viewer == SPECTATOR and hosted.stored.options.spectator_delay_ms:
        return await _read_behind(backend, hosted, cursor)
    said: list[Timed] = []
    if hosted.stored.options.talk:
        said = await _messages_since(backend, match_id, cursor)
        hosted = await host.read(match_id, hosted.commit)
    reset = reset_of(hosted, cursor)
    if hosted.live is None or cursor is None or reset:
        return Seen(hosted, News(None, reset, said))
    recent = hosted.live.events_after(cursor.ordinal)
    if recent is not None:
        return Seen(hosted, News(recent, reset, said))
    hosted = await host.read_back_to(match_id, cursor.ordinal, hosted.commit)
    recent = hosted.live.events_after(cursor.ordinal) if hosted.live is not None else None
    return Seen(hosted, News(recent, pb.RESET_CURSOR_TOO_OLD if recent is None else reset, said))


async def _read_behind(backend: Backend, hosted: Hosted, cursor: Cursor | None) -> Seen:
    talk_on, delay_ms = hosted.stored.options.talk, hosted.stored.options.spectator_delay_ms
    has_heard = cursor is not None and cursor.tag == tag_of(hosted.match_id)
    after_ms = cursor.heard_ms if cursor is not None and has_heard else 0
    said = await backend.reaching(backend.store.messages(hosted.match_id, after_ms)) if talk_on else []
    hosted, now_ms, next_ms = await backend.spectators.behind(hosted)
    heard = [message for message in said if message.ms + delay_ms <= now_ms]
    still = [message.ms + delay_ms for message in said[len(heard) :]]
    instants = [instant for instant in (next_ms, *still) if instant is not None]
    reset = reset_of(hosted, cursor)
    fits = hosted.live is not None and cursor is not None and not reset
    happened = hosted.live.events_after(cursor.ordinal) if hosted.live and cursor and fits else None
    return Seen(hosted, News(happened, reset, heard), max(0, min(instants) - now_ms) if instants else None)


def reset_of(hosted: Hosted, cursor: Cursor | None) -> pb.Reset.ValueType:
    """Why the cursor does not fit the match; RESET_UNSPECIFIED where it does."""
    if cursor is None:
        return pb.RESET_UNSPECIFIED
    if cursor.tag != tag_of(hosted.match_id):
        return pb.RESET_CURSOR_OF_ANOTHER_MATCH
    if cursor.ordinal > hosted.head or cursor.revision > hosted.stored.revision:
        return pb.RESET_CURSOR_AHEAD
    return pb.RESET_CURSOR_TOO_OLD if hosted.head - cursor.ordinal > MOST_EVENTS else pb.RESET_UNSPECIFIED


async def _messages_since(backend: Backend, match_id: str, cursor: Cursor | None) -> list[Timed]:
    """What is kept and was said after the cursor, to whomever."""
    if cursor is None or cursor.tag != tag_of(match_id):
        return await backend.reaching(backend.store.messages(match_id, 0))
    return await backend.reaching(backend.store.messages(match_id, cursor.heard_ms))


def ordinal_before(update: pb.Update) -> int:
    """Of the last event that whoever gets the update must have."""
    return int(update.cursor.partition(".")[0] or 0) - len(update.events)


def told(hosted: Hosted, viewer: int, cursor: Cursor | None, news: News, known: Known = NOTHING) -> pb.Update:
    """An update from a match at hand. `known` is the decision that was sent before on the same stream."""
    update = pb.Update()
    tell(update, hosted, viewer, cursor, news, known)
    return update


def tell(
    update: pb.Update, hosted: Hosted, viewer: int, cursor: Cursor | None, news: News, known: Known = NOTHING
) -> Cursor:
    """Make an empty update what `told` says; its cursor."""
    stored, live, tag = hosted.stored, hosted.live, tag_of(hosted.match_id)
    if MatchRewound in map(type, news.events or ()):
        news = news._replace(events=None, reset=pb.RESET_MATCH_REWOUND)
    begins_anew = cursor is None or bool(news.reset)
    has_heard = cursor is not None and cursor.tag == tag
    heard = talk.heard(news.messages, viewer, len(news.messages) if has_heard else FIRST_MESSAGES)
    heard_ms = heard[-1].create_time.ToMilliseconds() if heard else 0 if cursor is None else cursor.heard_ms
    head = live.game.event_count if live else 0
    now = Cursor(head, stored.revision, heard_ms, tag)
    update.cursor = str(now)
    update.state = stored.state.message
    update.reset = news.reset
    if heard:
        update.messages.extend(heard)
    if viewer != SPECTATOR:
        update.viewer = viewer
    if begins_anew or (cursor is not None and cursor.revision != stored.revision):
        update.match.CopyFrom(match_message(hosted.match_id, stored))
    if live is None:
        return now
    if news.events is None:
        update.snapshot.CopyFrom(snapshot(stored, live, viewer))
    else:
        events.add_to(update, news.events, head - len(news.events) + 1, viewer, live.game.rules)
    if stored.state == State.PLAYING and viewer in live.open:
        decision, until = live.open[viewer], clock.deadline_ms(stored, live, hosted.opened_ms)
        update.open.append(decision.id)
        if begins_anew or known != (decision.id, until, stored.paused):
            decisions.fill(update.decisions.add(), decision, live.game.rules, until)
    return now


def waiting_for(hosted: Hosted, viewer: int) -> list[decision_pb2.Decision]:
    """The open decisions of the viewer."""
    stored, live = hosted.stored, hosted.live
    if live is None or stored.state != State.PLAYING or viewer not in live.open:
        return []
    until = clock.deadline_ms(stored, live, hosted.opened_ms)
    return [decisions.to_message(live.open[viewer], live.game.rules, until)]


def snapshot(stored: Stored, live: Match, viewer: int) -> view_pb2.MatchView:
    """The table as the viewer may see it."""
    message = views.to_message(view(live.game, viewer), live.game.rules, stored.options)
    if stored.result:
        message.result.CopyFrom(result_message(stored))
    return message
