"""Plays whole matches over HTTP by picking among the listed choices. It is written from /openapi.json alone: no card,
no rule, none of the generated code.

With a server at localhost:8080 (`make run`, or `.venv/bin/sgs serve`):

.venv/bin/python examples/random_rest_client.py --address localhost:8080 --matches 10 --seats 8
.venv/bin/python examples/random_rest_client.py --mode 3v3 --seats 6 --option competitive --option warm_seat=4
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import httpx

Json = dict[str, Any]
OVER = ("MATCH_STATE_FINISHED", "MATCH_STATE_ABANDONED")


class Refused(Exception):
    """A call that was refused, and why."""

    def __init__(self, method: str, error: Json) -> None:
        self.status: str = error["status"]
        self.reason: str = error["details"][0]["reason"]
        super().__init__(f"{method}: {self.reason}: {error['message']}")


def fill(pick: Json, chance: random.Random) -> Json:
    """Any filling within the pick's own bounds."""
    (kind,) = {"subset", "sequence", "assignment"} & set(pick)
    shape = pick[kind]
    count = chance.randint(shape["min"], shape["max"])
    if kind != "assignment":
        return {"pick": pick["id"], "chosen": chance.sample([one["id"] for one in shape["of"]], count)}
    buckets = list(enumerate(shape["buckets"]))
    places = [n for n, bucket in buckets for _ in range(bucket["min"])]
    spare = [n for n, bucket in buckets for _ in range(bucket["max"] - bucket["min"])]
    places += chance.sample(spare, count - len(places))
    chosen = chance.sample([item["id"] for item in shape["items"]], count)
    return {"pick": pick["id"], "chosen": chosen, "bucket": places}


def choose(decision: Json, chance: random.Random) -> Json:
    option = chance.choice(decision["options"])
    picks = [fill(pick, chance) for pick in option["picks"]]
    return {"decision": decision["id"], "option": option["id"], "picks": picks}


def option(text: str) -> tuple[str, Any]:
    """`NAME`, which is on, or `NAME=VALUE`, with the value as in JSON; a text needs no quotes."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value or "true")
    except ValueError:
        return name, value


class Player:
    """One match, played by this client on every seat."""

    def __init__(self, servers: Sequence[httpx.AsyncClient], seed: int) -> None:
        self.servers = servers
        self.chance = random.Random(seed)
        self.seen: Counter[str] = Counter()

    async def get(self, path: str, query: Json, token: str = "") -> Json:
        return await self.call("GET", path, token, params=query)

    async def post(self, path: str, body: Json, token: str = "") -> Json:
        """Changes something: a repeat has the same request id, and happens once."""
        return await self.call("POST", path, token, json={**body, "requestId": str(uuid4())})

    async def call(self, verb: str, path: str, token: str, **how: Any) -> Json:
        """Call a method, and again with the same request while the server cannot be reached. Raises `Refused`."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        for attempt in range(60):
            server = self.chance.choice(self.servers)
            try:
                reply = await server.request(verb, path, headers=headers, **how)
                said: Json = reply.json()
                if reply.is_success:
                    return said
                refused = Refused(path, said["error"])
                if refused.status not in ("UNAVAILABLE", "ABORTED"):
                    raise refused
            except httpx.TransportError:
                pass
            self.seen["retries"] += 1
            await asyncio.sleep(min(0.02 * 2**attempt, 0.5))
        raise TimeoutError(f"{path}: the server stays away")

    async def play(self, ruleset: Json) -> str:
        """Create, join, start and play a match to its end; its name."""
        match = await self.post("/v1/matches", {"match": {"ruleset": ruleset}})
        name: str = match["name"]
        tokens = [(await self.post(f"/v1/{name}:join", {}))["seatToken"] for _ in match["seats"]]
        await self.post(f"/v1/{name}:start", {})
        await asyncio.gather(*(self.sit(name, token) for token in tokens))
        return name

    async def sit(self, name: str, token: str) -> None:
        """Answer the seat's decisions until the match is over."""
        decisions: list[Json] = []
        state, cursor = "MATCH_STATE_PLAYING", "0"
        while state not in OVER:
            if not decisions:
                query = {"cursor": cursor, "wait": "20s"}
                update = (await self.get(f"/v1/{name}/decisions:next", query, token))["update"]
            else:
                answer = choose(decisions[0], self.chance)
                try:
                    response = await self.post(f"/v1/{name}:act", {"answer": answer}, token)
                except Refused as refused:
                    if refused.reason != "MATCH_OVER":
                        raise
                    return  # the match ended while this answer was on its way
                self.seen[response["outcome"]] += 1
                update = response["update"]
            state, decisions, cursor = update["state"], update["decisions"], update["cursor"]


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--address", action="append", help="host:port of HTTP; give several to use them all")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mode", default="", help="one that the catalogue lists; default: the identity game")
    parser.add_argument("--edition", default="", help="one that the catalogue lists; default: the standard edition")
    parser.add_argument("--all-packs", action="store_true", help="with every pack that goes with the edition")
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=VALUE]", help="of the ruleset")
    given = parser.parse_args()
    servers = [
        httpx.AsyncClient(base_url=f"http://{address}", timeout=40, limits=httpx.Limits(max_connections=None))
        for address in given.address or ["localhost:8080"]
    ]
    options = dict(map(option, given.option))
    ruleset = {"edition": given.edition, "mode": given.mode, "seatCount": given.seats, "options": options}
    if given.all_packs:
        catalogue = (await servers[0].get("/v1/catalogue")).raise_for_status().json()
        if all(edition["takesPacks"] for edition in catalogue["editions"] if edition["id"] == given.edition):
            ruleset["packs"] = [pack["id"] for pack in catalogue["packs"]]
    seen: Counter[str] = Counter()
    gate = asyncio.Semaphore(given.at_once)

    async def one(number: int) -> None:
        async with gate:
            player = Player(servers, given.seed + number)
            await player.play(ruleset)
            seen.update(player.seen)

    await asyncio.gather(*(one(number) for number in range(given.matches)))
    print(f"{given.matches} matches of {given.seats} seats ended: {dict(sorted(seen.items()))}")
    for server in servers:
        await server.aclose()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except Refused as refused:
        sys.exit(str(refused))
