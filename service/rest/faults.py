"""What a call over HTTP fails with: one form for everything, that of AIP-193."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import NamedTuple

from grpc import StatusCode

from ..errors import DOMAIN, ServiceError

HTTP_DOMAIN = f"http.{DOMAIN}"

# google.rpc.Code says which status of HTTP each code is.
STATUSES: Mapping[StatusCode, int] = {
    StatusCode.OK: 200,
    StatusCode.CANCELLED: 499,
    StatusCode.UNKNOWN: 500,
    StatusCode.INVALID_ARGUMENT: 400,
    StatusCode.DEADLINE_EXCEEDED: 504,
    StatusCode.NOT_FOUND: 404,
    StatusCode.ALREADY_EXISTS: 409,
    StatusCode.PERMISSION_DENIED: 403,
    StatusCode.UNAUTHENTICATED: 401,
    StatusCode.RESOURCE_EXHAUSTED: 429,
    StatusCode.FAILED_PRECONDITION: 400,
    StatusCode.ABORTED: 409,
    StatusCode.OUT_OF_RANGE: 400,
    StatusCode.UNIMPLEMENTED: 501,
    StatusCode.INTERNAL: 500,
    StatusCode.UNAVAILABLE: 503,
    StatusCode.DATA_LOSS: 500,
}


class HttpReason(NamedTuple):
    """`status` is that of HTTP, which says more than `code` would."""

    status: int
    code: StatusCode
    meaning: str


# What only HTTP can fail with; the contract has no reasons for it, since gRPC refuses the like before any method.
HTTP_REASONS: Mapping[str, HttpReason] = {
    "HTTP_INVALID": HttpReason(400, StatusCode.INVALID_ARGUMENT, "the request is not plain HTTP/1.1, or not in UTF-8."),
    "BODY_INVALID": HttpReason(400, StatusCode.INVALID_ARGUMENT, "the body is no JSON object, or there may be none."),
    "ORIGIN_REFUSED": HttpReason(400, StatusCode.INVALID_ARGUMENT, "pages of this origin may not call so."),
    "PATH_UNKNOWN": HttpReason(404, StatusCode.NOT_FOUND, "there is nothing at this path."),
    "VERB_UNKNOWN": HttpReason(405, StatusCode.UNIMPLEMENTED, "the path takes another verb: see the header `Allow`."),
    "TOO_SLOW": HttpReason(408, StatusCode.DEADLINE_EXCEEDED, "the request took too long to arrive."),
    "BODY_TOO_LARGE": HttpReason(413, StatusCode.RESOURCE_EXHAUSTED, "see `ServerLimits.max_request_bytes`."),
    "CONTENT_TYPE_UNKNOWN": HttpReason(415, StatusCode.INVALID_ARGUMENT, "the body is not `application/json`."),
    "HEADERS_TOO_LARGE": HttpReason(431, StatusCode.RESOURCE_EXHAUSTED, "the headers are too large."),
}


class HttpFault(Exception):
    """A request that is for no method, or cannot be read. `reason` is one of `HTTP_REASONS`."""

    def __init__(self, reason: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.headers = headers or {}

    @property
    def code(self) -> StatusCode:
        return HTTP_REASONS[self.reason].code


class Failure(NamedTuple):
    """A reply that says why."""

    status: int
    body: bytes
    headers: Mapping[str, str]


def verb_unknown(allowed: list[str]) -> HttpFault:
    verbs = ", ".join(allowed)
    return HttpFault("VERB_UNKNOWN", f"this path takes {verbs}", {"allow": verbs})


def failure(fault: ServiceError | HttpFault) -> Failure:
    if isinstance(fault, HttpFault):
        status = HTTP_REASONS[fault.reason].status
        return Failure(status, _body(status, fault, HTTP_DOMAIN, {}, None), fault.headers)
    status = STATUSES[fault.code]
    headers: dict[str, str] = {}
    if fault.code == StatusCode.UNAUTHENTICATED:
        headers["www-authenticate"] = "Bearer"
    if fault.retry_after is not None:
        headers["retry-after"] = str(math.ceil(fault.retry_after))  # HTTP has whole seconds alone
    return Failure(status, _body(status, fault, DOMAIN, fault.metadata, fault.retry_after), headers)


def _body(
    status: int,
    fault: ServiceError | HttpFault,
    domain: str,
    metadata: Mapping[str, str],
    retry_after: float | None,
) -> bytes:
    info: dict[str, object] = {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": fault.reason,
        "domain": domain,
        "metadata": dict(metadata),
    }
    details = [info]
    if retry_after is not None:
        delay = f"{math.ceil(retry_after * 1000) / 1000:.3f}s"
        details.append({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay})
    said = {"code": status, "status": fault.code.name, "message": fault.message, "details": details}
    return json.dumps({"error": said}, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
