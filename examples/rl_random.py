"""Plays matches by chance, in this process, as an environment of PettingZoo. It needs the extra `rl`.

.venv/bin/python examples/rl_random.py --matches 10 --seats 8
"""

from __future__ import annotations

import argparse
from time import perf_counter

from service.local.aec import env


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="without heroes")
    given = parser.parse_args()
    table = env(given.seats, heroes=not given.plain)
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
