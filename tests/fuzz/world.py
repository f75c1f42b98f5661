"""What the made-up calls are about: real matches, who may play them, and what must not be told of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import grpc
from sanguosha.v1 import decision_pb2, match_pb2

from service.matches.stored import decode_stored
from service.store import Store
from tests.service.asking import does, series
from tests.service.serving import EAST, SERVER_KEY, WEST
from tests.service.tables import OVER, Calls, Metadata, Table, bearer, ruleset
from tests.service.test_secrets import spellings

BYSTANDERS, PLAYED = 4, 6


class Aim(NamedTuple):
    """A match that a call is about, and who calls: with which metadata, and as which of its seats (None: as none)."""

    table: Table
    metadata: Metadata
    seat: int | None


class World:
    """`bystanders` are matches whose tokens and whose creator's key no made-up call ever has: nothing may change them.
    Those of `played` may be changed by calls that happen to be right; `over` is over."""

    def __init__(self, calls: Calls, records: Store, chance: Random) -> None:
        self._calls = calls
        self._records = records
        self._chance = chance
        self.over: Table
        self.bystanders: list[Table] = []
        self.played: list[Table] = []
        self._made = 0
        self.asked: dict[tuple[str, int], decision_pb2.Decision] = {}
        self.touched: set[str] = set()
        self.secrets: set[str] = {EAST} | spellings(bytes.fromhex(SERVER_KEY))
        self._tickets: list[str] = []
        self._code = "AAAAAAAA"
        self._series = ""
        self._before: dict[str, tuple[Any, ...]] = {}

    async def begin(self) -> None:
        lobby = await self._calls.lobby(4, seed=self._seed())
        tables = [await self._calls.table(seats, seed=self._seed()) for seats in (4, 5, 8)]
        for table in tables:
            await table.move(self._chance.randrange(20))
        self.bystanders = [lobby, *tables]
        assert len(self.bystanders) == BYSTANDERS
        for table in self.bystanders:
            found = await self._records.load(table.id)
            assert found is not None
            stored = decode_stored(found.state)
            self.secrets |= spellings(stored.seed) | spellings(stored.salt) | set(table.tokens.values())
        self.over = await self._calls.table(4, seed=self._seed())
        await self.over.play_out()
        self._series = (await series(self._calls)).name
        await self.refresh()

    async def refresh(self) -> None:
        """Matches anew for those that are over and for the oldest; what is asked in them now, what is stored of all."""
        self.played = [table for table in self.played[1:] if (await table.match()).state not in OVER]
        while len(self.played) < PLAYED:
            self._made += 1
            self.played.append(await self._table(self._made))
        self.asked.clear()
        for table in self.played:
            if (await table.match()).state == match_pb2.MATCH_STATE_PLAYING:
                for seat in table.tokens:
                    with suppress(grpc.aio.AioRpcError):  # its token was replaced
                        for decision in (await does(table, "GetView", seat)).decisions:
                            self.asked[table.name, seat] = decision
        for table in (*self.bystanders, *self.played):
            if table.id not in self._before:
                self._before[table.id] = await self._stored(table)

    async def _table(self, number: int) -> Table:
        seed = self._seed()
        if number % PLAYED == 0:
            return await self._calls.lobby(4, seed=seed)
        if number % PLAYED == 1:  # one that has free seats
            match = await self._calls.create(10, seed=seed)
            self._code = match.code
            joined = await self._calls.join(match.name)
            return Table(self._calls, match.name, {joined.seat: joined.seat_token})
        table = await self._calls.table(
            4 + number % 3, seed=seed, playing=ruleset(4 + number % 3, talk=True, heroes=True)
        )
        await table.move(number % 20)
        self._tickets = [*self._tickets[-20:], (await does(table, "IssueTicket", 0)).ticket]
        return table

    async def changed(self) -> list[str]:
        """The matches that are not as they were, though no call that named them was accepted."""
        tables = {table.id: table for table in (*self.bystanders, *self.played) if table.name not in self.touched}
        return [name for name, table in tables.items() if await self._stored(table) != self._before[name]]

    async def _stored(self, table: Table) -> tuple[Any, ...]:
        found = await self._records.load(table.id)
        assert found is not None
        return found.state, found.commit, found.head, await self._records.log(table.id)

    def _seed(self) -> bytes:
        return self._chance.randbytes(16)

    # -- what a call is made of

    def aim(self, chance: Random) -> Aim:
        if chance.random() < 0.4:
            table = chance.choice(self.bystanders)
            return Aim(table, self._stranger(chance), None)
        table = chance.choice([*self.played, self.over])
        key = chance.choice(((), (), (("x-api-key", EAST),), (("x-api-key", WEST),)))
        if chance.random() < 0.3:
            return Aim(table, (*self._stranger(chance), *key), None)
        asked = [seat for seat in table.tokens if (table.name, seat) in self.asked]
        seat = chance.choice(asked if asked and chance.random() < 0.7 else list(table.tokens))
        return Aim(table, (*bearer(table.tokens[seat]), *key), seat)

    def _stranger(self, chance: Random) -> Metadata:
        """No credentials, others', or none that ever were any."""
        token = chance.choice(list(chance.choice(self.played).tokens.values()))
        wrong = (
            "",
            token[:-1],
            token.upper(),
            f"{token}.{token}",
            "." * 5,
            "x" * 3000,
            "~" * 7000,
            "a.0.0." + "A" * 32,
        )
        return chance.choice(
            (
                (),
                (),
                bearer(token),
                bearer(chance.choice(wrong)),
                (("authorization", chance.choice(wrong)),),
                (*bearer(token), *bearer(chance.choice(wrong))),
                (("x-api-key", WEST),),
                (("x-api-key", chance.choice(wrong)),),
                (("authorization-bin", token.encode()), ("x-api-key-bin", b"\xff")),  # type: ignore[arg-type]  # bytes, so named
                tuple((f"x-{n}", "y" * n) for n in range(60)),
            )
        )

    def plausible(self, table: Table, service: str) -> dict[str, Sequence[Any]]:
        """By the name of the field, for a call of the service."""
        named = self._series if service == "SeriesService" else table.name
        return {
            "name": [named] * 8 + ["matches/aaaaaaaaaaaaaaaaaaaaaaaa"],
            "cursor": ["0", table.cursor(1), table.cursor(9), self.bystanders[0].cursor(3)],
            "request_id": [],
            "seat_count": [4, 5, 8],
            "seat": [0, 1, 2, 3],
            "seed": [bytes(16)],
            "ticket": ["", "", *self._tickets[-2:]],
            "page_size": [1, 5],
            "page_token": [""],
            "code": [self._code],
            "mode": ["identity"],
            "edition": ["standard"],
            "text": ["hello"],
            "display_name": ["Ann"],
            "packs": ["standard"],
            "match": [],
            "ruleset": [],
            "start": [],
            "bot_seats": [0, 1, 2, 3],
        }
