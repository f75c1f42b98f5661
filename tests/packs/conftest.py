"""The sample pack, built and installed once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store import EmbeddedServer
from tests.packs.building import SAMPLE, install


@pytest.fixture(scope="session")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the sample pack is installed, and nothing else."""
    return install(SAMPLE, tmp_path_factory.mktemp("installed"))


@pytest.fixture
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A store that several servers share."""
    with EmbeddedServer(tmp_path_factory.mktemp("apart")) as embedded:
        yield embedded
