"""The keys of hosts: what each is good for, and how they are changed while the server runs."""

from __future__ import annotations

import asyncio
import hmac
import os
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.access.auth import Keyring, SeatToken
from service.access.keys import HostKeys, host_keys
from service.config.reloading import Reloading
from service.config.settings import Settings
from service.config.unusable_file import UnusableFile
from service.errors import ServiceError
from service.store import EmbeddedServer
from service.telemetry.metrics import Metrics
from tests.service.asking import ask, does, request_of
from tests.service.rest.calling import Refused, Rest, RestCalls
from tests.service.serving import EAST, WEST, Server
from tests.service.tables import Calls, bearer, refusal, why

ADMIN = "the-key-of-the-operator"
NEW_EAST = "the-next-key-of-the-east"
SEEN_WITHIN = 10.0  # seconds


def test_a_name_may_have_several_keys_and_each_is_that_host() -> None:
    found = host_keys(f"east:{EAST}, east:{NEW_EAST},west:{WEST},ops/admin:{ADMIN}", "")
    assert [(key.host, key.admin) for key in map(found.find, (EAST, NEW_EAST, WEST, ADMIN)) if key] == [
        ("east", False),
        ("east", False),
        ("west", False),
        ("ops", True),
    ]
    assert found.find(EAST + "x") is None
    assert found.find("é" * 16) is None


