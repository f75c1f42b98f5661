"""A server as a client reaches it: its stubs, the caller's credentials, and what went wrong in plain words."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from random import random
from typing import Self, TypeVar, cast
from uuid import uuid4

import grpc
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from sanguosha.v1 import (
    catalogue_service_pb2,
    catalogue_service_pb2_grpc,
    decision_pb2,
    match_pb2,
    match_service_pb2_grpc,
    replay_service_pb2,
    replay_service_pb2_grpc,
    ruleset_pb2,
)
from sanguosha.v1 import match_service_pb2 as pb

DEFAULT_ADDRESS = "localhost:50051"
CALL_WITHIN = 10.0  # seconds
PATIENCE = 30.0  # seconds that a server may be away
PAUSE = 0.5  # seconds before it is tried again
RECONNECT = (("grpc.max_reconnect_backoff_ms", 2000),)  # else it comes to be minutes
AWAY = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.ABORTED)
# What gRPC makes of a call whose server, or the proxy's connection to it, went. CANCELLED is what `close` makes of one.
BROKEN_OFF = (grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL)
OVER = (match_pb2.MATCH_STATE_FINISHED, match_pb2.MATCH_STATE_ABANDONED)

Metadata = tuple[tuple[str, str], ...]
Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


def request_id() -> str:
    return str(uuid4())


def bearer(token: str) -> Metadata:
    """The metadata of a call for a seat; of a spectator's without a token."""
    return (("authorization", f"Bearer {token}"),) if token else ()


def grpc_address(text: str) -> str:
    """What gRPC calls a server, of which a URL of HTTP is none."""
    if text.startswith(("http://", "https://")):
        raise argparse.ArgumentTypeError("write host:port of gRPC, and --tls where it is encrypted")
    return text


def full_name(name: str) -> str:
    return name if "/" in name or not name else f"matches/{name}"


def reason_of(error: grpc.RpcError) -> str:
    """The name of an `ErrorReason`; empty where the error carries none."""
    status = rpc_status.from_call(cast(grpc.Call, error))  # as every error of a call is
    info = error_details_pb2.ErrorInfo()
    return str(info.reason) if status and status.details and status.details[0].Unpack(info) else ""


def retry_after(error: grpc.RpcError) -> float:
    """For how many seconds the server asks to wait; 0 where it does not say."""
    status, again = rpc_status.from_call(cast(grpc.Call, error)), error_details_pb2.RetryInfo()
    asked = any(detail.Unpack(again) for detail in status.details) if status else False
    return again.retry_delay.ToMilliseconds() / 1000 if asked else 0.0


def may_pass(error: grpc.RpcError) -> bool:
    """Whether the same call is worth another try."""
    return error.code() in AWAY or broken_off(error) or reason_of(error) == "RATE_EXCEEDED"


def broken_off(error: grpc.RpcError) -> bool:
    """Whether the connection said so, and not the server, whose errors have a reason."""
    return error.code() in BROKEN_OFF and not reason_of(error)


def explain(error: grpc.RpcError, address: str, api_key: str = "") -> str:
    """What a person should read."""
    reason = reason_of(error)
    if reason:
        said = f"{error.details()} ({reason})"
        if reason == "KEY_REQUIRED" and ":" in api_key:  # not refused before: a key may have a colon itself
            said += "; --api-key takes the key alone, without the name that stands before it in SGS_API_KEYS"
        return said
    if error.code() == grpc.StatusCode.UNAVAILABLE:
        advice = f"start one with `sgs serve`, or name another with --address{_of_tls(error)}"
        return f"no server answers at {address}: {advice}"
    return f"{error.code().name}: {error.details()}"


def _of_tls(error: grpc.RpcError) -> str:
    """Where the port was reached and then no connection came about, as with a certificate that one side wants."""
    said = error.details() or ""
    if "refused" in said or "lookup" in said:
        return ""
    return "; where it speaks TLS, look at --tls, --tls-ca and --tls-cert"


class Patience:
    """Bears with a server that is away, until it has been for `PATIENCE` seconds since the first failure."""

    def __init__(self) -> None:
        self._since: float | None = None

    def heard(self) -> None:
        """The server is there."""
        self._since = None

    def bear(self, error: grpc.RpcError) -> None:
        """Pause before another try. Raises the error where there should be none."""
        now = time.monotonic()
        if self._since is None:
            self._since = now
        asked = retry_after(error)
        if not may_pass(error) or now - self._since + asked > PATIENCE:
            raise error
        time.sleep(max(PAUSE, asked * (1 + random() / 4)))


