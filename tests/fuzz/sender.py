"""Made-up calls, each of a chance of its own, sent to a server and judged."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import grpc
from google.api import annotations_pb2
from google.protobuf import json_format, message_factory
from google.protobuf.message import DecodeError, Message
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import series_service_pb2 as series_pb

from tests.fuzz.damage import damaged, odd_frames, odd_json, odd_request
from tests.fuzz.judging import SPOKEN, Judge, Reply, reason_in
from tests.fuzz.made_up import Inventor, half_right
from tests.fuzz.sending import call, exchange
from tests.fuzz.world import Aim, World
from tests.service.asking import METHODS, NEEDED, has
from tests.service.rest.calling import HTTP_METHODS
from tests.service.serving import Server

AT_ONCE = 48
SENSE = (0.3, 0.8, 0.95, 0.99)
OFTEN = [*METHODS, *["Act"] * 4, *["PlayMatch"] * 2]  # most can be wrong with answers
NAME = re.compile(r"\{name=(matches|series)/\*\}")


class Sender:
    """`seed` and the number of a call make what it is, together with what is asked in the matches by then."""

    def __init__(self, server: Server, channel: grpc.aio.Channel, world: World, judge: Judge, seed: int) -> None:
        self._server = server
        self._channel = channel
        self._world = world
        self._judge = judge
        self._seed = seed

    async def send(self, first: int, calls: int) -> None:
        """The calls from a number on. Raises `TimeoutError` where one gets no answer."""
        numbers = iter(range(first, first + calls))

        async def work() -> None:
            for number in numbers:
                chance = Random(f"{self._seed}/{number}")
                kinds = (self._message, self._damaged, self._body, self._request, self._frames)
                (kind,) = chance.choices(kinds, (40, 25, 20, 10, 5))
                await kind(chance)

        async with asyncio.TaskGroup() as workers:
            for _ in range(AT_ONCE):
                workers.create_task(work())

    # -- by gRPC

    async def _message(self, chance: Random) -> None:
        method, aim = chance.choice(OFTEN), self._world.aim(chance)
        sent = [message.SerializeToString() for message in self._made_up(chance, method, aim)]
        await self._call("message", method, sent, aim)

    async def _damaged(self, chance: Random) -> None:
        method, aim = chance.choice(OFTEN), self._world.aim(chance)
        sent = [damaged(chance, message.SerializeToString()) for message in self._made_up(chance, method, aim)]
        await self._call("damaged", method, sent, aim)

    async def _call(self, kind: str, method: str, sent: list[bytes], aim: Aim) -> None:
        status, reason, said = await call(self._channel, METHODS[method], sent, aim.metadata)
        answered = METHODS[method].client_streaming and aim.seat is not None  # before it failed, perhaps
        if status == "OK" or answered:
            self._touch(method, sent[0])
        asked = f"{[part.hex() for part in sent]} {aim.metadata}"
        self._judge.grpc(Reply(f"gRPC, {kind}", method, status, reason, said, asked), max(map(len, sent)))

    def _made_up(self, chance: Random, method: str, aim: Aim) -> list[Message]:
        """What a call sends: one message, or a few where it is a stream of them."""
        descriptor = METHODS[method]
        plausible = self._world.plausible(aim.table, descriptor.containing_service.name)
        inventor = Inventor(chance, plausible, chance.choice(SENSE))
        messages = [inventor.message(descriptor.input_type) for _ in range(1 + 2 * descriptor.client_streaming)]
        decision = None if aim.seat is None else self._world.asked.get((aim.table.name, aim.seat))
        *_, last = messages
        if isinstance(last, pb.ActRequest) and decision and chance.random() < 0.8:
            last.name = aim.table.name
            last.answer.CopyFrom(half_right(chance, decision))
        if isinstance(last, pb.PlayMatchRequest) and chance.random() < 0.8:
            messages[0].MergeFrom(pb.PlayMatchRequest(start=pb.PlayStart(name=aim.table.name)))
            if decision:
                last.answer.answer.CopyFrom(half_right(chance, decision))
        if isinstance(last, series_pb.CreateSeriesRequest) and chance.random() < 0.5:
            # Made up field by field it never has as many players as seats.
            last.series.CopyFrom(series_pb.CreateSeriesRequest(**NEEDED[method]).series)
        return messages

    def _touch(self, method: str, sent: bytes) -> None:
        """The match that a call names may be another now."""
        try:
            message = message_factory.GetMessageClass(METHODS[method].input_type).FromString(sent)
        except DecodeError:
            return
        if isinstance(message, pb.PlayMatchRequest):
            self._world.touched.add(message.start.name)
        if has(method, "request_id") and has(method, "name"):
            self._world.touched.add(message.name)  # type: ignore[attr-defined]  # it has one

    # -- by HTTP

    async def _body(self, chance: Random) -> None:
        """A request for a method, with its fields where they belong, as right or wrong as they are."""
        method, aim = chance.choice(HTTP_METHODS), self._world.aim(chance)
        (message,) = self._made_up(chance, method, aim)
        fields = _fields_of(message)
        named = fields.pop("name", aim.table.name)
        rule = METHODS[method].GetOptions().Extensions[annotations_pb2.http]
        verb = rule.WhichOneof("pattern")
        path = NAME.sub(lambda _: quote(named, safe="/:"), getattr(rule, verb))
        headers = [f"{name}: {value}" for name, value in aim.metadata if isinstance(value, str)]
        body = b""
        if verb == "post":
            body = odd_json(chance, fields)
            headers.append(f"content-type: {chance.choice(('application/json',) * 9 + ('text/plain',))}")
        elif fields:
            path += f"?{urlencode(fields, doseq=True)}"
        lines = [
            f"{verb.upper()} {path} HTTP/1.1",
            "host: a",
            "connection: close",
            f"content-length: {len(body)}",
            *headers,
        ]
        sent = "\r\n".join([*lines, "", ""]).encode("latin-1") + body
        received = await exchange(self._server.http_address, sent, whole=True)
        if received.startswith(b"HTTP/1.1 200") and has(method, "request_id") and has(method, "name"):
            self._world.touched.add(named)
        self._hear(method, sent, received)

    async def _request(self, chance: Random) -> None:
        sent = odd_request(chance)
        self._hear("none", sent, await exchange(self._server.http_address, sent, whole=False))

    def _hear(self, method: str, sent: bytes, received: bytes) -> None:
        spoken = SPOKEN.match(received)
        status, (_, reason) = spoken[1].decode() if spoken else "nothing", reason_in(received)
        reply = Reply("HTTP", method, status, reason, received, sent.hex())
        self._judge.http(reply, bodiless=sent.startswith(b"HEAD"))

    async def _frames(self, chance: Random) -> None:
        """Whatever comes back is the transport's; what counts is that the server goes on."""
        sent = odd_frames(chance)
        await exchange(self._server.address, sent, whole=False)


def _fields_of(message: Message) -> dict[str, Any]:
    try:
        return json_format.MessageToDict(message)
    except json_format.SerializeToJsonError:  # JSON has no word for such a time
        return {field.json_name: "1e999s" for field, _ in message.ListFields()}
