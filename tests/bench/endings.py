"""The ends of planted matches, in a process of their own: each is played from its last answers on, as recorded."""

from __future__ import annotations

import asyncio
import json
import sys
from itertools import cycle
from typing import Any
from uuid import uuid4

import grpc
import uvloop
from sanguosha.v1 import match_pb2, match_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as pb

from engine.ruleset import Ruleset

from .planting import said, seated
from .scripts import scripts

AT_ONCE = 20


async def main(asked: dict[str, Any]) -> dict[str, Any]:
    """Of these `names`, planted in turn from the first `kinds` recorded matches, `last` answers before their ends."""
    seats, last = asked["seats"], asked["last"]
    endings = [said(script, len(script.answers) - last) for script in scripts(Ruleset(seats), asked["kinds"])]
    matches = list(zip(asked["names"], cycle(endings)))
    ended = 0
    async with grpc.aio.insecure_channel(asked["address"]) as channel:
        stub = match_service_pb2_grpc.MatchServiceStub(channel)

        async def play() -> None:
            nonlocal ended
            while matches:
                name, ending = matches.pop()
                _, metadata = seated(name, seats)
                for seat, answer in ending:
                    request = pb.ActRequest(name=name, request_id=str(uuid4()), answer=answer)
                    response = await stub.Act(request, metadata=metadata[seat])
                ended += response.update.state == match_pb2.MATCH_STATE_FINISHED

        await asyncio.gather(*(play() for _ in range(AT_ONCE)))
    return {"ended": ended}


if __name__ == "__main__":
    print(json.dumps(uvloop.run(main(json.loads(sys.argv[1])))))
