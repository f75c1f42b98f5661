"""What Prometheus reads. The values of every label are names of the contract, of our own calls, or listed here: none
holds a match, a seat, a token or anything a client can make up. docs/operations.md has the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from importlib.metadata import version
from typing import TYPE_CHECKING, Generic, TypeVar

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, GCCollector, Histogram, ProcessCollector
from sanguosha.v1 import error_pb2
from sanguosha.v1 import match_service_pb2 as pb

from ..errors import ServiceError
from ..fleet.rules_version import rules_version
from ..matches.stored import Answerer, LogEntry, State

if TYPE_CHECKING:
    from ..method import Method

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_LATE_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
_BYTES = tuple(float(2**power) for power in range(9, 19))
_COUNTS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)

# A second series for every counter and histogram, of when it was made: the process has its own start time.
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # so in the library

ANSWERERS = {answerer: answerer.name.lower() for answerer in Answerer}

M = TypeVar("M", Counter, Gauge, Histogram)
Labels = tuple[str, ...]


class Children(dict[Labels, M], Generic[M]):
    """The children of a metric by the values of their labels. Each is looked up once: `labels` costs as much as what it
    is for. Those of `known` are there from the beginning, at 0: of a series that begins at 1, no rate tells the first.
    """

    def __init__(self, metric: M, known: Iterable[Labels] = ()) -> None:
        super().__init__()
        self._metric: M = metric
        for labels in known:
            self[labels]

    def __missing__(self, labels: Labels) -> M:
        child: M = self._metric.labels(*labels)
        self[labels] = child
        return child


NO_SPAN = nullcontext()


class Handled:
    """What one transport counts of its calls, and how it traces them."""

    def __init__(self, prefix: str, method: str, code: str, metrics: Metrics) -> None:
        """`prefix` begins the names of the metrics, `method` and `code` are the names of their labels."""
        registry = metrics.registry
        self.total = Children(
            Counter(f"{prefix}_handled", "Calls finished, by method and status.", (method, code), registry=registry)
        )
        self.seconds = Children(
            Histogram(
                f"{prefix}_handling_seconds",
                "Time to serve a unary call; of NextDecision most is waiting.",
                (method,),
                buckets=_SECONDS,
                registry=registry,
            )
        )
        self.streams = Children(Gauge(f"{prefix}_streams", "Streams open now.", (method,), registry=registry))
        self.stream_ends = metrics.stream_ends
        self.refusals = metrics.refusals
        self.span: Callable[[Method], AbstractContextManager[None]] = lambda _: NO_SPAN


class Metrics:
    """The server's instruments, on a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._gauge("sanguosha_build_info", "1; the versions are labels.", "version", "rules_version").labels(
            version("sanguosha"), rules_version()
        ).set(1)
        reasons = [name.removeprefix("ERROR_REASON_") for name in error_pb2.ErrorReason.keys()[1:]]
        self.refusals = Children(
            self._counter("sanguosha_refusals", "Calls that failed, by the reason the caller was told.", "reason"),
            [(reason,) for reason in reasons],
        )
        self.stream_ends = Children(
            self._counter("sanguosha_stream_ends", "Streams that ended, by method and why.", "method", "reason")
        )
        self.grpc = Handled("grpc_server", "grpc_method", "grpc_code", self)
        self.http = Handled("http_server", "handler", "code", self)
        self._of_matches()
        self._of_steps()
        self._of_updates()
        self._of_time()
        self._of_the_store()
        self._of_the_operator()

    def _of_matches(self) -> None:
        self.matches = Children(
            self._counter("sanguosha_matches", "Matches that reached a state.", "state"),
            [(state.name.lower(),) for state in State],
        )
        self.stored_matches = self._gauge(
            "sanguosha_stored_matches",
            "Matches in the store by state, as counted last: by one replica at a time, the others have no such series."
            " Up to a minute old, more where there are many.",
            "state",
        )
        self.warm_matches = self._gauge("sanguosha_warm_matches", "Matches that this replica has in memory.")
        self.reads = Children(
            self._counter(
                "sanguosha_match_reads",
                "Matches taken in hand: warm (in memory, current by its commit), checked (in memory, the store says it"
                " is current), cold (brought up from the store).",
                "how",
            ),
            [("warm",), ("checked",), ("cold",)],
        )
        self.resume_seconds = self._histogram(
            "sanguosha_resume_seconds", "Time to bring up a match from its stored form.", _SECONDS
        )
        self.resume_answers = self._histogram(
            "sanguosha_resume_answers", "Answers played again to bring up a match.", _COUNTS
        )
        self._faults = {
            "DRIFT": self._counter(
                "sanguosha_drifts",
                "Stored matches that did not replay to their question; each counts once at a replica.",
            ),
            "STATE_CORRUPTED": self._counter(
                "sanguosha_corruptions", "Stored matches that could not be read; each counts once at a replica."
            ),
            "RULES_VERSION_UNAVAILABLE": self._counter(
                "sanguosha_rules_unavailable",
                "Stored matches that this replica's rules do not fit: they wait for others. Each counts once.",
            ),
            "PACK_UNAVAILABLE": self._counter(
                "sanguosha_packs_unavailable",
                "Stored matches with a pack that this replica does not have: they wait for others. Each counts once.",
            ),
        }

    def _of_steps(self) -> None:
        self.commits = self._counter("sanguosha_commits", "Steps written to the store.")
        self.conflicts = self._counter("sanguosha_commit_conflicts", "Steps that somebody else overtook.")
        self.step_seconds = self._histogram(
            "sanguosha_step_seconds", "Time of the rules in a step, and of making its reply.", _SECONDS
        )
        self.state_bytes = self._histogram(
            "sanguosha_state_bytes", "Size of a match as it is stored at a step, without events and log.", _BYTES
        )
        self.answers = Children(
            self._counter("sanguosha_answers", "Decisions answered, by kind and by who answered.", "kind", "answerer")
        )
        self.rejected = Children(
            self._counter(
                "sanguosha_answers_rejected",
                "Answers of players that were refused, by reason; SUPERSEDED: the decision had closed.",
                "reason",
            )
        )

    def _of_updates(self) -> None:
        self.events_told = self._counter("sanguosha_events_told", "Events sent to viewers.")
        self.views_told = self._counter("sanguosha_views_told", "Whole views sent to viewers in place of events.")
        self.resets = Children(
            self._counter("sanguosha_resets", "Cursors that did not do, by reason.", "reason"),
            [(name,) for name in pb.Reset.keys()[1:]],
        )
        self.talk_messages = self._counter(
            "sanguosha_talk_messages", "Messages of the talk that were taken; a repeated call counts again."
        )

    def _of_time(self) -> None:
        self.sweeps = self._counter("sanguosha_sweeps", "Sweeps for due matches.")
        self.sweep_failures = self._counter("sanguosha_sweep_failures", "Sweeps for due matches that failed.")
        self.due_lag = self._histogram(
            "sanguosha_due_lag_seconds", "How long a match had been due when it was claimed.", _LATE_SECONDS
        )
        self.due_failures = self._counter("sanguosha_due_failures", "Due matches that could not be served.")
        self.house_seconds = self._histogram(
            "sanguosha_house_seconds", "Time the house takes to choose an answer.", _SECONDS
        )
        self.bot_faults = self._counter(
            "sanguosha_bot_faults", "Decisions of the house answered by their default, since choosing failed."
        )
        self.webhooks = Children(
            self._counter("sanguosha_webhooks", "Tries to send a result, by how they went.", "outcome"),
            [("sent",), ("failed",), ("given_up",)],
        )
        self.archives = Children(
            self._counter("sanguosha_archives", "Tries to archive a replay, by how they went.", "outcome"),
            [("written",), ("failed",), ("given_up",)],
        )
        self.loop_lag = self._histogram(
            "sanguosha_event_loop_lag_seconds", "How much later than asked the event loop woke.", _SECONDS
        )

    def _of_the_store(self) -> None:
        self.store_seconds = Children(
            self._histogram(
                "sanguosha_store_seconds", "Time of a call to the store, with every round trip.", _SECONDS, "operation"
            )
        )
        self.store_errors = Children(
            self._counter(
                "sanguosha_store_errors",
                "Calls to the store that failed: unavailable (nothing was written), unknown (it may have been), failed"
                " (the store refused the command).",
                "operation",
                "outcome",
            )
        )
        self.unreplicated = self._counter(
            "sanguosha_store_unreplicated_writes", "Writes that fewer replicas than SGS_REDIS_WAIT had in time."
        )
        self.embedded_restarts = self._counter(
            "sanguosha_embedded_store_restarts",
            "Times that the embedded store had ended by itself and was started again.",
        )

    def _of_the_operator(self) -> None:
        self.max_streams = self._gauge(
            "sanguosha_max_streams", "Streams that may be open at this replica; 0: as many as there are."
        )
        self.hand_overs = self._counter(
            "sanguosha_hand_overs", "Calls handed over to a server with the rules that a match is in the midst of."
        )
        self.rewinds = self._counter("sanguosha_rewinds", "Matches taken back to their last quiet point.")
        self.reloads = Children(
            self._counter(
                "sanguosha_reloads",
                "Files of settings that changed, by whether they could be taken up.",
                "what",
                "outcome",
            ),
            [(what, outcome) for what in ("api_keys", "tls") for outcome in ("taken", "failed")],
        )
        self.certificate_expiry = self._gauge(
            "sanguosha_tls_certificate_expiry_timestamp_seconds",
            "When the certificate in use expires, in seconds since 1970; 0 without TLS.",
        )

    def count_fault(self, error: ServiceError) -> None:
        """A match that cannot be brought up."""
        if error.reason in self._faults:
            self._faults[error.reason].inc()

    def count_step(self, state: bytes, before: State | None, now: State) -> None:
        """A step that was written, as the store has it; `before` is None for a new match."""
        self.commits.inc()
        self.state_bytes.observe(len(state))
        if now != before:
            self.matches[(now.name.lower(),)].inc()

    def count_answers(self, log: Iterable[LogEntry], kinds: Iterable[str]) -> None:
        """Answers that were written: `kinds` are those of the decisions answered, one for each answer in the log."""
        answers = (entry for entry in log if entry.decision)
        for entry, kind in zip(answers, kinds, strict=True):
            self.answers[kind, ANSWERERS[entry.answerer]].inc()

    def count_told(self, update: pb.Update) -> None:
        """What a caller is about to be told."""
        if update.events:
            self.events_told.inc(len(update.events))
        if update.HasField("snapshot"):
            self.views_told.inc()
        if update.reset:
            self.resets[(pb.Reset.Name(update.reset),)].inc()

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(name, about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(name, about, labels, buckets=buckets, registry=self.registry)
