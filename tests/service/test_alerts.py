"""The alert rules: they parse, fire when they should, name what the server exports, and each has its entry in the
runbook."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.test_operations import section
from tests.service.promql import exported, labels_of, misnamed

MEMORY = "/dev/shm"
ROOT = Path(__file__).parents[2]
MONITORING = ROOT / "deploy/monitoring"
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"] for rule in group["rules"]
]
ALERTS = {rule["alert"]: rule for rule in RULES if "alert" in rule}
RECORDED = {rule["record"] for rule in RULES if "record" in rule}
ENTRIES = re.findall(r"^### (\w+)\n\n(.*?)(?=^### |\Z)", section("Alerts: what to do"), re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(not shutil.which("promtool"), reason="without promtool")
@pytest.mark.parametrize(
    "arguments",
    [("check", "rules", "alerts.yaml"), ("check", "config", "prometheus.yaml"), ("test", "rules", "alerts_test.yaml")],
)
def test_promtool_takes_the_rules_and_their_tests_pass(arguments: tuple[str, ...]) -> None:
    # In memory where there is such a folder: each test of the rules makes a database and waits for the disk.
    where = {**os.environ, "TMPDIR": MEMORY} if Path(MEMORY).is_dir() else None
    said = subprocess.run(
        ["promtool", *arguments], cwd=MONITORING, env=where, capture_output=True, text=True, timeout=100
    )
    assert said.returncode == 0, said.stdout + said.stderr
    assert "SUCCESS" in said.stdout


def test_every_alert_is_tested_to_fire_and_not_to_fire() -> None:
    tests = [
        (case["alertname"], bool(case["exp_alerts"]))
        for test in yaml.safe_load((MONITORING / "alerts_test.yaml").read_text())["tests"]
        for case in test["alert_rule_test"]
    ]
    assert set(tests) == {(alert, fires) for alert in ALERTS for fires in (True, False)}


@pytest.mark.parametrize("rule", RULES, ids=[rule.get("alert") or rule["record"] for rule in RULES])
def test_a_rule_names_only_what_the_server_exports(rule: dict[str, Any]) -> None:
    assert not misnamed(rule["expr"], RECORDED)


@pytest.mark.parametrize(
    "expression", ["sanguosha_nothing_total", 'sanguosha_drifts_total{reason="x"}', "rate(sanguosha_matches_total[5m)"]
)
def test_a_name_a_label_and_a_form_that_do_not_exist_are_found(expression: str) -> None:
    assert misnamed(expression, RECORDED)


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_says_how_bad_it_is_and_what_to_do(alert: str) -> None:
    rule = ALERTS[alert]
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert set(rule["annotations"]) == {"summary", "description", "runbook_url"}
    assert rule["annotations"]["runbook_url"] == f"docs/operations.md#{alert.lower()}"
    # What it says of whom is among what is left of the labels.
    said = re.findall(r"\$labels\.(\w+)", rule["annotations"]["description"])
    assert set(said) <= labels_of(rule["expr"]) | {"instance", "job"}


def test_the_runbook_has_an_entry_for_each_alert_and_no_other() -> None:
    assert [name for name, _ in ENTRIES] == list(ALERTS)


@pytest.mark.parametrize(("name", "entry"), ENTRIES, ids=[name for name, _ in ENTRIES])
def test_an_entry_says_what_it_means_what_to_look_at_what_to_do_and_when_to_worry(name: str, entry: str) -> None:
    assert "**Means**" in entry
    for word in ("look", "do", "worry"):
        assert f"**{word}**" in entry.lower()
    quoted = [found for found in re.findall(r"`([^`]+)`", entry) if SERIES.search(found)]
    assert not [said for found in quoted if (said := unknown(found))]


SERIES = re.compile(r"\b(sanguosha[_:]|process_|grpc_server_|http_server_)")


def unknown(quoted: str) -> list[str]:
    """What is wrong with an expression, or with the name of a metric alone."""
    if any(series.startswith(quoted) for series in exported()):
        return []
    return misnamed(quoted, RECORDED)
