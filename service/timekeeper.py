"""What time does to a match: windows elapse, deadlines pass, the house answers, results are sent."""

from __future__ import annotations

import asyncio

import httpx
import msgspec
import structlog

from engine.match import Match
from engine.questions import Answer

from . import clock, webhook
from .backend import Backend
from .errors import ServiceError
from .hosting import Hosted, Step
from .house import choose
from .rules_version import rules_version
from .steps import played, privately, unattended
from .stored import ELAPSED, NOBODY, Answerer, LogEntry, State, Stored, happening

MOST_SENDING = 64  # results at once; others wait for a lease
MOST_HOUSE_ROUNDS = 32  # a step may hold up other calls for some ten milliseconds

log = structlog.get_logger(__name__)


class Timekeeper:
    """Serves matches that are due. Every step of it may be taken by any replica, and is taken by one."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._client = httpx.AsyncClient(follow_redirects=False, trust_env=False)
        self._sending: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        for task in self._sending.values():
            task.cancel()
        await self.settled()
        await self._client.aclose()

    async def settled(self) -> None:
        """Returns when no result is on its way."""
        await asyncio.gather(*self._sending.values(), return_exceptions=True)

    async def serve_due(self, match_id: str, now_ms: int) -> None:
        """Do what the match is due for now. Where the house thinks before it answers, one decision a seat, so that a
        table is pleasant to watch; else as many as a step may bring. A result is sent beside: whoever takes it may be
        slow, and other matches are due."""
        owing: list[Hosted] = []

        def change(hosted: Hosted) -> Step | None:
            if clock.owes_result(hosted.stored):
                owing.append(hosted)
            return self._step(hosted, now_ms)

        await self._backend.host.step(match_id, None, change)
        if owing and match_id not in self._sending and len(self._sending) < MOST_SENDING:
            sending = asyncio.create_task(self._send_result(owing[-1], now_ms), name="webhook")
            self._sending[match_id] = sending
            sending.add_done_callback(lambda _: self._sending.pop(match_id))

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

    async def _send_result(self, hosted: Hosted, now_ms: int) -> None:
        """Once; the next try, if it takes one, is due by itself. It may be sent twice, never not at all."""
        try:
            sent = await webhook.send(self._backend, self._client, hosted, now_ms)
        except Exception:  # whatever the library makes of what comes from outside: it was not taken
            log.exception("webhook_failed", match=hosted.match_id)
            sent = False
        self._backend.metrics.webhooks[("sent" if sent else "failed",)].inc()

        def tried(found: Hosted) -> Step | None:
            if not clock.owes_result(found.stored):
                return None
            tries = -1 if sent else found.stored.webhook_tries + 1
            return Step(msgspec.structs.replace(found.stored, webhook_tries=tries), found.sound)

        try:
            await self._backend.host.step(hosted.match_id, None, tried)
        except ServiceError as error:  # it is due again when the lease ends
            log.warning("webhook_not_noted", match=hosted.match_id, reason=error.reason)


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
