"""What time does to a match: windows elapse, deadlines pass, the house answers, errands are run when it is over."""

from __future__ import annotations

import structlog

from engine.match import Match
from engine.questions import Answer

from ..backend import Backend
from ..fleet.rules_version import rules_version
from ..hosting import Hosted, Step
from ..house import choose
from ..matches.steps import played, privately, unattended
from ..matches.stored import ELAPSED, NOBODY, Answerer, LogEntry, State, Stored, happening
from . import clock
from .errands import Errands
from .owed import owed

MOST_HOUSE_ROUNDS = 32  # a step may hold up other calls for some ten milliseconds

log = structlog.get_logger(__name__)


class Timekeeper:
    """Serves matches that are due. Every step of it may be taken by any replica, and is taken by one."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._errands = Errands(backend)

    async def close(self) -> None:
        await self._errands.close()

    async def settled(self) -> None:
        """Returns when no errand is under way."""
        await self._errands.settled()

    async def serve_due(self, match_id: str, now_ms: int) -> None:
        """Do what the match is due for now. Where the house thinks before it answers, one decision a seat, so that a
        table is pleasant to watch; else as many as a step may bring."""
        owing: list[Hosted] = []

        def change(hosted: Hosted) -> Step | None:
            if not hosted.stored.over:
                return self._step(hosted, now_ms)
            if owed(hosted.stored, self._backend.settings):
                owing.append(hosted)
                return None
            # It owes what another replica was configured for, and this one is not: it would be due for ever.
            return Step(hosted.stored, hosted.sound)

        await self._backend.host.step(match_id, None, change)
        if owing:
            self._errands.begin(owing[-1], now_ms)

    def _step(self, hosted: Hosted, now_ms: int) -> Step | None:
        stored = hosted.stored
        if stored.state != State.PLAYING or stored.paused or hosted.live is None:
            return None
        live, given = hosted.live, _Given(hosted.live)
        if live.holding and hosted.opened_ms + stored.ruleset.silent_waits_ms <= now_ms:
            live.elapse()
            given.log.append(happening(ELAPSED, NOBODY, rules_version()))
        until = clock.deadline_ms(stored, live, hosted.opened_ms)
        if until and until <= now_ms and live.window == stored.window:
            stored = self._pass_deadline(live, stored, given)
        for _ in range(1 if self._backend.settings.bot_delay_ms else MOST_HOUSE_ROUNDS):
            for seat in [seat for seat in live.open if stored.seats[seat].by_house]:
                if seat in live.open:  # not withdrawn by what another seat of the house has answered
                    if stored.seats[seat].absent and not stored.seats[seat].away and clock.is_open_to_all(live):
                        stored = unattended(stored, live, seat)
                    given.answer(seat, self._house_answer(live, seat), Answerer.HOUSE)
        return played(live, stored, given.log, given.kinds) if given.log else None

    def _pass_deadline(self, live: Match, stored: Stored, given: _Given) -> Stored:
        """Every player who is late has answered with the default; who is late again and again is away, of which
        everybody is told where everybody knows who is late. What opens meanwhile has its own time."""
        openly, window = clock.is_open_to_all(live), live.window
        for seat in [seat for seat in live.open if not stored.seats[seat].by_house]:
            if live.window != window or seat not in live.open:
                continue
            given.answer(seat, live.open[seat].question.default, Answerer.DEADLINE)
            missed = stored.seats[seat].missed + 1
            if missed < stored.options.missed_limit:
                stored = privately(stored, seat, missed=missed)
            elif openly:
                stored = unattended(stored, live, seat, missed=0)
            else:
                stored = privately(stored, seat, absent=True, missed=0)
        return stored

    def _house_answer(self, live: Match, seat: int) -> Answer:
        """The default for who has given up, so that nothing more comes of it, and where a house player fails or answers
        what is not listed: its fault stalls no match."""
        question = live.open[seat].question
        if seat in live.game.conceding:
            return question.default
        try:
            with self._backend.metrics.house_seconds.time():
                chosen = choose(live, seat)
            question.check(chosen)
        except Exception:
            log.exception("house_player_failed", kind=question.kind, reason=question.reason.name)
            self._backend.metrics.bot_faults.inc()
            return question.default
        return chosen


class _Given:
    """What is done to a match in one step: its log, and the kinds of the decisions answered."""

    def __init__(self, live: Match) -> None:
        self._live = live
        self.log: list[LogEntry] = []
        self.kinds: list[str] = []

    def answer(self, seat: int, answer: Answer, answerer: Answerer) -> None:
        decision = self._live.open[seat]
        self._live.answer(seat, decision.id, answer)
        self.log.append(LogEntry(seat, decision.id, answer, answerer, rules_version()))
        self.kinds.append(decision.question.kind)
