"""What must not leave the server by the back door: tokens, keys, seeds and hidden cards, in logs, metrics or errors."""

from __future__ import annotations

import asyncio
import signal
import ssl
import time
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Sequence
from pathlib import Path

import grpc
import httpx
import pytest
import trustme
from redis.asyncio import Redis
from sanguosha.v1 import decision_pb2, talk_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha_client import tls

from engine.codec import Record
from engine.questions import Answer
from engine.ruleset import Ruleset
from service.access.admission import Credentials
from service.access.auth import Keyring
from service.access.keys import digest_of, host_keys
from service.config.settings import Settings
from service.hosting import Step
from service.matches.stored import Answerer, LogEntry, Seat, State, Stored, decode_stored
from service.matches.terms import Terms
from service.store import EmbeddedServer, EventPage, Repeat, Request, Store, StoredMatch, Timed, Write, scripts
from service.store.keys import keys_of
from service.telling.talk import Message
from tests.service.asking import does, issue
from tests.service.serving import Server
from tests.service.streaming import update_of
from tests.service.tables import Calls, Table, bearer, refusal, request_id, ruleset

SERVER_KEY = "c0ffee0" + "d" * 57
API_KEY = "a-key-of-the-east-0123"
OLD_SERVER_KEY = "decade" + "a" * 58
FILE_KEY, ADMIN_KEY = "a-key-in-a-file-45678", "an-admin-key-in-a-file-9"
SAID = "hush-this-was-said"
SEED = b"hush-this-seed-1"  # readable, so that no way of quoting hides it


def spellings(secret: bytes) -> set[str]:
    """How bytes may turn up in a text."""
    return {
        secret.hex(),
        repr(secret)[2:-1],
        b64encode(secret).decode().rstrip("="),
        urlsafe_b64encode(secret).decode().rstrip("="),
        str(list(secret)),
    }


def altered(credential: str) -> str:
    """Another last character: it counts, since what a credential ends with fills its characters."""
    return credential[:-1] + ("A" if credential[-1] != "A" else "B")


def secrets_of(table: Table, stored: Stored, others: Sequence[str] = ()) -> set[str]:
    """`others` are tokens that are no seat's, and tickets."""
    found = {SERVER_KEY, OLD_SERVER_KEY, API_KEY, FILE_KEY, ADMIN_KEY, SAID, "draw_pile", "snapshot", "checkpoint"}
    for key in (API_KEY, FILE_KEY, ADMIN_KEY):  # not even what stands for them
        found |= spellings(digest_of(key))
    for token in (*table.tokens.values(), *others):
        found |= {token, token.rpartition(".")[2]}
    for secret in (stored.seed, stored.salt, bytes.fromhex(SERVER_KEY), bytes.fromhex(OLD_SERVER_KEY)):
        found |= spellings(secret)
    return found


async def wrong_calls(table: Table, others: Sequence[str] = ()) -> list[str]:
    """Many calls that fail, for what they say of it. `others` are tokens that are no seat's, and tickets."""
    stub, said = table.calls.stub, []
    asked = await table.asked()
    token = table.tokens[asked.seat]
    forged = altered(token)
    act = pb.ActRequest(name=table.name, request_id=request_id(), answer=asked.default_answer)
    calls = [
        *(stub.Act(act, metadata=bearer(wrong)) for wrong in ("", forged, "x", f"{token}.{token}")),
        stub.GetView(pb.GetViewRequest(name="matches/" + token), metadata=bearer(token)),
        stub.GetView(pb.GetViewRequest(name="matches/other"), metadata=bearer(token)),
        *(
            stub.GetMatch(pb.GetMatchRequest(name=table.name), metadata=(("x-api-key", wrong),))
            for key in (API_KEY, FILE_KEY, ADMIN_KEY)
            for wrong in (key[:-1], f"{key[:-1]}X", f"{key}{key}", f"ops/admin:{key}")
        ),
        *(
            stub.GetMatch(pb.GetMatchRequest(name=table.name), metadata=(*bearer(key), ("x-forwarded-for", key)))
            for key in (FILE_KEY, ADMIN_KEY)
        ),
        stub.GetView(pb.GetViewRequest(name=f"matches/{ADMIN_KEY}"), metadata=(("x-api-key", ADMIN_KEY),)),
        table.act(asked.seat, decision_pb2.Answer(decision=asked.id, option="no such")),
        table.act(asked.seat, decision_pb2.Answer(decision=asked.id + 7, option="pass")),
        table.act(asked.seat, asked.default_answer, id=token),
        stub.ListMatches(pb.ListMatchesRequest(page_token=token)),
        stub.StartMatch(pb.StartMatchRequest(name=table.name, request_id=request_id()), metadata=bearer(token)),
        *(does(table, "LeaveMatch", token=other[:-1]) for other in others),
        *(does(table, "ConcedeMatch", token=other) for other in others),
        *(does(table, "WatchMatch", ticket=altered(other)).read() for other in (token, *others)),
        *(does(table, "TakeBackSeat", asked.seat, request_id=other) for other in others),
        *(does(table, "IssueToken", seat=99, display_name=other) for other in others),
        does(table, "SendMessage", asked.seat, text=f"{SAID}\0"),
        does(table, "SendMessage", asked.seat, text=SAID, audience=talk_pb2.TALK_AUDIENCE_TEAM),
    ]
    for call in calls:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call
        said.append(f"{caught.value.details()} {caught.value.trailing_metadata()}")
    return said


