"""TLS of both ports: who gets in, who does not, and how certificates are renewed while the server runs."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from sanguosha.v1 import server_service_pb2, server_service_pb2_grpc
from sanguosha_client import Client, tls

from service.access.tls import Tls, certificates
from service.cli import main
from service.config.settings import ConfigError, Settings
from service.config.sources import settings_from
from service.config.unusable_file import UnusableFile
from service.store import EmbeddedServer, Store
from tests.service.certificates import Authority
from tests.service.replica import Replica
from tests.service.serving import Server

pytestmark = pytest.mark.grpcio_alone("TLS")

REFUSED_WITHIN = 5.0  # seconds
TAKEN_WITHIN = 10.0


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"), "ours")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Another one, which nobody believes."""
    return Authority(tmp_path_factory.mktemp("authority"), "theirs")


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer, ours: Authority) -> Iterator[Server]:
    cert, key = ours.certify("server")
    folder = tmp_path_factory.mktemp("encrypted")
    with Server(folder, redis_url=backing.url, tls_cert=cert, tls_key=key) as started:
        yield started


@pytest.fixture(scope="module")
def mutual(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer, ours: Authority) -> Iterator[Server]:
    """It asks clients for a certificate."""
    cert, key = ours.certify("mutual")
    folder = tmp_path_factory.mktemp("mutual")
    with Server(folder, redis_url=backing.url, tls_cert=cert, tls_key=key, tls_client_ca=ours.file) as started:
        yield started


async def by_grpc(server: Server, ca: str | None, client: tuple[str, str] | None = None) -> bool:
    """Whether a call is answered; without a CA in the clear."""
    cert, key = client or (None, None)
    if ca is None:
        channel = grpc.aio.insecure_channel(server.address)
    else:
        channel = grpc.aio.secure_channel(f"localhost:{server.port}", tls(ca, cert, key))
    async with channel:
        stub: Any = server_service_pb2_grpc.ServerServiceStub(channel)
        try:
            await stub.GetServerInfo(server_service_pb2.GetServerInfoRequest(), timeout=REFUSED_WITHIN)
        except grpc.aio.AioRpcError as error:
            return error.code() != grpc.StatusCode.UNAVAILABLE
    return True


async def by_http(server: Server, ca: str | None, client: tuple[str, str] | None = None) -> bool:
    port = server.http_address.rpartition(":")[2]
    context: Any = False
    if ca is not None:
        context = ssl.create_default_context(cafile=ca)
        if client:
            context.load_cert_chain(*client)
    scheme = "http" if ca is None else "https"
    async with httpx.AsyncClient(verify=context, trust_env=False) as opened:
        try:
            reply = await opened.get(f"{scheme}://localhost:{port}/v1/server")
        except httpx.TransportError:
            return False
    assert reply.json()["rulesVersion"]
    return True


TRANSPORTS = pytest.mark.parametrize("answered", [by_grpc, by_http], ids=["grpc", "http"])
Answered = Callable[..., Any]


@TRANSPORTS
async def test_who_believes_the_authority_is_answered_and_nobody_in_the_clear(
    encrypted: Server, ours: Authority, theirs: Authority, answered: Answered
) -> None:
    assert await answered(encrypted, ours.file)
    assert not await answered(encrypted, None)
    assert not await answered(encrypted, theirs.file)


@TRANSPORTS
async def test_a_client_without_a_certificate_of_the_authority_is_refused(
    mutual: Server, ours: Authority, theirs: Authority, answered: Answered
) -> None:
    assert await answered(mutual, ours.file, ours.certify("client"))
    assert not await answered(mutual, ours.file)
    assert not await answered(mutual, ours.file, theirs.certify("client"))
    assert not await answered(mutual, None)


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1 is deprecated:DeprecationWarning")
@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_1, ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
@pytest.mark.parametrize("http", [False, True], ids=["grpc", "http"])
def test_nothing_older_than_tls_1_2_is_spoken(
    encrypted: Server, ours: Authority, version: ssl.TLSVersion, http: bool
) -> None:
    context = ssl.create_default_context(cafile=ours.file)
    context.set_ciphers("DEFAULT:@SECLEVEL=0")  # else the client itself would refuse
    context.set_alpn_protocols(["http/1.1" if http else "h2"])
    context.minimum_version = context.maximum_version = version
    port = int(encrypted.http_address.rpartition(":")[2]) if http else encrypted.port
    with socket.create_connection(("127.0.0.1", port), REFUSED_WITHIN) as plain:
        if version >= ssl.TLSVersion.TLSv1_2:
            with context.wrap_socket(plain, server_hostname="localhost") as secured:
                assert secured.version() == version.name.replace("_", ".")
        else:
            with pytest.raises(ssl.SSLError):
                context.wrap_socket(plain, server_hostname="localhost")


