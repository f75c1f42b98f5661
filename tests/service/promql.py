"""Expressions of Prometheus, compared with what a server exports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import promql_parser
from prometheus_client.metrics import MetricWrapperBase

from service.telemetry.metrics import Metrics

TARGET = {"job", "instance", "__name__"}  # what Prometheus adds
PARTS = ("lhs", "rhs", "expr", "args", "param", "vector_selector")


@cache
def exported() -> dict[str, set[str]]:
    """The labels of every series that a server has, by name."""
    series: dict[str, set[str]] = {"up": set()}
    registry = Metrics().registry
    for collector in registry._collector_to_names:
        if isinstance(collector, MetricWrapperBase):
            labels = set(collector._labelnames)
            if collector._type == "histogram":
                series[f"{collector._name}_bucket"] = {*labels, "le"}
                series[f"{collector._name}_sum"] = series[f"{collector._name}_count"] = labels
            else:
                series[collector._name + ("_total" if collector._type == "counter" else "")] = labels
        else:
            for family in collector.collect():
                for sample in family.samples:
                    series.setdefault(sample.name, set()).update(sample.labels)
    return series


def misnamed(expression: str, recorded: set[str]) -> list[str]:
    """What is wrong with an expression: its form, or a series or label that neither the server exports nor a rule
    records."""
    try:
        parsed = promql_parser.parse(expression)
    except ValueError as error:
        return [str(error)]
    wrong = []
    for names, labels in _selected(parsed):
        for name in names:
            if name in recorded:
                continue
            if name not in exported():
                wrong.append(f"there is no {name}")
                continue
            # A label that one of several metrics has will do.
            having = set().union(*(exported().get(other, set()) for other in names))
            wrong += [f"{name} has no label {label}" for label in labels - having - TARGET]
    return wrong


def named(expression: str) -> set[str]:
    """Every series that the expression selects."""
    return {name for names, _ in _selected(promql_parser.parse(expression)) for name in names}


def labels_of(expression: str) -> set[str]:
    """What the result is grouped by."""
    return {label for by in re.findall(r"by \(([^)]*)\)", expression) for label in by.split(", ")}


def _selected(node: Any) -> Iterator[tuple[list[str], set[str]]]:
    """The names of every selector, and the labels that it looks at."""
    if isinstance(node, promql_parser.VectorSelector):
        matchers = list(node.matchers.matchers)
        named = [matcher.value.split("|") for matcher in matchers if matcher.name == "__name__"]
        yield named[0] if named else [node.name], {matcher.name for matcher in matchers}
    for part in PARTS:
        found = getattr(node, part, None)
        for child in found if isinstance(found, list) else [found]:
            if isinstance(child, promql_parser.Expr):
                yield from _selected(child)
