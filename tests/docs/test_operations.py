"""docs/operations.md lists what the server exports, and says what to do."""

from __future__ import annotations

import re
from pathlib import Path

from prometheus_client.metrics import MetricWrapperBase

from service.metrics import Metrics

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