class Connection:
    """Calls that wait for their answer. Every one raises `grpc.RpcError`; those of a match in play only after trying
    again, for they may find the server restarting."""

    def __init__(
        self, address: str = DEFAULT_ADDRESS, api_key: str = "", credentials: grpc.ChannelCredentials | None = None
    ) -> None:
        self.address = address
        if credentials is None:
            self._channel = grpc.insecure_channel(address, options=RECONNECT)
        else:
            self._channel = grpc.secure_channel(address, credentials, options=RECONNECT)
        self._key: Metadata = (("x-api-key", api_key),) if api_key else ()
        self.matches = match_service_pb2_grpc.MatchServiceStub(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends every call, also those of other threads."""
        self._channel.close()

    def catalogue(self) -> catalogue_service_pb2.Catalogue:
        stub = catalogue_service_pb2_grpc.CatalogueServiceStub(self._channel)
        return stub.GetCatalogue(catalogue_service_pb2.GetCatalogueRequest(), timeout=CALL_WITHIN)

    def create(self, ruleset: ruleset_pb2.Ruleset, bots: Sequence[int] = ()) -> match_pb2.Match:
        match = match_pb2.Match(ruleset=ruleset)
        request = pb.CreateMatchRequest(match=match, request_id=request_id(), bot_seats=bots)
        return self.matches.CreateMatch(request, metadata=self._key, timeout=CALL_WITHIN)

    def join(self, name: str) -> pb.JoinMatchResponse:
        request = pb.JoinMatchRequest(name=name, request_id=request_id())
        return self.matches.JoinMatch(request, timeout=CALL_WITHIN)

    def start(self, name: str) -> match_pb2.Match:
        request = pb.StartMatchRequest(name=name, request_id=request_id())
        return self.matches.StartMatch(request, metadata=self._key, timeout=CALL_WITHIN)

    def get(self, name: str) -> match_pb2.Match:
        return self.matches.GetMatch(pb.GetMatchRequest(name=name), timeout=CALL_WITHIN)

    def replay(self, name: str, token: str = "") -> replay_service_pb2.Replay:
        stub = replay_service_pb2_grpc.ReplayServiceStub(self._channel)
        request = replay_service_pb2.GetReplayRequest(name=name)
        return stub.GetReplay(request, metadata=bearer(token), timeout=CALL_WITHIN)

    def newest(self, most: int) -> Iterator[match_pb2.Match]:
        """The newest matches, that many at most."""
        token = ""
        while most > 0:
            request = pb.ListMatchesRequest(page_size=most, page_token=token)
            page = self.matches.ListMatches(request, metadata=self._key, timeout=CALL_WITHIN)
            yield from page.matches[:most]
            most, token = most - len(page.matches), page.next_page_token
            if not token:
                return

    def view(self, name: str, token: str) -> pb.GetViewResponse:
        return self._insist(self.matches.GetView, pb.GetViewRequest(name=name), token)

    def act(self, name: str, token: str, answer: decision_pb2.Answer) -> pb.ActResponse:
        return self._insist(self.matches.Act, pb.ActRequest(name=name, request_id=request_id(), answer=answer), token)

    def follow(self, name: str, token: str = "") -> Iterator[pb.Update]:
        """Everything that happens, from the beginning to the end of the match: a stream that ends or breaks is taken up
        again from its cursor. Ends too when the connection is closed."""
        cursor, patience = "0", Patience()
        while True:
            request = pb.WatchMatchRequest(name=name, cursor=cursor)
            try:
                for response in self.matches.WatchMatch(request, metadata=bearer(token)):
                    patience.heard()
                    if response.end == pb.STREAM_END_MATCH_OVER:
                        return
                    if response.HasField("update"):
                        yield response.update
                        cursor = response.update.cursor
            except grpc.RpcError as error:
                if error.code() == grpc.StatusCode.CANCELLED:
                    return
                patience.bear(error)

    def _insist(self, call: grpc.UnaryUnaryMultiCallable[Request, Response], request: Request, token: str) -> Response:
        """The call, and the same again while the server is away."""
        patience = Patience()
        while True:
            try:
                return call(request, metadata=bearer(token), timeout=CALL_WITHIN)
            except grpc.RpcError as error:
                patience.bear(error)
