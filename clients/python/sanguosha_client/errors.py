"""What a call fails with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

_DETAILS = "grpc-status-details-bin"


class SanguoshaError(Exception):
    """A call that failed.

    `reason` is the stable name of an `ErrorReason` without its prefix, for instance `MATCH_FULL`; empty where the
    failure is one of the transport, for instance of a server that cannot be reached. `code` is the gRPC status code,
    `metadata` what the reason says besides (`field`, `limit`, `ruleset`). `retry_after` is for how many seconds the
    server asks to wait before the same call is tried again; None where it does not say. The text is for people.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        reason: str = "",
        metadata: Mapping[str, str] = {},
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{message} ({reason or code.name})")
        self.code = code
        self.message = message
        self.reason = reason
        self.metadata = dict(metadata)
        self.retry_after = retry_after

    @classmethod
    def of(cls, error: grpc.aio.AioRpcError) -> SanguoshaError:
        """From the status of a gRPC call."""
        info, again = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        asked = False
        for detail in _details_of(error):
            asked = detail.Unpack(again) or asked
            detail.Unpack(info)
        delay = again.retry_delay.seconds + again.retry_delay.nanos / 1e9 if asked else None
        return cls(error.code(), error.details() or "", info.reason, info.metadata, delay)

    @property
    def may_pass(self) -> bool:
        """Whether the same call, sent again, may succeed: the outcome of this one is not known, or nothing happened."""
        if self.reason:
            return self.code in _PASSING or self.reason in ("SLOW_READER", "RATE_EXCEEDED")
        return self.code in _PASSING or self.code in _BROKEN_OFF


class IllegalChoice(ValueError):
    """An answer that its decision does not list. Raised before anything is sent."""


_PASSING = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.ABORTED, grpc.StatusCode.DEADLINE_EXCEEDED)
# What the library makes of a call that was under way when the connection broke or the server stopped.
_BROKEN_OFF = (grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL)


def _details_of(error: grpc.aio.AioRpcError) -> Iterable[Any]:
    """None where the status carries none."""
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS and isinstance(value, bytes):
            try:
                return list(status_pb2.Status.FromString(value).details)
            except DecodeError:
                continue
    return ()
