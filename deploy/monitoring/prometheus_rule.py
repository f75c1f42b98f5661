"""Prints the alerts of alerts.yaml as the Prometheus operator takes them: `make prometheus-rule`."""

from __future__ import annotations

from pathlib import Path

import yaml

ALERTS = Path(__file__).with_name("alerts.yaml")
METADATA = {"name": "sanguosha", "labels": {"app.kubernetes.io/name": "sanguosha"}}


def text() -> str:
    """Of the manifest. The expressions are left as they are, also where they are long."""
    rule = {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": METADATA,
        "spec": {"groups": yaml.safe_load(ALERTS.read_text())["groups"]},
    }
    head = "# From deploy/monitoring/alerts.yaml, by `make prometheus-rule`.\n"
    return head + yaml.dump(rule, Dumper=Indented, sort_keys=False, allow_unicode=True, width=1_000_000)


class Indented(yaml.SafeDumper):
    """As yamllint wants lists: further in than what holds them."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, indentless=False)


if __name__ == "__main__":
    print(text(), end="")