def serial_of(port: int, authority: Authority) -> int:
    """That of the certificate which a port shows, verified."""
    context = ssl.create_default_context(cafile=authority.file)
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", port), REFUSED_WITHIN) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secured,
    ):
        shown: Any = secured.getpeercert()
        return int(shown["serialNumber"], 16)


async def test_a_renewed_certificate_is_taken_up_by_both_ports(
    tmp_path: Path, backing: EmbeddedServer, ours: Authority
) -> None:
    cert, key = ours.certify("renewed")
    with Server(tmp_path, redis_url=backing.url, tls_cert=cert, tls_key=key) as server:
        ports = (server.port, int(server.http_address.rpartition(":")[2]))
        first = {serial_of(port, ours) for port in ports}
        assert len(first) == 1
        expires = server.metric("sanguosha_tls_certificate_expiry_timestamp_seconds")
        open_before = grpc.aio.secure_channel(f"localhost:{server.port}", tls(ours.file))
        stub: Any = server_service_pb2_grpc.ServerServiceStub(open_before)
        await stub.GetServerInfo(server_service_pb2.GetServerInfoRequest())

        soon = datetime.now(UTC) + timedelta(days=9)
        ours.certify("renewed", not_after=soon)
        until = time.monotonic() + TAKEN_WITHIN
        while {serial_of(port, ours) for port in ports} & first:
            assert time.monotonic() < until, server.log()
            await asyncio.sleep(0.05)
        renewed = server.metric("sanguosha_tls_certificate_expiry_timestamp_seconds")
        assert renewed == pytest.approx(soon.timestamp(), abs=1) != pytest.approx(expires, abs=1)
        await stub.GetServerInfo(server_service_pb2.GetServerInfoRequest())  # whoever is there stays
        await open_before.close()

        Path(key).write_text("hush-hush")
        until = time.monotonic() + TAKEN_WITHIN
        while not server.metric("sanguosha_reloads_total", what="tls", outcome="failed"):
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        assert not {serial_of(port, ours) for port in ports} & first
    assert "SGS_TLS_KEY: there is no private key" in server.log()
    assert "hush" not in server.log()
    assert "BEGIN" not in server.log()


async def test_clients_of_an_authority_that_is_replaced_are_refused_from_then_on(
    tmp_path: Path, ours: Authority, theirs: Authority
) -> None:
    """Of HTTP, whose library by itself never forgets an authority."""
    cert, key = ours.certify("replaced")
    file = tmp_path / "client-ca.pem"
    settings = Settings(tls_cert=cert, tls_key=key, tls_client_ca=str(file))
    served = Tls(settings)

    async def accepts(authority: Authority) -> bool:
        context = ssl.create_default_context(cafile=ours.file)
        context.load_cert_chain(*authority.certify("client"))
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname="localhost")
        try:
            return await reader.read(1) == b"x"
        except (ssl.SSLError, ConnectionError):
            return False
        finally:
            writer.close()

    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"x")
        await writer.drain()
        writer.close()

    file.write_text(Path(ours.file).read_text())
    served.take(certificates(settings))
    server = await asyncio.start_server(greet, "127.0.0.1", 0, ssl=served.context())
    port = server.sockets[0].getsockname()[1]
    assert [await accepts(authority) for authority in (ours, theirs)] == [True, False]
    file.write_text(Path(theirs.file).read_text())
    served.take(certificates(settings))
    assert [await accepts(authority) for authority in (ours, theirs)] == [False, True]
    server.close()


# -- files that cannot be used


def refused(**files: str) -> str:
    with pytest.raises(UnusableFile) as caught:
        certificates(Settings(**files))
    return str(caught.value)


async def test_servers_show_each_other_their_renewed_certificates(store: Store, ours: Authority) -> None:
    cert, key = ours.certify("renewed")
    hand_over = Replica(store, tls_cert=cert, tls_key=key, tls_ca=ours.file).app.hand_over
    before = hand_over.channel_to("localhost:1")
    assert hand_over.channel_to("localhost:1") is before
    ours.certify("renewed")
    assert hand_over.channel_to("localhost:1") is not before
    await hand_over.close()


