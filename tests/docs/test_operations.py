"""docs/operations.md lists what the server exports, and says what to do."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from prometheus_client.metrics import MetricWrapperBase

from service.store import keys
from service.telemetry.metrics import Metrics

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operations.md").read_text()


def section(heading: str) -> str:
    """What is under a heading of the second level."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


def test_the_table_of_metrics_is_that_of_the_server() -> None:
    registry = Metrics().registry
    # Its own; those of the process and of Python come with the library.
    ours = [found for found in registry._collector_to_names if isinstance(found, MetricWrapperBase)]
    exported = {
        (
            found._name + ("_total" if found._type == "counter" else ""),
            found._type,
            ", ".join(f"`{label}`" for label in found._labelnames),
            found._documentation,
        )
        for found in ours
    }
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*?) ?\| (.+) \|$", section("Metrics"), re.MULTILINE)
    assert len(rows) == len(exported) > 30
    assert set(rows) == exported


def logged() -> set[tuple[str, str]]:
    """Every event that the code logs, with its level."""
    found = set()
    for path in (ROOT / "service").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
                level = ast.unparse(node.func).removeprefix("log.")
                found.add((ast.literal_eval(node.args[0]), "error" if level == "exception" else level))
    return found


def test_the_table_of_events_is_that_of_the_code() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*?) ?\| (.+) \|$", section("Logs"), re.MULTILINE)
    assert len(rows) > 10
    assert sorted((event, level) for event, level, *_ in rows) == sorted(logged())


def test_the_runbook_names_events_that_there_are() -> None:
    named = set(re.findall(r"`(\w+_(?:failed|unusable|disconnected|noted))`", section("Alerts: what to do")))
    assert len(named) > 5
    assert named <= {event for event, _ in logged()}


def test_the_table_of_keys_is_that_of_the_store() -> None:
    kept = re.findall(r"^    (\S.*?)  +(?:hash|list|zset|string) ", keys.__doc__ or "", re.MULTILINE)
    table = re.search(r"^### Keys\n(.*?)^### ", section("The store"), re.MULTILINE | re.DOTALL)
    assert table
    rows = re.findall(r"^\| (`.*?`) \|", table[1], re.MULTILINE)
    assert sorted(key for row in rows for key in re.findall(r"`(.*?)`", row)) == sorted(kept)


def test_every_link_within_the_page_leads_somewhere() -> None:
    headings = re.findall(r"^##+ (.+)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert len(anchors) == len(headings)
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors
