"""docs/adding-a-hero.md lists the tags that there are, and finds the last number that is given."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import get_args

from engine.skill import Tag
from engine.texts import TERMS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-hero.md").read_text(encoding="utf-8")


def test_it_lists_every_tag_with_its_print() -> None:
    listed = re.findall(r"^\| `(\w+)` \| (\w+) \|", PAGE, re.MULTILINE)
    assert listed == [(tag, TERMS[f"tag.{tag}"].zh) for tag in get_args(Tag)]


def test_it_finds_the_highest_number_of_a_scenario() -> None:
    (command,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    found = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    given = [path.stem.partition("_")[0] for path in (ROOT / "tests/scenarios").rglob("M*.yaml")]
    assert int(found) == max(int(scenario.removeprefix("M")) for scenario in given)
