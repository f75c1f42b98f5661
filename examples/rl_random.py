"""Plays matches by chance, in this process, as an environment of PettingZoo. It needs the extra `rl`.

.venv/bin/python examples/rl_random.py --matches 10 --seats 8
.venv/bin/python examples/rl_random.py --mode 3v3 --seats 6 --option warm_seat=4
"""

from __future__ import annotations

import argparse
import json
from time import perf_counter
from typing import Any

from service.local.aec import env


def option(text: str) -> tuple[str, Any]:
    """`NAME`, which is on, or `NAME=VALUE`, with the value as in JSON."""
    name, _, value = text.partition("=")
    return name, json.loads(value or "true")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="", help="default: the standard edition")
    parser.add_argument("--mode", default="", help="default: the identity game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=VALUE]", help="of the ruleset")
    given = parser.parse_args()
    table = env(given.seats, edition=given.edition, mode=given.mode, **dict(map(option, given.option)))
    steps, began = 0, perf_counter()
    for number in range(given.matches):
        table.reset(seed=given.seed + number)
        for agent in table.agents:
            table.action_space(agent).seed(given.seed + number)
        rewards = dict.fromkeys(table.agents, 0.0)
        for agent in table.agent_iter():
            observation, reward, terminated, truncated, _ = table.last()
            rewards[agent] += reward
            over = terminated or truncated
            table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
            steps += not over
        print(f"match {number}: {rewards}")
    print(f"{steps} steps, {steps / (perf_counter() - began):,.0f} a second")


if __name__ == "__main__":
    main()
