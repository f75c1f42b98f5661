"""Matches as the store keeps them, at every kind of place where a match may stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from sanguosha.v1 import decision_pb2, match_pb2, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import table_service_pb2 as table_pb2

from engine.match import Match
from service.store import Store
from tests.service.games import Game, ruleset_of
from tests.service.playing import any_answer
from tests.service.replica import SOMEBODY, Replica, seated
from tests.service.tables import request_id, ruleset

FOLDER = Path(__file__).parents[1] / "data" / "stored"
MOST_ANSWERS = 5000


class Kept(msgspec.Struct, frozen=True):
    """One stored match: its state, and what is stored beside it."""

    state: bytes
    events: list[bytes]
    log: list[bytes]


def corpus() -> dict[str, Path]:
    """Every kept match by its format, the version of the rules and its name: `1-0123456789abcdef/playing`."""
    return {f"{path.parent.name}/{path.stem}": path for path in sorted(FOLDER.glob("*/*.msgpack"))}


def read(path: Path) -> Kept:
    return msgspec.msgpack.decode(path.read_bytes(), type=Kept)


async def gather(store: Store) -> dict[str, Kept]:
    """By what is special about them."""
    gathering = _Gathering(store)
    kept = {"lobby": await gathering.lobby()}
    for name, wanted in PLACES.items():
        kept[name] = await gathering.standing_where(wanted, seats=8)
    with_gods = ruleset_of(Game(10, ("gods",)))
    kept["every_pack"] = await gathering.standing_where(lambda live: _zones(live) > 4, seats=10, playing=with_gods)
    kept["held"] = await gathering.standing_where(lambda live: live.holding, seats=5, silent_waits_ms=50)
    kept["conceding"] = await gathering.conceding()
    kept["finished"] = await gathering.standing_where(lambda live: live.over, seats=4)
    kept["abandoned"] = await gathering.abandoned()
    return kept


def _zones(live: Match) -> int:
    """How many kinds of lasting thing there are on the table."""
    players = live.game.players
    lasting: list[Callable[[Any], object]] = [
        *(lambda p: p.equipment, lambda p: p.judging, lambda p: p.piles, lambda p: p.marks, lambda p: p.hero_cards),
        *(lambda p: p.notes, lambda p: p.face_down, lambda p: not p.alive),
    ]
    return sum(any(map(thing, players)) for thing in lasting)


PLACES: dict[str, Callable[[Match], bool]] = {
    "choosing_heroes": lambda live: True,
    "playing": lambda live: live.game.round > 1 and not live.tail,
    "responding": lambda live: len(live.tail) > 1 and any(d.question.kind == "RESPOND" for d in live.open.values()),
    "much_on_the_table": lambda live: _zones(live) > 2,
}


class _Gathering:
    def __init__(self, store: Store) -> None:
        self._replica = Replica(store)
        self._rng = Random(1)

    async def lobby(self) -> Kept:
        match = match_pb2.Match(ruleset=ruleset(5, heroes=True, talk=True), annotations={"room": "7"}, auto_start=True)
        match.seats.add(seat=1, display_name="关羽")
        create = pb.CreateMatchRequest(match=match, request_id=request_id(), bot_seats=[0])
        name = (await self._replica.app.call("CreateMatch")(create, SOMEBODY)).name
        return await self._kept(name.removeprefix("matches/"))

    async def standing_where(
        self,
        wanted: Callable[[Match], bool],
        seats: int,
        silent_waits_ms: int = 0,
        playing: ruleset_pb2.Ruleset | None = None,
    ) -> Kept:
        playing = playing or ruleset(seats, heroes=True)
        match_id = await self._replica.table(seats, silent_waits_ms=silent_waits_ms, playing=playing)
        for _ in range(MOST_ANSWERS):
            live = await self._live(match_id)
            if wanted(live):
                return await self._kept(match_id)
            if live.over:
                match_id = await self._replica.table(seats, silent_waits_ms=silent_waits_ms, playing=playing)
            elif live.open:
                await self._answer(match_id, self._rng.choice(list(live.open)))
            else:
                await self._replica.serve_due(match_id, 2**52)
        raise AssertionError("no match comes there")

    async def conceding(self) -> Kept:
        match_id = await self._replica.table(5)
        while not (await self._live(match_id)).tail:
            await self._answer(match_id, next(iter((await self._live(match_id)).open)))
        concede = table_pb2.ConcedeMatchRequest(name=f"matches/{match_id}", request_id=request_id())
        await self._replica.app.call("ConcedeMatch")(concede, seated(match_id, 3))
        assert (await self._live(match_id)).game.conceding
        return await self._kept(match_id)

    async def abandoned(self) -> Kept:
        match_id = await self._replica.table(5)
        request = pb.AbandonMatchRequest(name=f"matches/{match_id}", request_id=request_id())
        await self._replica.app.call("AbandonMatch")(request, SOMEBODY)
        return await self._kept(match_id)

    async def _live(self, match_id: str) -> Match:
        live = (await self._replica.app.backend.host.read(match_id)).live
        assert live is not None
        return live

    async def _answer(self, match_id: str, seat: int) -> None:
        asked: list[decision_pb2.Decision] = list((await self._replica.view(match_id, seat)).decisions)
        await self._replica.act(match_id, any_answer(self._rng, asked[0]), seat)

    async def _kept(self, match_id: str) -> Kept:
        store = self._replica.store
        found, log = await store.load(match_id), await store.log(match_id)
        page = await store.events(match_id, 0, 100_000)
        assert found is not None
        assert page is not None
        return Kept(found.state, page.events, [timed.entry for timed in log])
