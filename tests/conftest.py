"""How much chance the tests try: a little by default, much more with `--nightly`. Always the same for the same code.

And what serves gRPC where a test starts a server: `--transport`.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

NIGHTLY_SECONDS = 3600


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="try the laws on many more random matches")
    parser.addoption("--transport", choices=("grpc", "native"), default="grpc", help="SGS_TRANSPORT of the servers")


def pytest_configure(config: pytest.Config) -> None:
    os.environ["TESTED_TRANSPORT"] = config.getoption("transport")
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
    if config.getoption("transport") == "native":
        for item in items:
            for mark in item.iter_markers("grpcio_alone"):
                item.add_marker(pytest.mark.skip(reason=f"not by the native transport: {mark.args[0]}"))
