"""Matches written straight into the store: as many as are wanted, at whatever stop, without being played there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sanguosha.v1 import decision_pb2

from engine.match import Match
from service.access.auth import Keyring
from service.convert import decisions
from service.fleet.rules_version import rules_version
from service.matches.stored import Seat, State, Stored, encode, encode_stored
from service.store import After, Applied, Request, Store, Write, new_commit_id
from service.telling.resources import whole_message

from .scripts import Script, stops

KEY = bytes(32)  # of a server on loopback, whose tokens the loads make themselves
SETTINGS = {"SGS_SERVER_KEY": KEY.hex()}
EXPIRY_MS = 86_400_000
AT_A_TIME = 100
Metadata = tuple[tuple[str, str], ...]


class Stop(NamedTuple):
    """A match where it stands, and every event until then."""

    stored: Stored
    events: tuple[bytes, ...]


def stored_at(script: Script, match: Match | None = None) -> Stored:
    return Stored(
        state=State.PLAYING,
        host="",
        ruleset=script.ruleset,
        seats=(Seat(taken=True),) * script.ruleset.seats,
        seed=script.seed,
        salt=bytes(16),
        seeded_by_creator=False,
        created_ms=2**40,
        rules_version=rules_version(),
        record=match.record() if match else None,
        window=match.window if match else 0,
    )


def stop_of(script: Script, match: Match) -> Stop:
    return Stop(stored_at(script, match), tuple(map(encode, match.game.events)))


def stop_after(script: Script, answers: int) -> Stop:
    """The stop after so many answers; where it is negative, before so many at the end."""
    wanted = answers if answers >= 0 else len(script.answers) + answers
    for number, match in enumerate(stops(script)):
        if number == wanted:
            return stop_of(script, match)
    raise ValueError(f"the match has {len(script.answers)} answers")


async def plant(url: str, wanted: Sequence[Stop], count: int, first: int = 0) -> list[str]:
    """So many matches, copies of the stops in turn; their names. `first` makes them others than before."""
    ids = [Keyring(KEY).match_id("", str(number)) for number in range(first, first + count)]
    async with Store(url, timeout=60, connect_timeout=60) as store:

        async def write(number: int) -> None:
            stored, events = wanted[number % len(wanted)]
            match_id = ids[number]
            written = Write(
                commit=new_commit_id(),
                state=encode_stored(stored),
                events=events,
                opened=After(0),
                expiry=After(EXPIRY_MS),
                summary=whole_message(match_id, stored).SerializeToString(),
            )
            answer = await store.create(match_id, Request.of("", match_id, b""), written)
            assert isinstance(answer, Applied)

        for begin in range(0, count, AT_A_TIME):
            await asyncio.gather(*map(write, range(begin, min(count, begin + AT_A_TIME))))
    return [f"matches/{match_id}" for match_id in ids]


def seated(name: str, seats: int) -> tuple[str, dict[int, Metadata]]:
    """A planted match with the metadata of its seats."""
    keyring, match_id = Keyring(KEY), name.removeprefix("matches/")
    tokens = {seat: keyring.seat_token(match_id, seat, 0) for seat in range(seats)}
    return name, {seat: (("authorization", f"Bearer {token}"),) for seat, token in tokens.items()}


def said(script: Script, first: int = 0) -> list[tuple[int, decision_pb2.Answer]]:
    """The recorded answers from the first on, as clients give them, each with its seat."""
    spoken = []
    for number, (match, given) in enumerate(zip(stops(script), script.answers, strict=False)):
        if number >= first:
            seat, _, answer = given
            asked = match.open[seat]
            question = msgspec.structs.replace(asked.question, default=answer)  # a default is spelled as any answer is
            message = decisions.to_message(type(asked)(asked.id, question), match.game.rules)
            spoken.append((seat, message.default_answer))
    return spoken
