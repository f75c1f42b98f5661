"""What the page for learning agents shows, runs and prints what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rl.md").read_text()
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
PRINTED = ("events, as seat 0 may see them", "seat_4", "legal:")


@pytest.mark.parametrize(("snippet", "printed"), list(zip(SNIPPETS, PRINTED, strict=True)))
def test_a_snippet_runs(snippet: str, printed: str) -> None:
    ran = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert printed in ran.stdout


def test_the_sizes_are_those_of_the_code() -> None:
    from service.local.drafting import CHOICES, SLOTS
    from service.local.layout import MOST_SEATS

    assert f"Discrete({CHOICES})" in PAGE
    assert f"There are {SLOTS} rows" in PAGE
    assert (SLOTS, MOST_SEATS) == (32, 10), "the page names these in words"
