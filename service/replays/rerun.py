"""A replay played again, a step at a time."""

from __future__ import annotations

from sanguosha.v1 import replay_service_pb2 as pb

from engine.match import Match, NotAsked
from engine.questions import IllegalAnswer
from engine.ruleset import UnknownRuleset

from ..convert import rulesets
from ..matches.stored import ABANDONED, CONCEDED, LogEntry
from .advancing import advanced
from .file import BadReplay, visible
from .steps import entry_of

NOT_LISTED = ("OPTION_NOT_LISTED", "CANDIDATE_NOT_LISTED")
MOST_SAID = 160  # characters


class Misfit(Exception):
    """A step that does not fit where the match stands. Its text says which and why, on one line."""


class Rerun:
    """`live` is the match as far as it was played; None before its start. `over` says that nothing may follow."""

    def __init__(self, replay: pb.Replay) -> None:
        """Raises `BadReplay` where the ruleset is none."""
        try:
            self._ruleset = rulesets.from_message(replay.match.ruleset)
        except UnknownRuleset as error:
            raise BadReplay(f"it is of a match that cannot be played here: {visible(str(error), MOST_SAID)}") from error
        self._seed = replay.match.seed
        self._taken = 0
        self.live: Match | None = None
        self.over = False
        self.abandoned = False

    @property
    def standing(self) -> Match:
        """The match, which has started. Raises `Misfit` where it has not."""
        if self.live is None:
            raise Misfit("the match has not started")
        return self.live

    def take(self, step: pb.ReplayStep) -> LogEntry:
        """Play one more step; what it was. Raises `Misfit`, and then nothing has changed."""
        number = self._taken + 1
        try:
            entry = entry_of(step)
        except ValueError as error:
            raise Misfit(f"step {number} is none: {error}") from error
        if self.over:
            raise Misfit(f"step {number} comes after the end of the match")
        try:
            self.live, self.over = advanced(self.live, entry, self._ruleset, self._seed)
        except (NotAsked, IllegalAnswer) as error:
            raise Misfit(_misfit(entry, number, error)) from error
        self.abandoned = _happened(entry) == ABANDONED
        self._taken = number
        return entry


def _misfit(entry: LogEntry, number: int, error: NotAsked | IllegalAnswer) -> str:
    why = visible(str(error), MOST_SAID)
    if not entry.decision:
        who = f" of seat {entry.seat}" if _happened(entry) == CONCEDED else ""
        return f"step {number} ({entry.answer.option}{who}) does not fit: {why}"
    named = f"answer {entry.decision} of seat {entry.seat}"
    if isinstance(error, NotAsked):
        return f"{named} is not asked for (step {number})"
    fits = "is not listed" if error.reason in NOT_LISTED else "does not fit"
    return f"{named} {fits} (step {number}): {why}"


def _happened(entry: LogEntry) -> str:
    """What the entry is that is no answer."""
    return "" if entry.decision else entry.answer.option
