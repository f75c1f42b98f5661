"""A real Prometheus reads a server, and knows the rules."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.service.serving import Server
from tests.service.tables import Calls
from tests.service.test_alerts import ALERTS, MONITORING, RECORDED

WITHIN = 30.0  # seconds


@pytest.fixture
def prometheus(tmp_path: Path, server: Server) -> Iterator[httpx.Client]:
    """One with the configuration of deploy/monitoring, at its own port, that reads this server and is faster."""
    configuration = yaml.safe_load((MONITORING / "prometheus.yaml").read_text())
    configuration["global"] = {"scrape_interval": "100ms", "scrape_timeout": "100ms", "evaluation_interval": "200ms"}
    configuration["rule_files"] = [str(MONITORING / "alerts.yaml")]
    (scraped,) = configuration["scrape_configs"]
    scraped["static_configs"] = [{"targets": [server.metrics_address]}]
    (tmp_path / "prometheus.yaml").write_text(yaml.safe_dump(configuration))
    with socket.create_server(("127.0.0.1", 0)) as probe:
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    arguments = {
        "config.file": tmp_path / "prometheus.yaml",
        "storage.tsdb.path": tmp_path / "data",
        "web.listen-address": address,
        "log.level": "error",
    }
    command = ["prometheus", *(f"--{name}={value}" for name, value in arguments.items())]
    with (tmp_path / "prometheus.log").open("w") as log, subprocess.Popen(command, stderr=log) as process:
        try:
            with httpx.Client(base_url=f"http://{address}", trust_env=False) as client:
                yield client
        finally:
            process.terminate()
            process.wait(WITHIN)


def asked(prometheus: httpx.Client, path: str, satisfied: Callable[[Any], bool], **query: str) -> Any:
    """What Prometheus says, once it says what is wanted."""
    said: Any = None
    until = time.monotonic() + WITHIN
    while time.monotonic() < until:
        try:
            said = prometheus.get(f"/api/v1/{path}", params=query).json()["data"]
            if satisfied(said):
                return said
        except (httpx.TransportError, ValueError):  # it is starting
            pass
        time.sleep(0.05)
    raise AssertionError(said)


@pytest.mark.skipif(not shutil.which("prometheus"), reason="without prometheus")
async def test_prometheus_reads_a_server_and_evaluates_the_rules(
    prometheus: httpx.Client, server: Server, calls: Calls
) -> None:
    await (await calls.table()).move(3)

    def is_read(said: Any) -> bool:
        return [target["health"] for target in said["activeTargets"]] == ["up"]

    (target,) = asked(prometheus, "targets", is_read)["activeTargets"]
    assert target["lastError"] == ""

    def are_evaluated(said: Any) -> bool:
        rules = [rule for group in said["groups"] for rule in group["rules"]]
        return bool(rules) and all(rule["health"] == "ok" for rule in rules)

    groups = asked(prometheus, "rules", are_evaluated)["groups"]
    assert {rule["name"] for group in groups for rule in group["rules"]} == {*ALERTS, *RECORDED}

    def has_value(said: Any) -> bool:
        return len(said["result"]) == 1

    answers = asked(prometheus, "query", has_value, query="sum(sanguosha_answers_total) >= 3")
    assert float(answers["result"][0]["value"][1]) <= server.metric("sanguosha_answers_total")
    asked(prometheus, "query", has_value, query="sanguosha:store_seconds:p99_5m > 0")
