"""Two worlds that differ in nothing a viewer may see, served: all that the service says to the viewer in each.

The worlds are those of `tests.laws.worlds_apart`, and so is the law; here every byte of every reply and refusal must be
the same for as long as the engine's events are. How fast something happens is another matter: the viewer is compared
at stops that both worlds have.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from uuid import UUID
from zlib import crc32

import grpc
import msgspec
from google.protobuf.message import Message
from sanguosha.v1 import decision_pb2, lobby_service_pb2, match_pb2, replay_service_pb2, table_service_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.codec import decode_snapshot
from engine.events import Event
from engine.match import Match
from engine.questions import Answer
from engine.ruleset import Ruleset
from engine.state import Snapshot
from engine.view import SPECTATOR, view
from service.access.auth import Keyring
from service.app import SERVICES, Application
from service.convert import decisions
from service.errors import ServiceError
from service.fleet.rules_version import rules_version
from service.matches.stored import Seat, State, Stored, encode, encode_stored
from service.matches.terms import TableOptions
from service.store import After, At, Request, Store, Write, new_commit_id
from service.telling.cursors import BEGINNING, Cursor, tag_of
from service.telling.resources import whole_message
from tests.engine.playing import stops
from tests.laws.watching import everybody
from tests.laws.worlds import chance, start
from tests.laws.worlds_apart import MOODS, Told, alike_until, as_noticed, chosen, note, permute_hidden
from tests.service.rest.calling import Rest, where
from tests.service.serving import SERVER_KEY

Call = Callable[[str, Message, str], Awaitable[bytes]]
"""A method of the contract, its request, and the token it carries (empty: none): what the service says, errors too. Of
a stream, its first message. Whoever serves the contract over another transport has one of these, and so the law."""

FOLLOWED = 12  # answers
IDLE = (0.1, 0.0)  # a mood in which the worlds stay together for long
MOST_STOPS = 120  # before the worlds part
EACH = 3  # of so many questions one is asked at a stop, which one depends on the stop
MATCH_ID = "worldsapart"
NAME = f"matches/{MATCH_ID}"
NOON_MS = 1_700_000_000_000
KEYRING = Keyring(bytes.fromhex(SERVER_KEY))
DEADLINES = dict.fromkeys(("SETUP", "PLAY", "RESPOND", "INVOKE", "CHOOSE", "DISCARD"), 3_600_000)
UNHURRIED = TableOptions()
_ids = count(1)


class Noon:
    """A store whose clock stands still, as far as anybody is told of it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def now_ms(self) -> int:
        return NOON_MS

    async def commit(self, match_id: str, request: Request | None, write: Write, **expected: Any) -> Any:
        if isinstance(write.opened, After):
            write = msgspec.structs.replace(write, opened=At(NOON_MS + write.opened.ms))
        return await self._store.commit(match_id, request, write, **expected)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def in_process(app: Application) -> Call:
    """Calls of an application without a transport."""

    async def call(method: str, request: Message, token: str) -> bytes:
        caller = KEYRING.caller(f"Bearer {token}" if token else "", "")
        try:
            answer = app.call(method)(request, caller)
            if not hasattr(answer, "__anext__"):
                return (await answer).SerializeToString()
            first = await anext(answer)
            await answer.aclose()
            return first.SerializeToString()
        except ServiceError as error:
            return repr((error.reason, error.message, sorted(error.metadata.items()))).encode()

    return call


def over_grpc(channel: grpc.aio.Channel) -> Call:
    """Calls of a real server, as the bytes that it sends."""
    paths = {
        method.name: (f"/{service.full_name}/{method.name}", method)
        for service in SERVICES
        for method in service.methods
    }

    async def call(method: str, request: Message, token: str) -> bytes:
        path, descriptor = paths[method]
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        make = channel.unary_stream if descriptor.server_streaming else channel.unary_unary
        sent: Any = make(path)(request.SerializeToString(), metadata=metadata)
        try:
            if not descriptor.server_streaming:
                return bytes(await sent)
            first = await sent.read()
            sent.cancel()
            return bytes(first)
        except grpc.aio.AioRpcError as error:
            return repr((error.code(), error.details(), tuple(error.trailing_metadata() or ()))).encode()

    return call


@dataclass
class Served:
    """What the service says to the viewer at each stop, which is named by the last event and the viewer's open
    decision; and in reply to its answers, by the events before and after."""

    told: Told
    said: dict[tuple[int, int], dict[str, bytes]] = field(default_factory=dict)
    replies: dict[tuple[int, int], bytes] = field(default_factory=dict)