async def wrong_urls(server: Server, table: Table, context: ssl.SSLContext, tickets: Sequence[str]) -> list[str]:
    """Requests that have secrets where a URL or a header has them, for what is replied."""
    address = f"https://localhost:{server.http_address.rpartition(':')[2]}"
    replies = []
    async with httpx.AsyncClient(base_url=address, verify=context, trust_env=False) as client:
        for secret in (ADMIN_KEY, SERVER_KEY, *tickets):
            for url in (f"/v1/{table.name}:watch?ticket={secret}x", f"/v1/{secret}", f"/v1/matches?{secret}={secret}"):
                replies.append(await client.get(url))
            replies.append(
                await client.get("/v1/matches", headers={"x-api-key": f"{secret}x", "x-forwarded-for": secret})
            )
            replies.append(await client.post("/v1/matches", content=secret, headers={"content-type": secret}))
    assert all(reply.status_code >= 400 for reply in replies)
    # A parameter that there is not is named, as the client has named it.
    return [f"{reply.headers} {reply.text}" for reply in replies if '"field":' not in reply.text]


@pytest.mark.grpcio_alone("TLS")
async def test_no_secret_is_in_logs_metrics_or_errors(tmp_path: Path, backing: EmbeddedServer) -> None:
    keys, cert, key = tmp_path / "keys", tmp_path / "cert.pem", tmp_path / "key.pem"
    keys.write_text(f"east:{FILE_KEY}\nops/admin:{ADMIN_KEY}\n")
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    issued.private_key_pem.write_to_path(str(key))
    issued.cert_chain_pems[0].write_to_path(str(cert))
    server = Server(
        tmp_path,
        redis_url=backing.url,
        server_key=f"{SERVER_KEY},{OLD_SERVER_KEY}",
        api_keys=f"east:{API_KEY}",
        api_keys_file=keys,
        tls_cert=cert,
        tls_key=key,
        trusted_proxies=1,
        log_level="debug",
    )
    channel = tls(tmp_path / "ca.pem")
    async with Redis.from_url(backing.url, protocol=2) as raw, Store(backing.url) as store:
        with server:
            async with Calls(f"localhost:{server.port}", api_key=API_KEY, credentials=channel) as calls:
                table = await calls.table(6, seed=SEED, playing=ruleset(6, talk=True))
                others = [(await does(table, "IssueToken", spectator=True)).token, table.tokens[5]]
                others += [(await does(table, "IssueTicket", token=token)).ticket for token in others]
                await issue(table, 5)
                await does(table, "SendMessage", 0, text=SAID)
                assert (await update_of(does(table, "WatchMatch", ticket=others[2]))).messages
                await table.move(20)
                errors = await wrong_calls(table, others)
                errors += await wrong_urls(
                    server, table, ssl.create_default_context(cafile=tmp_path / "ca.pem"), others
                )
                found = await store.load(table.id)
                assert found is not None
                # Faults of the server, with a whole match at hand: a trace is logged.
                once = request_id()
                taken = Keyring(bytes.fromhex(SERVER_KEY)).match_id("east", once)
                await raw.set(keys_of(taken).match, "what is no match")
                assert (await refusal(calls.create(id=once, seed=SEED))).reason == "INTERNAL"
                await raw.hset(keys_of(table.id).match, mapping={"head": "x", "commit": "cold"})
                for call in (table.view(0), table.act(0, decision_pb2.Answer(decision=1))):
                    assert (await refusal(call))[:2] == (grpc.StatusCode.INTERNAL, "INTERNAL")
                # Files that have gone wrong.
                keys.write_text(f"{FILE_KEY}\nops/root:{ADMIN_KEY}\n")
                key.write_bytes(issued.private_key_pem.bytes()[:-40])
                until = time.monotonic() + 10
                while server.log().count("reload_failed") < 2:
                    assert time.monotonic() < until
                    await asyncio.sleep(0.05)
                metrics = server.metrics_text()
        log = server.log()
    assert "call_failed" in log
    assert "Traceback" in log or "exc_type" in log
    secrets = secrets_of(table, decode_stored(found.state), others)
    secrets |= {line for line in issued.private_key_pem.bytes().decode().splitlines() if len(line) > 10}
    for where, text in {"log": log, "metrics": metrics, "errors": "\n".join(errors)}.items():
        assert not [secret for secret in secrets if secret in text], where
    assert table.id not in metrics


