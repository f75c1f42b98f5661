"""A match without a server: what `Act`, `GetView` and the events of `WatchMatch` are over the network."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Self

from sanguosha.v1 import decision_pb2, event_pb2, ruleset_pb2, view_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.chance import SEED_BYTES
from engine.match import Decision, Match
from engine.questions import IllegalAnswer
from engine.view import SPECTATOR, view
from service.convert import decisions, events, rulesets, views
from service.convert.answering import answered
from service.matches import results


class Refused(Exception):
    """The answer was not taken, and nothing has changed. `reason` is what `Act` fails with: `MATCH_OVER`,
    `DECISION_UNKNOWN`, `OPTION_NOT_LISTED`, `PICKS_MISMATCH`, `PICK_OUT_OF_BOUNDS`, `CANDIDATE_NOT_LISTED` or
    `CANDIDATE_REPEATED`."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class LocalMatch:
    """A match, run to its first decisions. Who holds it may ask for any seat: it keeps no secrets from its program,
    each message has only what its seat may see.

    Silent waits, which keep a window open for a while so that its length tells nothing, are over at once: nobody
    measures time here.
    """

    def __init__(self, ruleset: ruleset_pb2.Ruleset, seed: bytes | int) -> None:
        """Everything that is chance follows from the seed: 16 bytes as in `CreateMatchRequest`, or any integer. Raises
        `engine.ruleset.UnknownRuleset` for a ruleset that a server would refuse, `ValueError` for a seed of another
        length."""
        self._match = Match.start(rulesets.from_message(ruleset), _seed_bytes(seed))
        self._rules = self._match.game.rules
        self._end_waits()

    @classmethod
    def of(
        cls,
        seats: int = 5,
        *,
        edition: str = "",
        mode: str = "",
        packs: Iterable[str] = (),
        seed: bytes | int,
        **options: Any,
    ) -> Self:
        """The same, with the ruleset in keywords as `ruleset_of` takes it."""
        return cls(ruleset_of(seats, edition=edition, mode=mode, packs=packs, **options), seed)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self._match.game.players)

    @property
    def over(self) -> bool:
        return self._match.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none while the match goes on, or when it was drawn."""
        return tuple(self._match.game.winners)

    @property
    def roles(self) -> tuple[str, ...]:
        """The role of every seat, in order; empty while the match goes on."""
        return tuple(player.role for player in self._match.game.players) if self.over else ()

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have an open decision, in the order in which their answers count: of those that are asked
        together, the first that does not pass closes the window for those after it."""
        return tuple(self._match.open)

    def decisions(self) -> list[decision_pb2.Decision]:
        """The open decisions in order of their seats; none when the match is over."""
        return [self._message(waiting) for _, waiting in sorted(self._match.open.items())]

    def decision(self, seat: int) -> decision_pb2.Decision | None:
        """The open decision of the seat. Raises `ValueError` where there is no such seat."""
        waiting = self._match.open.get(self._checked(seat))
        return self._message(waiting) if waiting else None

    def answer(self, answer: decision_pb2.Answer, seat: int) -> pb.Outcome.ValueType:
        """Apply the seat's answer and run on. `OUTCOME_SUPERSEDED`, and nothing has changed, where the decision has
        closed; else `OUTCOME_APPLIED`. Raises `Refused`; `ValueError` where there is no such seat."""
        seat = self._checked(seat)
        if self.over:
            raise Refused("MATCH_OVER", "the match is over")
        try:
            if answered(self._match, seat, answer) is None:
                return pb.OUTCOME_SUPERSEDED
        except IllegalAnswer as error:
            raise Refused(error.reason, str(error)) from error
        self._end_waits()
        return pb.OUTCOME_APPLIED

    def view(self, seat: int = SPECTATOR) -> view_pb2.MatchView:
        """The table as the seat (-1: a spectator) sees it now. Raises `ValueError` where there is no such seat."""
        game = self._match.game
        message = views.to_message(view(game, self._viewer(seat)), self._rules)
        if self.over:
            message.result.CopyFrom(results.to_message(results.result_of(self._match)))
        return message

    def events(self, seat: int = SPECTATOR, after: int = 0) -> list[event_pb2.Event]:
        """What happened after the event of that ordinal (0: from the start), as the seat (-1: a spectator) may see it.
        Viewers share messages: never change one. Raises `ValueError` where there is no such seat or ordinal."""
        viewer, found = self._viewer(seat), self._match.events_after(after)
        if found is None:
            raise ValueError(f"the match has events 1 to {self._match.game.event_count}, not {after}")
        return [events.to_message(event, after + n, viewer, self._rules) for n, event in enumerate(found, 1)]

    def _message(self, waiting: Decision) -> decision_pb2.Decision:
        return decisions.to_message(waiting, self._rules)

    def _end_waits(self) -> None:
        while self._match.holding:
            self._match.elapse()

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        return seat

    def _viewer(self, seat: int) -> int:
        return seat if seat == SPECTATOR else self._checked(seat)


def ruleset_of(
    seats: int, *, edition: str = "", mode: str = "", packs: Iterable[str] = (), **options: Any
) -> ruleset_pb2.Ruleset:
    """A ruleset of the contract in keywords; whatever is left out is the default. `options` are the fields of
    `RulesetOptions`, and `ValueError` is raised for one that there is not; nothing else is checked."""
    message = ruleset_pb2.RulesetOptions(**options)
    return ruleset_pb2.Ruleset(edition=edition, mode=mode, packs=packs, seat_count=seats, options=message)


def _seed_bytes(seed: bytes | int) -> bytes:
    if isinstance(seed, int):
        return blake2b(str(seed).encode(), digest_size=SEED_BYTES).digest()
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, this one {len(seed)}")
    return bytes(seed)