def test_files_that_cannot_be_used_are_refused_by_the_name_of_the_setting(tmp_path: Path, ours: Authority) -> None:
    cert, key = ours.certify("good")
    _, another = ours.certify("another")
    broken = tmp_path / "broken.pem"
    broken.write_text("-----BEGIN hush-----\nhush\n")
    locked = tmp_path / "locked.key"
    loaded = load_pem_private_key(Path(key).read_bytes(), None)
    locked.write_bytes(loaded.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"hush")))
    good = {"tls_cert": cert, "tls_key": key}
    assert refused(**good | {"tls_cert": "/nowhere"}).startswith("SGS_TLS_CERT: /nowhere cannot be read")
    assert refused(**good | {"tls_key": "/nowhere"}).startswith("SGS_TLS_KEY: /nowhere cannot be read")
    assert refused(**good | {"tls_client_ca": "/nowhere"}).startswith("SGS_TLS_CLIENT_CA: /nowhere cannot be read")
    assert refused(**good | {"tls_cert": str(broken)}) == "SGS_TLS_CERT: there is no certificate in PEM"
    assert refused(**good | {"tls_cert": key}) == "SGS_TLS_CERT: there is no certificate in PEM"
    for wrong in (str(broken), cert, str(locked)):
        assert refused(**good | {"tls_key": wrong}) == "SGS_TLS_KEY: there is no private key without a password in PEM"
    assert refused(**good | {"tls_key": another}) == "SGS_TLS_KEY: it is not the key of SGS_TLS_CERT"
    assert refused(**good | {"tls_client_ca": key}) == "SGS_TLS_CLIENT_CA: there is no certificate in PEM"


def test_a_certificate_that_has_expired_is_refused_at_the_start(tmp_path: Path, ours: Authority) -> None:
    day = timedelta(days=1)
    now = datetime.now(UTC)
    cert, key = ours.certify("expired", not_before=now - 2 * day, not_after=now - day)
    server = Server(tmp_path, tls_cert=cert, tls_key=key)
    assert server.run() == 2
    assert "sgs: SGS_TLS_CERT: the certificate expired at 20" in server.log()
    cert, key = ours.certify("early", not_before=now + day, not_after=now + 2 * day)
    assert refused(tls_cert=cert, tls_key=key).startswith("SGS_TLS_CERT: the certificate is valid from 20")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"SGS_TLS_CERT": "a"}, "SGS_TLS_CERT: takes SGS_TLS_KEY as well"),
        ({"SGS_TLS_KEY": "a"}, "SGS_TLS_KEY: takes SGS_TLS_CERT as well"),
        ({"SGS_TLS_CLIENT_CA": "a"}, "SGS_TLS_CLIENT_CA: takes SGS_TLS_CERT as well"),
    ],
)
def test_the_files_go_together(given: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        settings_from(given)


# -- our own clients


async def test_the_client_in_python_plays_over_mutual_tls(mutual: Server, ours: Authority) -> None:
    cert, key = ours.certify("player")
    async with Client(f"localhost:{mutual.port}", credentials=tls(ours.file, cert, key)) as client:
        match = await client.create_match(seats=4, bots=[1, 2, 3])
        seat = await client.join(match.name)
        await client.start(match.name)
        async for decision in seat.decisions():
            await seat.act(decision.default_answer)
            break
    with pytest.raises(ValueError, match="cert and key"):
        tls(ours.file, cert)


def test_the_commands_speak_mutual_tls(mutual: Server, ours: Authority, capsys: pytest.CaptureFixture[str]) -> None:
    cert, key = ours.certify("commander")
    address = ["--address", f"localhost:{mutual.port}"]
    known = [*address, "--tls-ca", ours.file, "--tls-cert", cert, "--tls-key", key]

    def sgs(*arguments: str) -> tuple[int, str]:
        code = main(arguments)
        return code, capsys.readouterr().out

    code, name = sgs("create", "--seats", "4", *known)
    assert (code, name[:8]) == (0, "matches/")
    assert name.strip() in sgs("list", *known)[1]
    assert "errors: none" in sgs("bots", "--matches", "1", "--seats", "4", *known)[1]
    for wrong in ([], ["--tls-ca", ours.file], ["--tls"]):
        assert sgs("list", *address, *wrong) == (1, "")
    assert sgs("list", *address, "--tls-cert", cert) == (2, "")
    assert sgs("list", *address, "--tls-ca", "/nowhere") == (2, "")
