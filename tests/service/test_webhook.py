"""The result of a match is sent to where its creator wants it: signed, again until it is taken, and not for ever."""

from __future__ import annotations

import asyncio
import base64
import hmac
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path

import grpc
import pytest
from google.protobuf.json_format import Parse
from sanguosha.v1 import match_pb2, replay_service_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.access.auth import Keyring
from service.config.settings import Settings
from service.duty import webhook
from service.duty.owed import PAUSES_MS
from service.duty.webhook import secret_text, uri_of
from service.errors import ServiceError
from service.matches.stored import decode_stored
from service.store import EmbeddedServer, Store
from tests.service.replica import SOMEBODY, Replica
from tests.service.serving import SERVER_KEY, SGS, Server
from tests.service.tables import Calls, refusal, request_id, ruleset

SOON = 20.0  # seconds
FAILED, DONE = b"HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n", b"HTTP/1.1 204 Done\r\n\r\n"
MOVED = b"HTTP/1.1 307 Moved\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n"
NEXT_SERVER_KEY = "a7" * 32


class Receiver:
    """Takes requests, and answers them one after the other as it is told, then always with the last answer."""

    def __init__(self, *answers: bytes) -> None:
        self._answers = list(answers)
        self.received: asyncio.Queue[tuple[dict[str, str], bytes]] = asyncio.Queue()
        self.uri = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        signature = next(line.split(": ", 1)[1] for line in lines if line.lower().startswith("webhook-signature"))
        body = await reader.readexactly(int(headers["content-length"]))
        self.received.put_nowait((headers | {"webhook-signature": signature}, body))
        writer.write(self._answers.pop(0) if len(self._answers) > 1 else self._answers[0])
        writer.close()


@asynccontextmanager
async def receiving(*answers: bytes) -> AsyncIterator[Receiver]:
    receiver = Receiver(*answers)
    async with await asyncio.start_server(receiver.serve, "127.0.0.1", 0) as server:
        receiver.uri = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/results"
        yield receiver


@pytest.fixture
def replica(store: Store) -> Replica:
    return Replica(store, webhook_hosts="127.0.0.1", bot_delay_ms=0)


async def abandoned(replica: Replica, uri: str) -> str:
    """The id of a match that is over."""
    create = pb.CreateMatchRequest(
        match=match_pb2.Match(ruleset=ruleset(4)), bot_seats=range(4), webhook_uri=uri, request_id=request_id()
    )
    name = (await replica.app.call("CreateMatch")(create, SOMEBODY)).name
    await replica.app.call("AbandonMatch")(pb.AbandonMatchRequest(name=name, request_id=request_id()), SOMEBODY)
    match_id: str = name.removeprefix("matches/")
    return match_id


async def tries(replica: Replica, match_id: str) -> int:
    found = await replica.store.load(match_id)
    assert found is not None
    return decode_stored(found.state).webhook_tries


async def test_the_result_of_a_match_is_sent_by_a_server_when_it_is_over(tmp_path: Path, apart: EmbeddedServer) -> None:
    async with receiving(FAILED, DONE) as receiver:
        keys = f"{NEXT_SERVER_KEY},{SERVER_KEY}"  # while they are changed, the receiver may know either secret
        with Server(
            tmp_path,
            redis_url=apart.url,
            server_key=keys,
            webhook_hosts="127.0.0.1",
            bot_delay_ms=0,
            sweep_ms=20,
            lease_ms=500,
        ) as server:
            async with Calls(server.address) as calls:
                create = pb.CreateMatchRequest(
                    match=match_pb2.Match(ruleset=ruleset(4), annotations={"room": "7"}),
                    bot_seats=range(4),
                    webhook_uri=receiver.uri,
                    request_id=request_id(),
                )
                match = await calls.stub.CreateMatch(create)
                await calls.start(match.name)
                sent = [await asyncio.wait_for(receiver.received.get(), SOON) for _ in range(2)]
                over = await calls.get(match.name)
            assert server.metric("sanguosha_webhooks_total", outcome="failed") == 1, server.log()
    for headers, body in sent:
        message = Parse(body, replay_service_pb2.MatchFinished())
        over.etag = ""
        assert message.match == over
        assert message.match.result.winners
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        signatures = []
        for server_key in (NEXT_SERVER_KEY, SERVER_KEY):
            [secret] = Keyring(bytes.fromhex(server_key)).webhook_secrets("")
            signatures.append(f"v1,{base64.b64encode(hmac.digest(secret, signed, sha256)).decode()}")
        assert headers["webhook-signature"] == " ".join(signatures)
        assert headers["content-type"] == "application/json"
        assert secret_text(secret).startswith("whsec_")
    assert sent[0][0]["webhook-id"] == sent[1][0]["webhook-id"]


async def test_a_result_that_was_taken_is_not_sent_again(replica: Replica) -> None:
    async with receiving(DONE) as receiver:
        match_id = await abandoned(replica, receiver.uri)
        for _ in range(3):
            await replica.serve_due(match_id)
        assert receiver.received.qsize() == 1
    assert await tries(replica, match_id) == -1


