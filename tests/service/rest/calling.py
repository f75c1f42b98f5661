"""A client over HTTP that takes and returns messages, so that tests of gRPC can be played over it as they are."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Self

import httpx
from google.api import annotations_pb2
from google.protobuf import json_format, message_factory
from google.protobuf.message import Message

from service.app import SERVICES
from tests.service.tables import Calls

METHODS = {method.name: method for service in SERVICES for method in service.methods}
HTTP_METHODS = [name for name, method in METHODS.items() if method.GetOptions().HasExtension(annotations_pb2.http)]


class Refused(Exception):
    """A reply that is no success. It is in the one form, or else this cannot be made."""

    def __init__(self, reply: httpx.Response) -> None:
        assert reply.headers["content-type"] == "application/json", reply
        said = reply.json()["error"]
        info, *more = said["details"]
        assert said["code"] == reply.status_code
        assert said["message"]
        assert info["@type"] == "type.googleapis.com/google.rpc.ErrorInfo"
        self.status: int = reply.status_code
        self.message: str = said["message"]
        self.code: str = said["status"]
        self.reason: str = info["reason"]
        self.domain: str = info["domain"]
        self.about: dict[str, str] = info["metadata"]
        self.headers = reply.headers
        self.retry_delay = more[0]["retryDelay"] if more else ""
        assert bool(more) == ("retry-after" in reply.headers)
        super().__init__(f"{self.status} {self.code} {self.reason} {self.about}")


class Event(NamedTuple):
    """A server-sent event."""

    name: str
    data: dict[str, Any]
    id: str


def where(name: str, request: Message) -> tuple[str, str, dict[str, Any]]:
    """The verb, the path and the other fields of a call, by the annotation of its method."""
    rule = METHODS[name].GetOptions().Extensions[annotations_pb2.http]
    verb = rule.WhichOneof("pattern")
    fields = json_format.MessageToDict(request)
    path = re.sub(r"\{(\w+)=\w+/\*\}", lambda found: fields.pop(found[1]), getattr(rule, verb))
    return verb.upper(), path, fields


class Rest:
    """Calls of one server."""

    def __init__(self, address: str) -> None:
        # Without a proxy of the environment: the calls are for this machine.
        self.client = httpx.AsyncClient(base_url=f"http://{address}", trust_env=False, timeout=40)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    async def send(self, name: str, request: Message, **headers: str) -> httpx.Response:
        verb, path, fields = where(name, request)
        how: dict[str, Any] = {"json": fields} if verb == "POST" else {"params": fields}
        return await self.client.request(verb, path, headers={_header(key): headers[key] for key in headers}, **how)

    async def call(self, name: str, request: Message, **headers: str) -> Any:
        """The response. Raises `Refused`."""
        reply = await self.send(name, request, **headers)
        if reply.status_code != 200:
            raise Refused(reply)
        kind = message_factory.GetMessageClass(METHODS[name].output_type)
        return json_format.Parse(reply.content, kind())

    @asynccontextmanager
    async def watch(self, name: str, headers: dict[str, str] | None = None, **query: str) -> AsyncIterator[Events]:
        """The events of `WatchMatch`. Raises `Refused`."""
        async with self.client.stream("GET", f"/v1/{name}:watch", params=query, headers=headers or {}) as reply:
            if reply.status_code != 200:
                await reply.aread()
                raise Refused(reply)
            yield Events(reply)


class Events:
    """The events of a reply, as an EventSource reads them."""

    def __init__(self, reply: httpx.Response) -> None:
        self.reply = reply
        self.comments: list[str] = []
        self.retry = ""
        self._events = self._read()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        return await anext(self._events)

    async def _read(self) -> AsyncIterator[Event]:
        name, data, id = "", "", ""
        async for line in self.reply.aiter_lines():
            field, _, value = line.partition(": ")
            if not line and data:
                yield Event(name, json.loads(data), id)
                name, data, id = "", "", ""
            elif not field:
                self.comments.append(value)
            elif field == "event":
                name = value
            elif field == "data":
                data += value
            elif field == "id":
                id = value
            elif field == "retry":
                self.retry = value


class _Stub:
    """What a stub of gRPC looks like."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest

    def __getattr__(self, name: str) -> Any:
        async def call(request: Message, metadata: tuple[tuple[str, str], ...] = ()) -> Any:
            return await self._rest.call(name, request, **{key.replace("-", "_"): value for key, value in metadata})

        return call


class RestCalls(Calls):
    """The calls of a client, over HTTP alone."""

    def __init__(self, rest: Rest, api_key: str = "") -> None:
        super().__init__(api_key=api_key)
        self.rest = rest
        self.stubs = [_Stub(rest)]  # type: ignore[list-item]  # it is called the same way


def _header(keyword: str) -> str:
    return keyword.replace("_", "-")
