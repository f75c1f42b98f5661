"""The dashboard is one that Grafana takes, shows only what the server exports, and leaves none of it out."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import jsonschema
import pytest

from tests.service.promql import exported, misnamed, named
from tests.service.test_alerts import MONITORING, RECORDED

DASHBOARD: dict[str, Any] = json.loads((MONITORING / "dashboard.json").read_text())
PANELS: list[dict[str, Any]] = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
# Grafana puts these in; any duration and any value do for reading an expression.
VARIABLES = {"$__rate_interval": "5m", "$job": "sanguosha", "$instance": ".*"}
SOURCE = {
    "type": "object",
    "properties": {"type": {"const": "prometheus"}, "uid": {"const": "${datasource}"}},
    "required": ["type", "uid"],
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "required": ["uid", "title", "schemaVersion", "version", "panels", "templating", "time"],
    "properties": {
        "uid": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"},
        "id": False,  # it is the one of somebody's database
        "title": {"type": "string", "minLength": 1},
        "schemaVersion": {"type": "integer", "minimum": 36},
        "panels": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "type", "title", "gridPos"],
                "properties": {
                    "id": {"type": "integer", "minimum": 1},
                    "type": {"enum": ["row", "timeseries", "table"]},
                    "title": {"type": "string", "minLength": 1},
                    "gridPos": {
                        "type": "object",
                        "required": ["h", "w", "x", "y"],
                        "properties": {
                            "h": {"type": "integer", "minimum": 1},
                            "w": {"type": "integer", "minimum": 1, "maximum": 24},
                            "x": {"type": "integer", "minimum": 0, "maximum": 23},
                            "y": {"type": "integer", "minimum": 0},
                        },
                    },
                },
                "if": {"properties": {"type": {"const": "row"}}},
                "else": {
                    "required": ["datasource", "fieldConfig", "targets"],
                    "properties": {
                        "datasource": SOURCE,
                        "fieldConfig": {
                            "type": "object",
                            "required": ["defaults", "overrides"],
                            "properties": {"defaults": {"type": "object", "required": ["unit"]}},
                        },
                        "targets": {
                            "type": "array",
                            "minItems": 1,
                            "items": {
                                "type": "object",
                                "required": ["refId", "expr", "datasource", "legendFormat"],
                                "properties": {
                                    "refId": {"type": "string", "pattern": "^[A-Z]$"},
                                    "expr": {"type": "string", "minLength": 1},
                                    "datasource": SOURCE,
                                },
                            },
                        },
                    },
                },
            },
        },
        "templating": {
            "type": "object",
            "required": ["list"],
            "properties": {
                "list": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["name", "type", "query"],
                        "properties": {"type": {"enum": ["datasource", "query"]}},
                    },
                }
            },
        },
    },
}


def expressions(panel: dict[str, Any]) -> list[str]:
    found = []
    for target in panel["targets"]:
        expression = target["expr"]
        for variable, value in VARIABLES.items():
            expression = expression.replace(variable, value)
        found.append(expression)
    return found


def test_the_dashboard_has_the_form_that_grafana_takes() -> None:
    jsonschema.validate(DASHBOARD, SCHEMA)
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
    for panel in PANELS:
        letters = [target["refId"] for target in panel["targets"]]
        assert len(set(letters)) == len(letters), panel["title"]
    assert {variable["name"] for variable in DASHBOARD["templating"]["list"]} == {"datasource", "job", "instance"}


def test_no_panel_covers_another() -> None:
    places = [(panel["title"], panel["gridPos"]) for panel in DASHBOARD["panels"]]
    assert all(place["x"] + place["w"] <= 24 for _, place in places)
    for (one, a), (other, b) in combinations(places, 2):
        beside = a["x"] + a["w"] <= b["x"] or b["x"] + b["w"] <= a["x"]
        below = a["y"] + a["h"] <= b["y"] or b["y"] + b["h"] <= a["y"]
        assert beside or below, (one, other)


@pytest.mark.parametrize("panel", PANELS, ids=[panel["title"] for panel in PANELS])
def test_a_panel_asks_for_what_the_server_exports(panel: dict[str, Any]) -> None:
    for expression in expressions(panel):
        assert "$" not in expression
        assert not misnamed(expression, RECORDED)


def test_every_metric_of_ours_is_shown() -> None:
    shown = {name for panel in PANELS for expression in expressions(panel) for name in named(expression)}
    families = {series.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count") for series in exported()}
    ours = {family for family in families if family.startswith(("sanguosha_", "grpc_", "http_"))}
    assert not {family for family in ours if not any(name.startswith(family) for name in shown)}
