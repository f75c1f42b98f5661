"""Each file here defines skills of its own and brings them as `PACK`; they are registered for its tests alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.packs import PACKS
from engine.rules import rules_of
from tests.engine.words.play import PACK_ID


@pytest.fixture(autouse=True)
def pack(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(PACKS, PACK_ID, request.module.PACK)
    rules_of.cache_clear()
    yield
    rules_of.cache_clear()