def test_a_key_is_compared_with_every_key_whichever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr(hmac, "compare_digest", compare)
    found = host_keys(",".join(f"host{n}:{n:016}" for n in range(5)), "")
    for given in (*(f"{n:016}" for n in range(5)), "nobody's", "", "x" * 1000):
        compared.clear()
        found.find(given)
        assert len(compared) == 5
        assert {len(digest) for pair in compared for digest in pair} == {32}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# nothing\n\n", "there is no key in"),
        (f"east:{EAST}\nhush-hush-hush-hush\n", "line 2: write name:key"),
        (f"# one\neast:{EAST}\n\nwest:hush\n", "line 4: a key has at least 16"),
        (f"east:{EAST}\nwest:{EAST}\n", "line 2: the same key is there twice"),
        ("east:hush-hush-hush-hush # old\n", "line 1: a key has"),
        ("hush-hush-hush-hush/root:hush-hush-hush-hush", "line 1: write name:key"),
        ("east:hush-hush-hush-hush\udce4", "is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_without_being_quoted(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "keys"
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(UnusableFile, match=said) as refused:
        host_keys("", str(file))
    assert str(refused.value).startswith("SGS_API_KEYS_FILE: ")
    assert "hush" not in str(refused.value)
    assert EAST not in str(refused.value)


def test_the_keys_of_both_settings_are_good(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(f"# hosts\nwest:{WEST}\n  ops/admin:{ADMIN}  \n")
    found = Settings(api_keys=f"east:{EAST}", api_keys_file=str(file)).host_keys
    assert [bool(found.find(key)) for key in (EAST, WEST, ADMIN, NEW_EAST)] == [True, True, True, False]


async def test_a_file_is_taken_up_when_it_changes_and_kept_where_it_cannot_be_used(tmp_path: Path) -> None:
    file, metrics, taken = tmp_path / "keys", Metrics(), list[HostKeys]()

    def counted(outcome: str) -> float:
        return metrics.registry.get_sample_value("sanguosha_reloads_total", {"what": "k", "outcome": outcome}) or 0

    file.write_text(f"east:{EAST}\n")
    reloading = Reloading("k", (str(file),), lambda: host_keys("", str(file)), taken.append, metrics)
    await reloading.look()
    assert len(taken) == 1
    for broken in ("", "no keys", None):
        file.unlink() if broken is None else file.write_text(broken)
        await reloading.look()
        await reloading.look()
    assert (len(taken), counted("failed"), counted("taken")) == (1, 3, 0)
    file.write_text(f"east:{NEW_EAST}\n")
    await reloading.look()
    assert (len(taken), counted("failed"), counted("taken")) == (2, 3, 1)
    assert taken[-1].find(NEW_EAST)
    assert not taken[-1].find(EAST)


async def test_a_mounted_secret_is_taken_up_when_its_link_is_turned(tmp_path: Path) -> None:
    """As Kubernetes does: the time of the new file may be the same."""
    for version, key in (("one", EAST), ("two", WEST)):
        (tmp_path / version).mkdir()
        (tmp_path / version / "keys").write_text(f"east:{key}\n")
        os.utime(tmp_path / version / "keys", (1_000_000, 1_000_000))
    link, file, taken = tmp_path / "data", tmp_path / "data" / "keys", list[HostKeys]()
    link.symlink_to(tmp_path / "one")
    reloading = Reloading("k", (str(file),), lambda: host_keys("", str(file)), taken.append, Metrics())
    turned = tmp_path / "turned"
    turned.symlink_to(tmp_path / "two")
    turned.rename(link)
    await reloading.look()
    assert taken[-1].find(WEST)


# -- what a key is good for, over both transports


@pytest.fixture(scope="module")
def administered(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Any:
    folder = tmp_path_factory.mktemp("administered")
    keys = f"east:{EAST},east:{NEW_EAST},west:{WEST},ops/admin:{ADMIN}"
    with Server(folder, redis_url=backing.url, api_keys=keys) as started:
        yield started


@pytest.fixture(params=["grpc", "http"])
async def calling(request: pytest.FixtureRequest, administered: Server) -> AsyncIterator[Callable[[str], Calls]]:
    """Calls with a key."""
    made: list[Calls] = []
    rest = Rest(administered.http_address)

    def calls(key: str) -> Calls:
        made.append(Calls(administered.address, api_key=key) if request.param == "grpc" else RestCalls(rest, key))
        return made[-1]

    yield calls
    for opened in made:
        await opened.__aexit__()
    await rest.client.aclose()


async def reason(call: Any) -> str:
    with pytest.raises((grpc.aio.AioRpcError, Refused)) as caught:
        await call
    return caught.value.reason if isinstance(caught.value, Refused) else why(caught.value).reason


async def test_any_key_of_a_host_is_the_creator_of_its_matches(calling: Callable[[str], Calls]) -> None:
    old, new, west = calling(EAST), calling(NEW_EAST), calling(WEST)
    lobby = await old.lobby()
    assert await reason(west.start(lobby.name)) == "NOT_CREATOR"
    assert (await new.start(lobby.name)).state == match_pb2.MATCH_STATE_PLAYING
    assert await reason(west.abandon(lobby.name)) == "NOT_CREATOR"


async def test_a_key_for_administration_is_good_for_every_match(calling: Callable[[str], Calls]) -> None:
    east, ops = calling(EAST), calling(ADMIN)
    lobby = await east.lobby()
    assert (await ops.start(lobby.name)).state == match_pb2.MATCH_STATE_PLAYING
    issued = await _call(ops, "IssueToken", name=lobby.name, seat=1)
    assert issued.token != lobby.tokens[1]
    handed = await _call(ops, "HandOverSeat", name=lobby.name, seat=2)
    assert handed.seats[2].away
    # It sees no more of the table than anybody who watches.
    seen = await ops.stub.GetView(pb.GetViewRequest(name=lobby.name), metadata=ops.key)
    assert not seen.decisions
    assert seen.view == (await lobby.view()).view
    assert (await ops.abandon(lobby.name)).state == match_pb2.MATCH_STATE_ABANDONED


async def test_the_matches_of_a_key_for_administration_are_its_own(calling: Callable[[str], Calls]) -> None:
    lobby = await calling(ADMIN).lobby()
    assert await reason(calling(EAST).start(lobby.name)) == "NOT_CREATOR"


async def test_matches_are_listed_to_hosts_alone(calling: Callable[[str], Calls]) -> None:
    match = await calling(EAST).create()
    ask = pb.ListMatchesRequest(page_size=1)
    assert await reason(calling("").stub.ListMatches(ask)) == "KEY_REQUIRED"
    assert await reason(calling("").stub.ListMatches(ask, metadata=(("x-api-key", "k" * 16),))) == "KEY_REQUIRED"
    for key in (EAST, WEST, ADMIN):
        assert (await calling(key).stub.ListMatches(ask, metadata=calling(key).key)).matches
    assert (await calling("").get(match.name)).name == match.name  # whoever knows its name


async def test_an_operator_may_list_matches_to_everybody(tmp_path: Path, backing: EmbeddedServer) -> None:
    with Server(tmp_path, redis_url=backing.url, api_keys=f"east:{EAST}", public_listing=True) as server:
        async with Calls(server.address) as calls, Rest(server.http_address) as rest:
            await calls.stub.ListMatches(pb.ListMatchesRequest(page_size=1))
            await RestCalls(rest).stub.ListMatches(pb.ListMatchesRequest(page_size=1))
            assert await reason(calls.create()) == "KEY_REQUIRED"


async def _call(calls: Calls, method: str, **fields: Any) -> Any:
    if isinstance(calls, RestCalls):
        return await getattr(calls.stub, method)(request_of(method, **fields), metadata=calls.key)
    return await ask(calls, method, **fields)


# -- changing the keys of a server that runs


async def eventually(call: Callable[[], Any]) -> Any:
    """What the call returns, as soon as it does not fail; the files are looked at every few seconds."""
    until = time.monotonic() + SEEN_WITHIN
    while True:
        try:
            return await call()
        except grpc.aio.AioRpcError:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(0.05)


async def watched(calls: Calls, name: str, *metadata: tuple[str, str]) -> Any:
    """A stream whose first update has come."""
    stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=name), metadata=metadata)
    assert (await stream.read()).HasField("update")
    return stream


async def test_a_key_is_rotated_and_revoked_without_a_restart(tmp_path: Path, backing: EmbeddedServer) -> None:
    file = tmp_path / "keys"
    file.write_text(f"east:{EAST}\nwest:{WEST}\n")
    listing = pb.ListMatchesRequest(page_size=1)
    server = Server(tmp_path / "server", redis_url=backing.url, api_keys_file=file)
    with server:
        async with Calls(server.address, api_key=EAST) as old, Calls(server.address, api_key=NEW_EAST) as new:
            table = await old.table()
            waiting = await table.idle_seat()
            with_key, with_another = await watched(old, table.name, *old.key), await watched(old, table.name)
            both = await watched(old, table.name, *old.key, *bearer(table.tokens[0]))
            seat = old.stub.NextDecision(_waiting(table.name), metadata=(*bearer(table.tokens[waiting]), *old.key))
            file.write_text(f"# rotating\neast:{EAST}\neast:{NEW_EAST}\nwest:{WEST}\n")
            await eventually(lambda: new.stub.ListMatches(listing, metadata=new.key))
            await old.stub.ListMatches(listing, metadata=old.key)

            file.write_text(f"east:{NEW_EAST}\nwest:{WEST}\n")
            for stream in (with_key, both):
                assert (await refusal(_to_its_end(stream)))[1] == "KEY_REQUIRED"
            assert (await refusal(seat))[1] == "KEY_REQUIRED"
            assert (await refusal(old.stub.ListMatches(listing, metadata=old.key)))[1] == "KEY_REQUIRED"
            await table.move()
            assert (await with_another.read()).HasField("update")
            with_another.cancel()
            assert (await new.abandon(table.name)).state == match_pb2.MATCH_STATE_ABANDONED

            file.write_text("hush-hush-hush-hush")
            until = time.monotonic() + SEEN_WITHIN
            while not server.metric("sanguosha_reloads_total", what="api_keys", outcome="failed"):
                assert time.monotonic() < until
                await asyncio.sleep(0.05)
            await new.stub.ListMatches(listing, metadata=new.key)
    assert "SGS_API_KEYS_FILE: line 1: write name:key" in server.log()
    assert "hush" not in server.log()


def _waiting(name: str) -> pb.NextDecisionRequest:
    request = pb.NextDecisionRequest(name=name)
    request.wait.FromSeconds(30)
    return request


async def _to_its_end(stream: Any) -> None:
    while await stream.read() is not grpc.aio.EOF:
        pass


# -- the server's own key

OLD, NEW = b"o" * 32, b"n" * 32


def test_what_any_of_the_servers_keys_has_signed_is_valid_and_the_first_signs() -> None:
    old, both, new = Keyring(OLD), Keyring((NEW, OLD)), Keyring(NEW)
    seat = SeatToken("m", 3, 7)
    for keyring in (old, new):
        assert both.caller(f"Bearer {keyring.seat_token(*seat)}", "").token == seat
        assert both.read_ticket(keyring.ticket(seat, 1000), 0) == seat
    assert both.seat_token(*seat) == new.seat_token(*seat) != old.seat_token(*seat)
    assert both.ticket(seat, 1000) == new.ticket(seat, 1000)
    assert both.match_id("east", "r") == new.match_id("east", "r") != old.match_id("east", "r")
    assert both.webhook_secrets("east") == [*new.webhook_secrets("east"), *old.webhook_secrets("east")]
    with pytest.raises(ServiceError, match="not valid"):
        new.caller(f"Bearer {old.seat_token(*seat)}", "")
    with pytest.raises(ServiceError, match="not valid"):
        new.read_ticket(old.ticket(seat, 1000), 0)


async def test_a_match_is_played_on_while_the_servers_key_is_changed(tmp_path: Path, apart: EmbeddedServer) -> None:
    """As in docs/operations.md: first every replica knows the new key, then it signs, then the old one goes."""
    old, new = OLD.hex(), NEW.hex()
    with (
        Server(tmp_path / "before", redis_url=apart.url, server_key=old) as before,
        Server(tmp_path / "knows", redis_url=apart.url, server_key=f"{old},{new}") as knows,
        Server(tmp_path / "signs", redis_url=apart.url, server_key=f"{new},{old}") as signs,
    ):
        async with Calls(before.address) as first, Calls(knows.address) as second, Calls(signs.address) as third:
            table = await first.table()
            for calls in (second, third):
                await type(table)(calls, table.name, table.tokens).move()
            again = await does(type(table)(third, table.name, {}), "IssueToken", seat=1)
            await second.stub.GetView(pb.GetViewRequest(name=table.name), metadata=bearer(again.token))
            await third.abandon(table.name)
            # Whoever comes first says where the rematch is, whatever it would derive to elsewhere.
            tables = {
                seat: await does(type(table)(calls, table.name, table.tokens), "Rematch", seat)
                for seat, calls in ((2, second), (3, third))
            }
            assert tables[2].match.name == tables[3].match.name