HUSH = b"hush-this"
LOUD = HUSH.decode()
STORED = Stored(
    State.PLAYING, "east", Ruleset(5), (Seat(),), HUSH, HUSH, True, 1, "v", Record(HUSH, (), (), 0, HUSH), rematch=LOUD
)


@pytest.mark.parametrize(
    "record",
    [
        Settings(server_key=LOUD, api_keys=f"east:{LOUD}", redis_url=f"redis://:{LOUD}@localhost"),
        STORED,
        LogEntry(1, 2, Answer(LOUD), Answerer.PLAYER, "v"),
        Step(STORED, None, HUSH, (LogEntry(1, 2, Answer(LOUD), Answerer.PLAYER, "v"),)),
        Write(commit=b"c", state=HUSH, events=[HUSH], log=[HUSH], summary=HUSH, reply=HUSH),
        StoredMatch(HUSH, b"c", 7, 0),
        EventPage([HUSH], 7),
        Repeat(HUSH, 7),
        Timed(7, HUSH),
        Message(1, 1, LOUD),
        Terms(annotations={LOUD: LOUD}, webhook_uri=LOUD, code=LOUD),
        Credentials(LOUD, LOUD, lambda: LOUD),
        host_keys(f"east:{LOUD}-0123456789", ""),
        Keyring(HUSH, host_keys(f"east:{LOUD}-0123456789", "")),
    ],
    ids=lambda record: type(record).__name__,
)
def test_a_record_does_not_show_what_it_hides(record: object) -> None:
    assert LOUD not in f"{record} {record!r} {[record]}"
    assert type(record).__name__ in repr(record)


def test_a_record_shows_the_rest() -> None:
    assert repr(StoredMatch(HUSH, b"c", 7, 0)) == "StoredMatch(commit=b'c', head=7, opened_ms=0, ...)"


async def test_a_script_that_answers_something_else_is_not_quoted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(*_: object) -> list[bytes]:
        return [b"unheard of", HUSH]

    for script in (scripts.CREATE, scripts.COMMIT):
        monkeypatch.setattr(script, "run", answer)
    request, write = Request.of("", "r", b""), Write(commit=b"c", state=b"")
    for call in (
        store.create("m", request, write),
        store.commit("m", request, write, expected_commit=b"b", expected_head=0),
    ):
        with pytest.raises(AssertionError) as fault:
            await call
        assert LOUD not in str(fault.value)


async def test_a_quiet_server_logs_no_line_a_call(tmp_path: Path, backing: EmbeddedServer) -> None:
    server = Server(tmp_path, redis_url=backing.url, api_keys=f"east:{API_KEY}", log_level="info").start()
    async with Calls(server.address, api_key=API_KEY) as calls:
        table = await calls.table()
        await table.move(10)
        await wrong_calls(table)
    assert server.stop(signal.SIGTERM) == 0
    assert [line["event"] for line in server.logged()] == ["serving", "stopping"]
