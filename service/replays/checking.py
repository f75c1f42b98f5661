"""Whether a replay is true to itself: played again, it comes to what it says it came to."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from sanguosha.v1 import match_pb2
from sanguosha.v1 import replay_service_pb2 as pb

from ..fleet.rules_version import rules_version
from ..matches import results
from ..matches.stored import Answerer, Seat
from .file import visible
from .message import state_digest
from .rerun import Misfit, Rerun
from .steps import steps_digest

LATER = "end, events, final state, result, concessions"
PARTS_OF_RESULT = ("winners", "roles", "reason")


class Finding(NamedTuple):
    """One thing that was looked at."""

    name: str
    holds: bool
    said: str

    def __str__(self) -> str:
        return f"{'ok' if self.holds else 'NO'}  {self.name}: {self.said}"


class Report(NamedTuple):
    """What was found, in order. `answers` counts those that fit, by who gave them."""

    findings: list[Finding]
    answers: Counter[Answerer]
    events: int

    @property
    def verified(self) -> bool:
        return all(finding.holds for finding in self.findings)


def check(replay: pb.Replay) -> Report:
    """Look at everything there is to look at, as far as the steps lead. Raises `BadReplay`."""
    rerun, answers, conceded = Rerun(replay), Counter[Answerer](), set[int]()
    findings = [_commitment(replay.match), _steps(replay)]
    try:
        for step in replay.steps:
            entry = rerun.take(step)
            if entry.decision:
                answers[entry.answerer] += 1
            elif step.HasField("conceded"):
                conceded.add(entry.seat)
    except Misfit as misfit:
        findings += [Finding("answers", False, str(misfit)), Finding("not reached", False, LATER)]
    else:
        findings += [_answers(answers), *_where_it_ends(replay, rerun), _conceded(replay.match, conceded)]
    return Report(findings, answers, rerun.live.game.event_count if rerun.live else 0)


def rules_line(replay: pb.Replay) -> str:
    """Which rules it was played by."""
    here = rules_version()
    others = sorted({step.rules_version for step in replay.steps} - {here})
    if not others:
        return f"played by the rules of this version, {here}"
    return f"played by rules {visible(', '.join(others))}, looked at with rules {here}"


def _commitment(match: match_pb2.Match) -> Finding:
    holds = sha256(match.seed + match.salt).digest() == match.commitment
    said = f"SHA-256 of seed and salt {'is' if holds else 'is not'} {b64encode(match.commitment).decode()}"
    return Finding("commitment", holds, said)


def _steps(replay: pb.Replay) -> Finding:
    holds = steps_digest(replay.steps) == replay.steps_digest
    count = len(replay.steps)
    return Finding(
        "steps",
        holds,
        f"{count} as they were written" if holds else "altered, added or left out: their digest is another",
    )


def _answers(answers: Counter[Answerer]) -> Finding:
    by = ", ".join(f"{who.name.lower()} {answers[who]}" for who in Answerer)
    return Finding("answers", True, f"{answers.total()} fit what was asked ({by})")


def _where_it_ends(replay: pb.Replay, rerun: Rerun) -> Iterator[Finding]:
    match, live = replay.match, rerun.live
    found = "abandoned" if rerun.abandoned else "finished" if rerun.over else "not over"
    said = match_pb2.MatchState.Name(match.state).removeprefix("MATCH_STATE_").lower()
    yield Finding("end", found == said, f"it is {found}" + ("" if found == said else f", not {said}"))
    events = live.game.event_count if live else 0
    fits = events == replay.event_count
    yield Finding("events", fits, f"{events}" + ("" if fits else f", not {replay.event_count}"))
    fits = state_digest(live.record() if live else None) == replay.final_state_digest
    yield Finding("final state", fits, "its digest agrees" if fits else "its digest is another")
    yield Finding("result", *_compared(match, rerun))


def _compared(match: match_pb2.Match, rerun: Rerun) -> tuple[bool, str]:
    """Whether the result is that of the match, and what it is or where it differs."""
    given, live = match.result, rerun.live
    if live is None or not live.over:
        return (False, "there should be none") if match.HasField("result") else (True, "there is none")
    if [seat.seat for seat in match.seats] != list(range(len(live.game.players))):
        return False, "the seats are not those of the match"
    sitting = [Seat(bot=seat.bot, away=seat.away, display_name=seat.display_name) for seat in match.seats]
    found = results.to_message(results.result_of(live), sitting)
    if given == found:
        winners = ", ".join(map(str, found.winners)) or "nobody"
        return True, f"{found.reason}; winners {winners}; roles, heroes and points of {len(found.seats)} seats"
    wrong = list(_differences(given, found, PARTS_OF_RESULT))
    for n, (theirs, ours) in enumerate(zip(given.seats, found.seats, strict=False)):
        wrong += (f"seat {n}: {part}" for part in _differences(theirs, ours, list(ours.DESCRIPTOR.fields_by_name)))
    return False, visible("; ".join(wrong) or "not every seat is there", 400)


def _differences(given: Any, found: Any, names: Any) -> Iterator[str]:
    for name in names:
        theirs, ours = _plain(getattr(given, name)), _plain(getattr(found, name))
        if theirs != ours:
            yield f"{name} {ours}, not {theirs}"


def _plain(value: Any) -> Any:
    return value if isinstance(value, (str, int)) else list(value)


def _conceded(match: match_pb2.Match, conceded: set[int]) -> Finding:
    said = {seat.seat for seat in match.seats if seat.conceded}
    seats = ", ".join(map(str, sorted(conceded))) or "none"
    named = ", ".join(map(str, sorted(said))) or "none"
    return Finding("concessions", said == conceded, seats if said == conceded else f"{seats}, not {named}")
