"""Recorded matches, played as often as is asked.

    python -m tests.bench.decisions '{"ruleset": "every pack, with gods", "matches": 6, "times": 3}'

says how many decisions they have.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from .engine import RULESETS, play
from .scripts import answers_in, scripts


def main(asked: dict[str, Any]) -> int:
    played = scripts(RULESETS[asked["ruleset"]], asked["matches"])
    for _ in range(asked["times"]):
        play(played)
    return answers_in(played)


if __name__ == "__main__":
    print(main(json.loads(sys.argv[1])))
