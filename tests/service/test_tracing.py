"""A trace tells which call did what, continues that of its caller, and holds nothing of a match."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from redis.asyncio import Redis
from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.cli import main
from service.config.settings import ConfigError, Settings
from service.server import Running, running
from service.store import EmbeddedServer
from service.store.keys import keys_of
from service.telemetry import otel
from service.telemetry.otel import Tracing
from service.telemetry.tracing import log_processors
from tests.service.rest.calling import Refused, Rest
from tests.service.serving import SERVER_KEY, Server, transport_under_test
from tests.service.streaming import update_of, watch
from tests.service.tables import SEED, Calls, bearer, refusal, request_id

TRACE = "0af7651916cd43dd8448eb211c80319c"
TRACEPARENT = ("traceparent", f"00-{TRACE}-b7ad6b7169203331-01")
ATTRIBUTES = {
    *("rpc.method", "rpc.response.status_code", "sanguosha.transport", "sanguosha.reason", "sanguosha.match"),
    *("db.system.name", "db.operation.name", "error.type"),
}
SOON = 20.0  # seconds


class Traced:
    """A server in this process, and its spans."""

    def __init__(self, server: Running, exporter: InMemorySpanExporter) -> None:
        self.server = server
        self._exporter = exporter

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        return self._exporter.get_finished_spans()

    async def call(self, method: str) -> ReadableSpan:
        """The span of the only call of a method, once it is over."""
        async with asyncio.timeout(SOON):
            while not (found := [span for span in self.spans if span.name == f"sanguosha.v1.MatchService/{method}"]):
                await asyncio.sleep(0.01)
        (span,) = found
        return span

    def below(self, span: ReadableSpan) -> list[str]:
        """The names of its children, in order."""
        assert span.context
        return [child.name for child in self.spans if child.parent and child.parent.span_id == span.context.span_id]


@pytest.fixture
async def traced(apart: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Traced]:
    exporter = InMemorySpanExporter()
    monkeypatch.setattr(otel, "exporting", lambda: Tracing(SimpleSpanProcessor(exporter)))
    settings = Settings(
        port=0,
        transport=transport_under_test(),
        http_port=0,
        metrics_port=-1,
        redis_url=apart.url,
        server_key=SERVER_KEY,
        tracing=True,
        sweep_ms=20,
    )
    async with running(settings) as server:
        yield Traced(server, exporter)


async def test_a_call_is_a_span_with_its_method_and_status_and_continues_the_callers_trace(traced: Traced) -> None:
    async with Calls(traced.server.address) as calls:
        table = await calls.table(seed=SEED)
        asked = await table.asked()
        act = pb.ActRequest(name=table.name, request_id=request_id(), answer=asked.default_answer)
        await calls.stub.Act(act, metadata=(*bearer(table.tokens[asked.seat]), TRACEPARENT))
    span = await traced.call("Act")
    assert span.context
    assert f"{span.context.trace_id:032x}" == TRACE
    assert span.parent
    assert span.parent.is_remote
    assert span.kind == SpanKind.SERVER
    assert span.attributes
    assert span.attributes["rpc.response.status_code"] == "OK"
    assert span.attributes["sanguosha.transport"] == "grpc"
    assert traced.below(span) == ["engine step", "store commit"]
    assert all(child.context and child.context.trace_id == span.context.trace_id for child in traced.spans[-3:])
    commit = next(found for found in traced.spans if found.name == "store commit")
    assert commit.attributes
    assert commit.attributes["sanguosha.match"] == table.id


async def test_a_match_that_is_not_at_hand_is_loaded_below_its_call(traced: Traced) -> None:
    async with Calls(traced.server.address) as calls:
        name = (await calls.create()).name
        await calls.get(name)
    assert traced.below(await traced.call("GetMatch")) == ["store load"]


async def test_a_refused_call_tells_its_reason_and_only_our_faults_are_errors(
    traced: Traced, apart: EmbeddedServer
) -> None:
    async with Calls(traced.server.address) as calls, Redis.from_url(apart.url, protocol=2) as raw:
        await refusal(calls.get("matches/nothere"))
        span = await traced.call("GetMatch")
        assert span.attributes
        assert span.attributes["rpc.response.status_code"] == "NOT_FOUND"
        assert span.attributes["sanguosha.reason"] == "MATCH_NOT_FOUND"
        assert span.status.status_code == StatusCode.UNSET
        table = await calls.table()
        await raw.hset(keys_of(table.id).match, mapping={"state": "spoilt", "commit": "other"})  # type: ignore[misc]  # so in redis-py
        await refusal(calls.stub.WatchMatch(pb.WatchMatchRequest(name=table.name)).read())
        span = await traced.call("WatchMatch")
        assert span.attributes
        assert span.attributes["sanguosha.reason"] == "STATE_CORRUPTED"
        assert span.status.status_code == StatusCode.ERROR


async def test_http_is_traced_alike(traced: Traced) -> None:
    name, value = TRACEPARENT
    async with Rest(traced.server.http_address) as rest:
        with pytest.raises(Refused):
            await rest.call("GetMatch", pb.GetMatchRequest(name="matches/nothere"), **{name: value})
    span = await traced.call("GetMatch")
    assert span.context
    assert f"{span.context.trace_id:032x}" == TRACE
    assert span.attributes
    assert span.attributes["sanguosha.transport"] == "http"
    assert span.attributes["sanguosha.reason"] == "MATCH_NOT_FOUND"


async def test_no_span_holds_what_a_match_or_a_message_holds(traced: Traced) -> None:
    async with Calls(traced.server.address) as calls:
        table = await calls.table(5, seed=SEED)
        stream = watch(table, 0)
        await update_of(stream)
        await table.move(5)
        asked = await table.asked()
        await refusal(table.act(asked.seat, decision_pb2.Answer(decision=asked.id, option="hush-this")))
        stream.cancel()
        await traced.call("WatchMatch")
    spans = traced.spans
    assert len(spans) > 20
    assert {name for span in spans for name in span.attributes or {}} <= ATTRIBUTES
    told = "\n".join(span.to_json() for span in spans)
    assert not [token for token in table.tokens.values() if token.rpartition(".")[2] in told]
    assert "hush-this" not in told
    assert SEED.hex() not in told
    assert not any(span.events for span in spans)


async def test_what_nobody_called_for_makes_no_spans(traced: Traced) -> None:
    sweeps = traced.server.app.backend.metrics.sweeps
    async with asyncio.timeout(SOON):
        while sweeps._value.get() < 5:
            await asyncio.sleep(0.01)
    assert not traced.spans


# -- as operators run it


class Collector(trace_service_pb2_grpc.TraceServiceServicer):
    """What listens for OTLP."""

    def __init__(self) -> None:
        self.received = trace_service_pb2.ExportTraceServiceRequest()

    async def Export(self, request: Any, context: Any) -> Any:  # noqa: N802  # its name in the protocol
        self.received.resource_spans.extend(request.resource_spans)
        return trace_service_pb2.ExportTraceServiceResponse()

    @property
    def names(self) -> set[str]:
        scopes = [scope for resource in self.received.resource_spans for scope in resource.scope_spans]
        return {span.name for scope in scopes for span in scope.spans}


async def test_spans_reach_a_collector_and_lines_of_the_log_name_their_trace(
    tmp_path: Path, apart: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector = Collector()
    listening = grpc.aio.server()
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(collector, listening)  # type: ignore[no-untyped-call]  # generated
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{listening.add_insecure_port('127.0.0.1:0')}")
    await listening.start()
    async with Redis.from_url(apart.url, protocol=2) as raw:
        with Server(tmp_path, redis_url=apart.url, tracing=True) as server:
            async with Calls(server.address) as calls:
                await raw.set(keys_of("taken").match, "what is no match")
                get = pb.GetMatchRequest(name="matches/taken")
                assert (await refusal(calls.stub.GetMatch(get, metadata=[TRACEPARENT]))).reason == "INTERNAL"
            assert await asyncio.to_thread(server.stop) == 0  # it sends what is left
    assert collector.names == {"sanguosha.v1.MatchService/GetMatch", "store load"}
    (resource,) = {found.resource.SerializeToString() for found in collector.received.resource_spans}
    assert b"sanguosha" in resource
    (line,) = [line for line in server.logged() if line["event"] == "call_failed"]
    assert line["trace_id"] == TRACE
    assert "trace_id" not in server.logged()[0]
    await listening.stop(None)


async def test_without_its_collector_a_server_serves_and_stops(
    tmp_path: Path, apart: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    with Server(tmp_path, redis_url=apart.url, tracing=True) as server:
        async with Calls(server.address) as calls:
            assert (await calls.create()).name
        assert await asyncio.to_thread(server.stop) == 0


def test_without_tracing_nothing_of_it_is_imported() -> None:
    # The client of Redis imports OpenTelemetry where it finds it: here it does not.
    looked = (
        "import sys; sys.modules['opentelemetry'] = None; import service.cli;"
        " print('service.telemetry.otel' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", looked], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout == "False\n"


def test_without_opentelemetry_a_server_that_is_to_trace_does_not_start_and_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "service.telemetry.otel")
    monkeypatch.delattr("service.telemetry.otel")
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(ConfigError, match=r"SGS_TRACING.*sanguosha\[otel\]"):
        log_processors(Settings(tracing=True))
    monkeypatch.setenv("SGS_TRACING", "true")
    assert main(["serve", "--port", "0"]) == 2
    assert capsys.readouterr().err.startswith("sgs: SGS_TRACING: ")


def test_spans_are_sent_by_grpc_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
    with pytest.raises(ConfigError, match="OTEL_EXPORTER_OTLP_PROTOCOL"):
        otel.exporting()
