"""Plays a seat against house bots, and knows no rule: it does what it can, and lets a card go rather than nothing.

python examples/bot.py                   # creates a match
python examples/bot.py matches/NAME      # joins one that somebody starts
"""

from __future__ import annotations

import asyncio
import sys
from random import Random

from sanguosha.v1.decision_pb2 import Answer, Decision
from sanguosha_client import Client, answers


def choose(decision: Decision, rng: Random) -> Answer:
    """Some option that does something, filled by chance; `pass` and the like are for when there is none."""
    doing = [option.id for option in decision.options if option.cards or option.skill or option.picks]
    if not doing or rng.random() < 0.1:  # at times it rests, as it may go round in circles for ever
        return answers.default(decision)
    return answers.random(decision, rng, option=rng.choice(doing))


async def main(name: str = "", address: str = "localhost:50051") -> None:
    rng = Random()
    async with Client(address) as client:
        if name:
            seat = await client.join(name, display_name="example")
        else:
            match = await client.create_match(seats=5, bots=[1, 2, 3, 4])
            seat = await client.join(match.name, display_name="example")
            await client.start(seat.name)
        async for decision in seat.decisions():
            await seat.act(choose(decision, rng))
        result = await client.result(seat.name)
        won = "won" if seat.number in result.winners else "lost"
        print(f"{seat.name}: seat {seat.number}, {result.roles[seat.number]}, {won}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
