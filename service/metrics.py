"""What Prometheus reads. No label holds a match, a seat, a token or anything a client can make up."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Handled:
    """What one transport counts of its calls."""

    def __init__(self, prefix: str, method: str, code: str, registry: CollectorRegistry) -> None:
        self.total = Counter(
            f"{prefix}_handled", "Calls finished, by method and status.", (method, code), registry=registry
        )
        self.seconds = Histogram(
            f"{prefix}_handling_seconds", "Time to serve a unary call.", (method,), buckets=_SECONDS, registry=registry
        )
        self.streams = Gauge(f"{prefix}_streams", "Streams open now.", (method,), registry=registry)


class Metrics:
    """The server's instruments, on a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.grpc = Handled("grpc_server", "grpc_method", "grpc_code", self.registry)
        self.http = Handled("http_server", "handler", "code", self.registry)
        self.commits = Counter("sanguosha_commits", "Steps written to the store.", registry=self.registry)
        self.conflicts = Counter(
            "sanguosha_commit_conflicts", "Steps that somebody else overtook.", registry=self.registry
        )
        self.unreplicated = Counter(
            "sanguosha_store_unreplicated_writes",
            "Writes that fewer replicas than SGS_REDIS_WAIT had in time.",
            registry=self.registry,
        )
        self.embedded_restarts = Counter(
            "sanguosha_embedded_store_restarts",
            "Times that the embedded store had ended by itself and was started again.",
            registry=self.registry,
        )
        self.drifts = Counter(
            "sanguosha_drifts", "Stored matches that did not replay to their question.", registry=self.registry
        )
        self.hand_overs = Counter(
            "sanguosha_hand_overs",
            "Calls handed over to a server with the rules that a match is in the midst of.",
            registry=self.registry,
        )
        self.rewinds = Counter(
            "sanguosha_rewinds", "Matches taken back to their last quiet point.", registry=self.registry
        )
        self.resume_seconds = Histogram(
            "sanguosha_resume_seconds",
            "Time to bring up a match from its stored form.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.bot_faults = Counter(
            "sanguosha_bot_faults",
            "Decisions of the house answered by their default, since choosing failed.",
            registry=self.registry,
        )
        self.sweep_failures = Counter(
            "sanguosha_sweep_failures", "Sweeps for due matches that failed.", registry=self.registry
        )
        self.due_failures = Counter(
            "sanguosha_due_failures", "Due matches that could not be served.", registry=self.registry
        )
        self.deadlines_missed = Counter(
            "sanguosha_deadlines_missed",
            "Decisions answered by their default, since time was up.",
            registry=self.registry,
        )
        self.webhooks = Counter(
            "sanguosha_webhooks", "Tries to send a result, by how they went.", ("outcome",), registry=self.registry
        )
        self.bot_answers = Counter("sanguosha_bot_answers", "Answers given by the house.", registry=self.registry)
        self.matches = Counter("sanguosha_matches", "Matches that reached a state.", ("state",), registry=self.registry)
