"""What runs on one machine: `deploy/compose.yaml`, and the configuration that it shares."""

from __future__ import annotations

import json
import re
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose

from service.config.settings import Settings
from service.config.sources import settings_from
from tests.deploy.rendering import DEPLOY, VERSION, pods, section

COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
REPLICAS = ["replica-1", "replica-2"]

each_service = pytest.mark.parametrize("name", SERVICES)


def seconds(duration: str) -> float:
    return float(duration.removesuffix("s"))


def test_it_is_a_compose_file() -> None:
    read = PyCompose.from_json(json.dumps(COMPOSE))  # an unknown key is an error
    read.validate()  # what services refer to is there


@each_service
def test_a_container_may_do_little(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert name in REPLICAS or int(service["user"].partition(":")[0]) > 0
    assert re.fullmatch(r"[a-z/]+:\d+\.\d+\.\d+", service["image"])


@each_service
def test_ports_are_on_this_machine_alone(name: str) -> None:
    assert all(port.startswith("127.0.0.1:") for port in SERVICES[name].get("ports", []))
    assert name == "nginx" or "ports" not in SERVICES[name]


@pytest.mark.parametrize("name", REPLICAS)
def test_a_replica_is_told_what_there_is_to_tell(name: str) -> None:
    service = SERVICES[name]
    assert service["image"] == f"sanguosha:{VERSION}"
    assert service["environment"]["SGS_ADVERTISE"] == f"{name}:{Settings().port}"
    files = {value for key, value in service["environment"].items() if key.endswith("_FILE")}
    assert files == {f"/run/secrets/{secret}" for secret in service["secrets"]}
    assert seconds(service["stop_grace_period"]) >= float(service["environment"]["SGS_DRAIN"]) + 10


def test_nginx_knows_the_replicas_whose_addresses_stay() -> None:
    addresses = [ip_address(SERVICES[name]["networks"]["inside"]["ipv4_address"]) for name in REPLICAS]
    (pool,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert len(set(addresses)) == len(REPLICAS)
    assert all(address in ip_network(pool["subnet"]) for address in addresses)
    named = set(re.findall(r"server ([a-z0-9-]+):\d+ ", (DEPLOY / "nginx/nginx.conf").read_text()))
    assert named == set(REPLICAS)


def test_replicas_take_the_word_of_the_one_proxy() -> None:
    assert all(SERVICES[name]["environment"]["SGS_TRUSTED_PROXIES"] == "1" for name in REPLICAS)


def test_the_store_is_that_of_the_small_cluster() -> None:
    (container,) = pods("one-node")["sanguosha-redis"]["spec"]["containers"]
    assert SERVICES["redis"]["image"] == container["image"]
    assert SERVICES["redis"]["command"] == container["command"]
    included = (DEPLOY / COMPOSE["configs"]["redis"]["file"]).read_text()
    (secret,) = SERVICES["redis"]["secrets"]
    assert f"include {secret['target']}\n" in included


def test_the_document_makes_every_secret_that_a_replica_takes(tmp_path: Path) -> None:
    (script,) = re.findall(r"```sh\n(cd deploy\n.*?)```", section("Deploying"), re.DOTALL)
    (tmp_path / "deploy").mkdir()
    subprocess.run(["sh", "-euc", script], cwd=tmp_path, check=True, timeout=20)
    for secret in COMPOSE["secrets"].values():
        made = tmp_path / "deploy" / secret["file"]
        assert made.read_text().strip()
        assert made.stat().st_mode & 0o004, "the users in the containers read it"
    assert (tmp_path / "deploy/secrets").stat().st_mode & 0o077 == 0
    assert "@redis:6379/" in (tmp_path / "deploy/secrets/redis-url").read_text()
    for name in REPLICAS:
        environment = {
            key: value.replace("/run/secrets", str(tmp_path / "deploy/secrets"))
            for key, value in SERVICES[name]["environment"].items()
        }
        assert settings_from(environment).host_keys