def over_http(rest: Rest) -> Call:
    """Calls of a real server, as what it says over HTTP."""

    async def call(method: str, request: Message, token: str) -> bytes:
        verb, path, fields = where(method, request)
        how: dict[str, Any] = {"json": fields} if verb == "POST" else {"params": fields}
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with rest.client.stream(verb, path, headers=headers, **how) as reply:
            said = [
                str(reply.status_code),
                *(f"{name}: {reply.headers[name]}" for name in sorted(reply.headers) if name != "date"),
            ]
            async for line in reply.aiter_lines():
                said.append(line)
                if line.startswith("data:"):
                    break
        return "\n".join(said).encode()

    return call


async def interference(call: Call, store: Store, ruleset: Ruleset, seed: int, options: TableOptions = UNHURRIED) -> str:
    """Play a match by chance and part the worlds at one of its quiet points, for two viewers, one of whom is
    asked there; what one of them is told differently without a right to, or the empty string."""
    rng = chance(seed, "served")
    checkpoint, before = quiet_point(ruleset, seed, rng.randint(1, MOST_STOPS))
    match = Match.begin(decode_snapshot(checkpoint))
    for viewer in (next(iter(match.open)), rng.choice(everybody(match))):
        mood, policy = rng.choice((*MOODS, IDLE)), rng.random()
        other = decode_snapshot(checkpoint)
        permute_hidden(rng, other, viewer)
        served = []
        for world in (decode_snapshot(checkpoint), other):
            live = await plant(store, world, before, options)
            served.append(await follow(call, live, viewer, policy, mood))
        found = difference(viewer, *served)
        if found:
            return f"seed {seed}, viewer {viewer}: {found}"
    return ""


