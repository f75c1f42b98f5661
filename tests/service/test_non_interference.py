"""No word of the service tells a viewer what it may not know: no view, update, etag, cursor, deadline or error.

The law is tried, and then tried on services that leak on purpose: a law that cannot fail says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.events import Event
from engine.match import Match
from engine.rules import Rules
from engine.view import EVERYTHING
from service.access.auth import Caller
from service.app import Application
from service.calls import lifecycle, play
from service.calls.play import Play
from service.calls.replays import Replays
from service.checks import match_id_of
from service.config.settings import Settings
from service.convert import events
from service.duty import clock
from service.errors import ServiceError
from service.hosting import Hosted
from service.matches.stored import Stored
from service.matches.terms import TableOptions
from service.store import EmbeddedServer, Store
from service.telemetry.metrics import Metrics
from service.telling.cursors import Cursor
from service.telling.resources import etag, whole_message
from service.telling.updates import snapshot, tell, told
from tests.laws.worlds import RULESETS
from tests.service.rest.calling import Rest
from tests.service.served_apart import DEADLINES, KEYRING, Call, Noon, in_process, interference, over_grpc, over_http
from tests.service.serving import Server

TABLES = [ruleset for ruleset in RULESETS if ruleset.seats in (4, 5, 8)]
HURRIED = TableOptions(deadlines_ms=DEADLINES, missed_limit=2)
TRIES = 40


def ruleset_of(seed: int) -> Any:
    return TABLES[seed * 7 % len(TABLES)]


@pytest.fixture
def call(store: Store) -> Call:
    noon: Any = Noon(store)
    return in_process(Application(noon, KEYRING, Settings(), Metrics()))


async def test_what_is_said_to_a_viewer_does_not_depend_on_what_is_hidden_from_it(
    call: Call, store: Store, pytestconfig: pytest.Config
) -> None:
    for seed in range(400 if pytestconfig.getoption("nightly") else 6):
        assert await interference(call, store, ruleset_of(seed), seed, HURRIED) == ""


async def test_so_it_is_on_the_wire(tmp_path: Path, embedded: EmbeddedServer, store: Store) -> None:
    """Every byte that a real server sends, its trailers too. It has no other match, which a listing would tell of."""
    with Server(tmp_path, redis_url=embedded.url) as server:
        async with grpc.aio.insecure_channel(server.address) as channel:
            call = over_grpc(channel)
            for seed in range(100, 102):
                assert await interference(call, store, ruleset_of(seed), seed) == ""


async def test_so_it_is_over_http(tmp_path: Path, embedded: EmbeddedServer, store: Store) -> None:
    """Every reply with its headers, but the time of day; of a watch, its first event."""
    with Server(tmp_path, redis_url=embedded.url) as server:
        async with Rest(server.http_address) as rest:
            for seed in range(200, 202):
                assert await interference(over_http(rest), store, ruleset_of(seed), seed) == ""


Mutation = Callable[[pytest.MonkeyPatch], None]


def an_etag_is_one_of_the_whole_state(patch: pytest.MonkeyPatch) -> None:
    def tag(match_id: str, stored: Stored, live: Match | None, viewer: int) -> str:
        return stored.record.checkpoint[-40:].hex() if stored.record else ""

    patch.setattr(play, "etag", tag)


def an_etag_counts_the_answers(patch: pytest.MonkeyPatch) -> None:
    """One for each commit would do as much."""

    def tag(match_id: str, stored: Stored, live: Match | None, viewer: int) -> str:
        return f"{etag(match_id, stored, live, viewer)}{len(stored.record.tail) if stored.record else 0}"

    patch.setattr(play, "etag", tag)


def a_cursor_counts_the_answers(patch: pytest.MonkeyPatch) -> None:
    def counting(update: pb.Update, hosted: Hosted, *rest: Any) -> Cursor:
        now = tell(update, hosted, *rest)
        tail = hosted.stored.record.tail if hosted.stored.record else ()
        update.cursor = f"{update.cursor}{len(tail)}"
        return now

    patch.setattr("service.calls.watching.tell", counting)


def a_revision_counts_every_commit(patch: pytest.MonkeyPatch) -> None:
    def counting(live: Match, stored: Stored, *rest: Any) -> Any:
        step = original(live, stored, *rest)
        return msgspec.structs.replace(step, stored=msgspec.structs.replace(step.stored, revision=stored.revision + 1))

    original = play.played
    patch.setattr(play, "played", counting)


def a_deadline_depends_on_what_others_could_answer(patch: pytest.MonkeyPatch) -> None:
    def allowed(stored: Stored, live: Match) -> int:
        game = live.game
        waiting = [player for player in game.players if player.seat not in live.open]
        jinks = sum(game.rules.deck[card_id].name == "jink" for player in waiting for card_id in player.hand)
        return original(stored, live) + 1000 * jinks

    original = clock.allowed_ms
    patch.setattr(clock, "allowed_ms", allowed)


def a_replay_can_be_had_before_the_end(patch: pytest.MonkeyPatch) -> None:
    async def at_any_time(self: Replays, match_id: str) -> Hosted:
        return await self._backend.host.read(match_id)

    patch.setattr(Replays, "_over", at_any_time)


def everything_is_turned_up_before_the_end(patch: pytest.MonkeyPatch) -> None:
    async def early(self: Play, request: pb.GetViewRequest, caller: Caller) -> pb.GetViewResponse:
        if not request.reveal_all:
            return await original(self, request, caller)
        hosted = await self._host.read(match_id_of(request.name))
        assert hosted.live is not None
        return pb.GetViewResponse(view=snapshot(hosted.stored, hosted.live, EVERYTHING))

    original = Play.get_view
    patch.setattr(Play, "get_view", early)


def a_refusal_says_what_others_hold(patch: pytest.MonkeyPatch) -> None:
    def apply(live: Match, seat: int, answer: Any) -> Any:
        try:
            return original(live, seat, answer)
        except ServiceError as error:
            hands = [player.hand for player in live.game.players]
            error.message += f" in {hands}"
            raise

    original = play.apply
    patch.setattr(play, "apply", apply)


def an_update_names_the_decisions_of_everybody(patch: pytest.MonkeyPatch) -> None:
    def naming(hosted: Hosted, *rest: Any) -> pb.Update:
        update = told(hosted, *rest)
        update.open.extend(decision.id for decision in hosted.live.open.values()) if hosted.live else None
        return update

    patch.setattr(play, "told", naming)


def all_are_told_what_the_first_may_see(patch: pytest.MonkeyPatch) -> None:
    """What is made once for all who see the same may not reach who sees less."""
    firsts: dict[tuple[Event, ...], int] = {}

    def shared(update: pb.Update, happened: Sequence[Event], first: int, viewer: int, rules: Rules) -> None:
        original(update, happened, first, firsts.setdefault(tuple(happened), viewer), rules)

    original = events.add_to
    patch.setattr(events, "add_to", shared)


def a_seat_is_away_while_it_is_asked(patch: pytest.MonkeyPatch) -> None:
    def telling(match_id: str, stored: Stored) -> match_pb2.Match:
        message = whole_message(match_id, stored)
        for seat, _, _ in stored.record.open if stored.record else ():
            message.seats[seat].away = True
        return message

    patch.setattr(lifecycle, "whole_message", telling)


def a_reply_is_padded_by_the_draw_pile(patch: pytest.MonkeyPatch) -> None:
    """Sizes tell as well."""

    def padded(hosted: Hosted, *rest: Any) -> pb.Update:
        update = told(hosted, *rest)
        if hosted.live is not None:
            update.MergeFromString(bytes([0b1011_1000, 0b0011_1110, hosted.live.game.draw_pile[-1] % 128]))
        return update

    patch.setattr(play, "told", padded)


MUTATIONS = (
    an_etag_is_one_of_the_whole_state,
    an_etag_counts_the_answers,
    a_cursor_counts_the_answers,
    a_revision_counts_every_commit,
    a_deadline_depends_on_what_others_could_answer,
    a_replay_can_be_had_before_the_end,
    everything_is_turned_up_before_the_end,
    a_refusal_says_what_others_hold,
    an_update_names_the_decisions_of_everybody,
    all_are_told_what_the_first_may_see,
    a_seat_is_away_while_it_is_asked,
    a_reply_is_padded_by_the_draw_pile,
)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
async def test_the_law_finds_a_service_that_leaks(
    mutation: Mutation, call: Call, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation(monkeypatch)
    for seed in range(TRIES):
        try:
            found = await interference(call, store, ruleset_of(seed), seed, HURRIED)
        except AssertionError as error:  # of the same stop, after others have answered
            found = str(error)
        if found:
            assert "event" in found or "changes while others answer" in found or "reply" in found
            return
    raise AssertionError("the leak was not found")
