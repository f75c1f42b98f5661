"""How much chance the tests try: a little by default, much more with `--nightly`. Always the same for the same code."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings

NIGHTLY_SECONDS = 3600


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="try the laws on many more random matches")


def pytest_configure(config: pytest.Config) -> None:
    for name in ("quick", "nightly"):
        settings.register_profile(
            name,
            derandomize=True,
            database=None,
            deadline=None,
            # An example is a whole match: slow on purpose, and a smaller seed is no simpler match.
            suppress_health_check=[HealthCheck.too_slow],
            phases=[Phase.explicit, Phase.generate],
            report_multiple_bugs=False,
        )
    settings.load_profile("nightly" if config.getoption("nightly") else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("nightly"):
        for item in items:
            item.add_marker(pytest.mark.timeout(NIGHTLY_SECONDS))
