"""Scenarios: rule cases as data files that anybody can write and run (docs/scenarios.md)."""

from __future__ import annotations

from .batch import run_paths
from .document import Scenario, load
from .runner import Failed, run
from .schema import Malformed

__all__ = ["Failed", "Malformed", "Scenario", "load", "run", "run_paths"]