@pytest.mark.parametrize("answer", [FAILED, MOVED, b"nonsense\r\n\r\n"])
async def test_a_result_that_is_not_taken_is_given_up_at_last(replica: Replica, answer: bytes) -> None:
    async with receiving(answer) as receiver:
        match_id = await abandoned(replica, receiver.uri)
        for _ in range(len(PAUSES_MS) + 3):
            await replica.serve_due(match_id)
        assert receiver.received.qsize() == len(PAUSES_MS)
    assert await replica.store.claim_due(range(256), 10, 1000) == []


async def test_nobody_listening_is_a_failed_try(replica: Replica) -> None:
    match_id = await abandoned(replica, "http://127.0.0.1:1/")
    await replica.serve_due(match_id)
    assert await tries(replica, match_id) == 1


@pytest.mark.parametrize(
    "uri",
    [
        "https://elsewhere.example/",
        "http://results.example/",  # not secure, and not this machine
        "https://results.example@elsewhere.example/",
        "https://user:word@results.example/",
        "https://results.example:port/",
        "https://[results.example/",
        "ftp://results.example/",
        "results.example",
        "https://results.example/\r\nx-api-key: stolen",
        "https://results.example/" + "x" * 500,
        "https://results.example/#part",
    ],
)
def test_only_a_uri_of_a_host_that_the_operator_allows_is_taken(uri: str) -> None:
    settings = Settings(webhook_hosts="results.example")
    assert uri_of("https://Results.example/of?match=1", settings)
    with pytest.raises(ServiceError) as refused:
        uri_of(uri, settings)
    assert refused.value.reason == "FIELD_INVALID"


def secrets_of(server_keys: str) -> tuple[str, str]:
    """What the command says to a program, and what to people."""
    command = [SGS, "webhook-secret", "east"]
    ran = subprocess.run(command, env={"SGS_SERVER_KEY": server_keys}, capture_output=True, text=True, check=True)
    return ran.stdout, ran.stderr


def test_the_operator_can_read_the_secret_of_a_host() -> None:
    secret, next_secret = (
        secret_text(Keyring(bytes.fromhex(key)).webhook_secrets("east")[0]) for key in (SERVER_KEY, NEXT_SERVER_KEY)
    )
    assert secrets_of(SERVER_KEY) == (f"{secret}\n", "")
    said, explained = secrets_of(f"{NEXT_SERVER_KEY},{SERVER_KEY}")
    assert said == f"{next_secret}\n"
    assert explained.startswith("sgs: as long as SGS_SERVER_KEY has several keys, results are signed by")
    assert explained.endswith(f"\n{secret}\n")


def test_where_no_server_has_a_key_there_is_no_secret(tmp_path: Path) -> None:
    ran = subprocess.run([SGS, "webhook-secret"], cwd=tmp_path, env={}, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "no server has made its key" in ran.stderr
    assert list(tmp_path.iterdir()) == []


async def test_a_server_that_allows_no_host_takes_no_uri(calls: Calls) -> None:
    create = pb.CreateMatchRequest(
        match=match_pb2.Match(ruleset=ruleset(4)), webhook_uri="https://results.example/", request_id=request_id()
    )
    refused = await refusal(calls.stub.CreateMatch(create))
    assert refused == (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID", {"field": "webhook_uri"})


async def test_a_receiver_without_end_holds_up_no_other_match(tmp_path: Path, apart: EmbeddedServer) -> None:
    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        with suppress(ConnectionError):
            for letter in b"HTTP/1.1 200 Some time":
                writer.write(bytes([letter]))
                await writer.drain()
                await asyncio.sleep(0.5)
        writer.close()

    async with await asyncio.start_server(drip, "127.0.0.1", 0) as dripping:
        uri = f"http://127.0.0.1:{dripping.sockets[0].getsockname()[1]}/"
        with Server(tmp_path, redis_url=apart.url, webhook_hosts="127.0.0.1", bot_delay_ms=1, sweep_ms=10) as server:
            async with Calls(server.address) as calls:
                owing = pb.CreateMatchRequest(
                    match=match_pb2.Match(ruleset=ruleset(4)), webhook_uri=uri, request_id=request_id()
                )
                await calls.abandon((await calls.stub.CreateMatch(owing)).name)
                match = await calls.create(4, bots=range(4))
                await calls.start(match.name)
                async with asyncio.timeout(SOON):
                    while (await calls.get(match.name)).state != match_pb2.MATCH_STATE_FINISHED:
                        await asyncio.sleep(0.02)
                    assert server.metric("sanguosha_webhooks_total", outcome="sent") == 0
                    while not server.metric("sanguosha_webhooks_total", outcome="failed"):
                        await asyncio.sleep(0.05)


async def test_whatever_goes_wrong_in_sending_is_a_failed_try(
    replica: Replica, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stumble(*_: object) -> bool:
        raise RuntimeError("the library stumbles")

    match_id = await abandoned(replica, "http://127.0.0.1:1/")
    monkeypatch.setattr(webhook, "send", stumble)
    await replica.serve_due(match_id)
    assert await tries(replica, match_id) == 1
    assert replica.app.backend.metrics.registry.get_sample_value("sanguosha_webhooks_total", {"outcome": "failed"}) == 1