def quiet_point(ruleset: Ruleset, seed: int, after: int) -> tuple[bytes, list[Event]]:
    """Where a match played by chance was quiet last before so many stops, and the events until then."""
    for number, match in enumerate(stops(start(ruleset, seed), chance(seed))):
        if match.over:
            break
        if number == after:
            checkpoint = match.record().checkpoint
            return checkpoint, match.game.events[: decode_snapshot(checkpoint).event_count]
    return quiet_point(ruleset, seed, after // 2)


async def plant(store: Store, snapshot: Snapshot, before: list[Event], options: TableOptions) -> Match:
    """The world under the one name, with the events before it, which are those of both worlds."""
    live = Match.begin(snapshot)
    game = live.game
    seats = tuple(Seat(taken=True, generation=seat + 1, display_name=f"p{seat}") for seat in range(len(game.players)))
    stored = Stored(
        state=State.PLAYING,
        host="",
        ruleset=game.ruleset,
        seats=seats,
        seed=bytes(16),
        salt=bytes(16),
        seeded_by_creator=False,
        created_ms=NOON_MS,
        rules_version=rules_version(),
        record=live.record(),
        window=live.window,
        options=options,
        revision=3,
        spectator_generation=99,
    )
    events = [encode(event) for event in (*before, *game.events)]
    assert len(events) == game.event_count
    await store.delete(MATCH_ID)
    empty = msgspec.structs.replace(stored, state=State.LOBBY, record=None)
    first, second = new_commit_id(), new_commit_id()
    await store.create(MATCH_ID, Request.of("", "plant", b""), Write(commit=first, state=encode_stored(empty)))
    write = Write(
        commit=second,
        state=encode_stored(stored),
        events=events,
        opened=At(NOON_MS),
        summary=whole_message(MATCH_ID, stored).SerializeToString(),
    )
    await store.commit(MATCH_ID, None, write, expected_commit=first, expected_head=0)
    return live


async def follow(call: Call, live: Match, viewer: int, policy: float, mood: tuple[float, float]) -> Served:
    """Play the planted world on by calls, the engine beside it. Everybody answers by the same function of what they
    see; the viewer asks for everything at every stop."""
    told = Told(first=live.game.event_count - len(live.game.events))
    served = Served(told)
    for _ in range(FOLLOWED):
        note(told, live, viewer)
        mine = live.open.get(viewer)
        stop = (live.game.event_count, mine.id if mine else 0)
        said = await answers(call, live, viewer)
        assert said == served.said.setdefault(stop, said), f"what is said changes while others answer: {stop}"
        if live.over:
            break
        seat, decision = next(iter(live.open.items()))
        answer = chosen(view(live.game, seat), decision.question, policy, mood)
        if seat != viewer:
            told.others[live.game.event_count, seat] = as_noticed(live, answer)
        before = live.game.event_count
        reply = await call("Act", act(written(live, seat, answer), "0" if seat % 2 else ""), token_of(seat))
        live.answer(seat, decision.id, answer)
        assert not reply.startswith(b"("), reply
        if seat == viewer:
            served.replies[before, live.game.event_count] = reply
    told.events = live.game.events
    return served


def difference(viewer: int, one: Served, two: Served) -> str:
    until, found = alike_until(viewer, one.told, two.told)
    if found:
        return found
    for stop in sorted(one.said.keys() & two.said.keys()):
        if stop[0] > until:
            break
        for what, said in one.said[stop].items():
            if said != two.said[stop][what]:
                return f"{what} after event {stop[0]}: {said!r} or {two.said[stop][what]!r}"
    for around in sorted(one.replies.keys() & two.replies.keys()):
        if around[1] <= until and one.replies[around] != two.replies[around]:
            return f"the reply to an answer {around}: {one.replies[around]!r} or {two.replies[around]!r}"
    return ""


def token_of(seat: int) -> str:
    return "" if seat == SPECTATOR else KEYRING.seat_token(MATCH_ID, seat, seat + 1)


def written(live: Match, seat: int, answer: Answer) -> decision_pb2.Answer:
    """An answer of the engine as a client gives it."""
    decision = live.open[seat]
    asked = type(decision)(decision.id, msgspec.structs.replace(decision.question, default=answer))
    return decisions.to_message(asked, live.game.rules).default_answer


def act(answer: decision_pb2.Answer, cursor: str = "") -> pb.ActRequest:
    return pb.ActRequest(name=NAME, request_id=str(UUID(int=next(_ids))), answer=answer, cursor=cursor)


async def answers(call: Call, live: Match, viewer: int) -> dict[str, bytes]:
    """What the service says to the questions of this stop: the same ones whenever and wherever it is reached."""
    turn = live.game.event_count % EACH
    return {
        what: await call(what.split()[0], asked, token_of(viewer))
        for what, asked in questions(live, viewer)
        if crc32(what.encode()) % EACH == turn
    }


def questions(live: Match, viewer: int) -> list[tuple[str, Message]]:
    """All that a viewer can ask and that changes nothing, each named by its method, and what is special about it."""
    head, tag = live.game.event_count, tag_of(MATCH_ID)
    cursors = {
        "without a cursor": "",
        "from the beginning": BEGINNING,
        "from a while ago": str(Cursor(max(0, head - 5), 3, 0, tag)),
        "from long ago": str(Cursor(head // 2, 3, 0, tag)),
        "from another revision": str(Cursor(head, 1, 0, tag)),
        "from now": str(Cursor(head, 3, 0, tag)),
        "from ahead": str(Cursor(head + 1, 3, 0, tag)),
        "from another match": str(Cursor(head, 3, 0, "00000000")),
    }
    asked: list[tuple[str, Message]] = [
        ("GetView", pb.GetViewRequest(name=NAME)),
        ("GetView of everything", pb.GetViewRequest(name=NAME, reveal_all=True)),
        ("GetMatch", pb.GetMatchRequest(name=NAME)),
        ("ListMatches", pb.ListMatchesRequest()),
        ("ListMatches in play", pb.ListMatchesRequest(state=match_pb2.MATCH_STATE_PLAYING, page_size=1)),
        ("GetReplay", replay_service_pb2.GetReplayRequest(name=NAME)),
        ("GetMatchResult", replay_service_pb2.GetMatchResultRequest(name=NAME)),
        ("JoinMatch", pb.JoinMatchRequest(name=NAME, request_id=str(UUID(int=1)))),
        ("StartMatch", pb.StartMatchRequest(name=NAME, request_id=str(UUID(int=1)))),
        ("Rematch", lobby_service_pb2.RematchRequest(name=NAME, request_id=str(UUID(int=1)))),
        ("SendMessage", table_service_pb2.SendMessageRequest(name=NAME, request_id=str(UUID(int=1)), text="?")),
        ("Act without a uuid", pb.ActRequest(name=NAME, answer=decision_pb2.Answer(decision=1))),
    ]
    for what, cursor in cursors.items():
        asked.append((f"WatchMatch {what}", pb.WatchMatchRequest(name=NAME, cursor=cursor)))
        asked.append((f"NextDecision {what}", pb.NextDecisionRequest(name=NAME, cursor=cursor)))
    return asked + [(f"Act {what}", act(answer)) for what, answer in wrong_answers(live, viewer).items()]


def wrong_answers(live: Match, viewer: int) -> dict[str, decision_pb2.Answer]:
    """Answers that change nothing."""
    asked = live.game.players[viewer].asked if viewer != SPECTATOR else 0
    mine = live.open.get(viewer)
    wrong = {
        "to what was never asked": decision_pb2.Answer(decision=10**6, option="pass"),
        "to what comes next": decision_pb2.Answer(decision=asked + 1, option="pass"),
    }
    if asked > (mine is not None):
        wrong["to what is closed"] = decision_pb2.Answer(decision=asked - (mine is not None), option="pass")
    if mine is not None:
        wrong["with no such option"] = decision_pb2.Answer(decision=mine.id, option="no such")
        spare = decision_pb2.PickAnswer(pick="no such", chosen=[0])
        wrong["with no such pick"] = written(live, viewer, mine.question.default)
        wrong["with no such pick"].picks.append(spare)
    return wrong
